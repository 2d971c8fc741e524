import { chatId } from '../../fields/chat';
import { messageId } from '../../fields/message';
import { oneOf } from '../../fields/formField';
import { operation } from '../../engine/define';
import { doneTo } from '../done';

/** Reference 5.2; without an id, each call may unpin a different message. */
export const unpinChatMessage = operation('message', 'unpinChatMessage', {
	effect: 'once',
	ordered: true,
	name: 'Unpin Message',
	action: 'Unpin a message',
	description: 'Unpin a message from the top of its chat. The message stays in the chat.',
	fields: [
		chatId,
		...oneOf(
			{
				displayName: 'Pinned Message',
				name: 'pinned',
				default: 'one',
				description: 'The message to unpin',
			},
			{
				one: { name: 'By ID', shows: [messageId] },
				latest: { name: 'Latest', description: 'The message that was pinned last' },
			},
		),
	],
	output: doneTo('chat_id', 'message_id'),
});
