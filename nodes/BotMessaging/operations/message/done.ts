import type { IDataObject } from 'n8n-workflow';

import type { Int } from '../../../../reference';
import type { Operation } from '../../engine/define';
import { outputOf } from '../../engine/result';

/** What was done to which message, for methods that do not return the Message. */
export const doneTo = (
	isDone: boolean,
	{ chat_id: chatId, message_id: messageId }: { chat_id: Int; message_id?: Int },
): IDataObject[] => [{ success: isDone, chatId, messageId: messageId ?? null }];

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
			doneTo(true, body).map((json) => ({ ...json, changed: uncertain ? null : false })),
	},
};
