import type { IDataObject } from 'n8n-workflow';

import type { Body } from '../../api/multipart';

/** What was done to which chat, for the steps that follow; `done` is what the chat has now. */
export const chatDone = (isDone: boolean, body: Body, done: IDataObject = {}): IDataObject[] => [
	{ success: isDone, chatId: body.chat_id as number | string, ...done },
];

/** What the server says if the chat is as it should be already. */
export const NOT_MODIFIED = /not[ _]modified/i;
