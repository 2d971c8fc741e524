import type { IDataObject } from 'n8n-workflow';

import type { Body } from '../../api/multipart';

/** What was done to which message, where the server does not give the Message itself. */
export const doneTo = ({ chat_id: chatId, message_id: messageId }: Body): IDataObject[] => [
	{ success: true, chatId, messageId } as IDataObject,
];
