import type { ErrorReason } from '../../nodes/BotMessaging/api/errors';

/** The output of Report Each Message for a deleted message in this chat. */
export const deletedIn = (chatId: number) => (messageId: number) => ({
	chatId,
	messageId,
	deleted: true,
	outcome: 'deleted',
	description: '',
	errorReason: '',
});

/** The same for a message that was not deleted. */
export const failedIn =
	(chatId: number) => (messageId: number, description: string, errorReason: ErrorReason) => ({
		chatId,
		messageId,
		deleted: false,
		outcome: 'failed',
		description,
		errorReason,
	});

/** The counts of an item if all messages that were not deleted were gone already. */
export const gone = (alreadyGone: number) => ({ alreadyGone, notAllowed: 0, chatNotFound: 0 });

/** The output for an item whose messages were all deleted. */
export const allDeleted = (chatId: number, requested: number) => ({
	chatId,
	requested,
	deleted: requested,
	failed: 0,
	unknown: 0,
	tooOld: 0,
	...gone(0),
});

/** The same if the server does not say what it has deleted. */
export const nothingSaid = (chatId: number, requested: number) => ({
	...allDeleted(chatId, requested),
	deleted: 0,
	unknown: requested,
});

/** The output of Report Each Message in that case. */
export const unknownIn = (chatId: number) => (messageId: number) => ({
	...deletedIn(chatId)(messageId),
	deleted: false,
	outcome: 'unknown',
	errorReason: 'other',
});
