import { chatId } from '../../fields/chat';
import { operation } from '../../engine/define';
import { doneOrAlready } from '../done';

/** Reference 5.4. */
export const leaveChat = operation('chat', 'leaveChat', {
	effect: 'repeatable',
	ordered: true,
	name: 'Leave',
	action: 'Leave a chat',
	description: 'Leave a group or a channel. Only people can add the bot again.',
	fields: [chatId],
	...doneOrAlready({ says: /not a member|USER_NOT_PARTICIPANT/i }, 'chat_id'),
});
