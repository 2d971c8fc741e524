import type { ErrorReason } from '../../nodes/BotMessaging/api/errors';

/** What Report Each Message gives for a message of this chat that the server has deleted. */
export const deletedIn = (chatId: number) => (messageId: number) => ({
	chatId,
	messageId,
	deleted: true,
	outcome: 'deleted',
	description: '',
	errorReason: '',
});

/** The same for one that it has not deleted. */
export const failedIn =
	(chatId: number) => (messageId: number, description: string, errorReason: ErrorReason) => ({
		chatId,
		messageId,
		deleted: false,
		outcome: 'failed',
		description,
		errorReason,
	});

/** How an item counts why messages were not deleted, if all of these were gone. */
export const gone = (alreadyGone: number) => ({ alreadyGone, notAllowed: 0, chatNotFound: 0 });

/** What an item gives whose messages were all deleted. */
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

/** What Report Each Message gives then. */
export const unknownIn = (chatId: number) => (messageId: number) => ({
	...deletedIn(chatId)(messageId),
	deleted: false,
	outcome: 'unknown',
	errorReason: 'other',
});
