import type { IDataObject } from 'n8n-workflow';

import type { Int, InviteLink } from '../../../reference';
import type { Operation } from '../engine/define';
import { outputOf } from '../engine/result';

interface Whom {
	chat_id: Int;
	user_id: Int;
}

/** What was done to whom, for the steps that follow. */
export const doneToPerson = (result: unknown, { chat_id: chatId, user_id: userId }: Whom) => [
	{ success: result === true, chatId, userId },
];

/** The same with `untilDate`: in Unix seconds as it was sent, null if there is no end. */
export const doneUntil = (result: unknown, body: Whom & { until_date?: Int }): IDataObject[] =>
	doneToPerson(result, body).map((done) => ({ ...done, untilDate: body.until_date ?? null }));

/** What was done to which channel. */
export const doneToChannel = (
	result: unknown,
	{ chat_id: chatId, sender_chat_id: senderChatId }: { chat_id: Int; sender_chat_id: Int },
) => [{ success: result === true, chatId, senderChatId }];

/** Which chat was changed; `done` is the chat's new value. */
export const doneToChat = (
	result: unknown,
	{ chat_id: chatId }: { chat_id: Int },
	done: IDataObject = {},
): IDataObject[] => [{ success: result === true, chatId, ...done }];

/** The server's answer if the chat already has the wanted state. */
export const NOT_MODIFIED = /not[ _]modified/i;

/** What was done to which message, for methods that do not return the Message. */
export const doneToMessage = (
	result: unknown,
	{ chat_id: chatId, message_id: messageId }: { chat_id: Int; message_id?: Int },
): IDataObject[] => [{ success: result === true, chatId, messageId: messageId ?? null }];

/**
 * Adds `changed` to the output of an edit. It is no failure if the message has this content already. After
 * an attempt without an answer, nobody knows whether that attempt changed it.
 */
export const changedOf: Pick<
	Operation<'editMessageText' | 'editMessageReplyMarkup'>,
	'output' | 'alreadyDone'
> = {
	output: (result) => outputOf(result).map((json) => ({ ...json, changed: true })),
	alreadyDone: {
		says: /message is not modified/i,
		always: /message is not modified/i,
		output: (body, uncertain) =>
			doneToMessage(true, body).map((json) => ({ ...json, changed: uncertain ? null : false })),
	},
};

/** The ChatInviteLink, plus its chat and its address under the names of the form. */
export const linkItem = (
	link: InviteLink,
	{ chat_id: chatId }: { chat_id: Int },
): IDataObject[] => [{ chatId, inviteLink: link?.invite_link, ...link }];
