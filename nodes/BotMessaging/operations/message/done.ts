import type { IDataObject } from 'n8n-workflow';

import type { Int } from '../../../../reference';

/** What was done to which message, if the server does not give the Message itself. */
export const doneTo = (
	isDone: boolean,
	{ chat_id: chatId, message_id: messageId }: { chat_id: Int; message_id?: Int },
): IDataObject[] => [{ success: isDone, chatId, messageId: messageId ?? null }];
