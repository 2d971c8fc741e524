import { chatId } from '../../fields/chat';
import type { Operation } from '../../engine/define';
import { doneToChat } from '../done';

/** Reference 5.4. */
export const leaveChat: Operation<'leaveChat'> = {
	resource: 'chat',
	value: 'leaveChat',
	method: 'leaveChat',
	effect: 'repeatable',
	ordered: true,
	name: 'Leave',
	action: 'Leave a chat',
	description: 'Leave a group or a channel. Only people can add the bot again.',
	fields: [chatId],
	output: (result, body) => doneToChat(result, body),
	alreadyDone: {
		says: /not a member|USER_NOT_PARTICIPANT/i,
		output: (body) => doneToChat(true, body),
	},
};
