import type { Field } from '../engine/define';
import { chatId } from './chat';
import { messageId } from './message';

/** The message to forward or copy. */
export const sourceFields: Field[] = [
	{
		...chatId,
		displayName: 'From Chat',
		name: 'fromChatId',
		description: 'The chat of the message. The triggers output it as chatId.',
	},
	messageId,
];
