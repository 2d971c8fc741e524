import type { IDataObject } from 'n8n-workflow';

import type { Int } from '../../../../reference';

/** Which chat was changed, for the steps that follow; `done` is the chat's new value. */
export const chatDone = (
	isDone: boolean,
	{ chat_id: chatId }: { chat_id: Int },
	done: IDataObject = {},
): IDataObject[] => [{ success: isDone, chatId, ...done }];

/** The server's answer if the chat already has the wanted state. */
export const NOT_MODIFIED = /not[ _]modified/i;
