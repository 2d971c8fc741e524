import type { IDataObject } from 'n8n-workflow';

import type { Body } from '../../api/multipart';

/** What was done to which message, if the server does not give the Message itself. */
export const doneTo = (
	isDone: boolean,
	{ chat_id: chatId, message_id: messageId }: Body,
): IDataObject[] => [{ success: isDone, chatId, messageId: messageId ?? null } as IDataObject];
