import type { IDataObject } from 'n8n-workflow';

import type { Int } from '../../../../reference';

/** What was done to which chat, for the steps that follow; `done` is what the chat has now. */
export const chatDone = (
	isDone: boolean,
	{ chat_id: chatId }: { chat_id: Int },
	done: IDataObject = {},
): IDataObject[] => [{ success: isDone, chatId, ...done }];

/** What the server says if the chat is as it should be already. */
export const NOT_MODIFIED = /not[ _]modified/i;
