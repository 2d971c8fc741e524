import { chatId } from '../../fields/chat';
import { messageId } from '../../fields/message';
import { oneOf } from '../../fields/oneOf';
import type { Operation } from '../../engine/define';
import { NOT_PINNED } from './hints';
import { doneTo } from './outcome';

/** Service documentation, "unpinChatMessage"; the latest one may be another one the next time. */
export const unpinChatMessage: Operation = {
	resource: 'message',
	value: 'unpinChatMessage',
	method: 'unpinChatMessage',
	effect: 'once',
	ordered: true,
	name: 'Unpin Message',
	action: 'Unpin a message',
	description: 'Take a message away from the top of its chat. It stays in the chat.',
	hints: NOT_PINNED,
	fields: [
		chatId,
		...oneOf(
			{
				displayName: 'Pinned Message',
				name: 'pinned',
				default: 'one',
				description: 'Which message to unpin',
			},
			{
				latest: { name: 'Latest', description: 'The one that was pinned last' },
				one: { name: 'One by Its ID', shows: [messageId] },
			},
		),
	],
	output: (result, body) => doneTo(result === true, body),
};
