import { chatId } from '../../fields/chat';
import type { Operation } from '../../engine/define';
import { CHECK_CHAT } from './hints';
import { chatDone } from './done';

/** Service methods, 2.6. */
export const leaveChat: Operation<'leaveChat'> = {
	resource: 'chat',
	value: 'leaveChat',
	method: 'leaveChat',
	effect: 'repeatable',
	ordered: true,
	name: 'Leave',
	action: 'Leave a chat',
	description: 'Leave a group or a channel. Only people can add the bot again.',
	hints: [
		CHECK_CHAT,
		{
			description: 'not a member of the',
			reason: 'notMember',
			hint: 'The bot is not in this chat, so it cannot leave it.',
		},
	],
	fields: [chatId],
	output: (result, body) => chatDone(result === true, body),
	alreadyDone: {
		says: /not a member|USER_NOT_PARTICIPANT/i,
		output: (body) => chatDone(true, body),
	},
};
