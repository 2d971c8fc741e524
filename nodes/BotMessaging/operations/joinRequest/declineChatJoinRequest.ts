import { operation } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { userId } from '../../fields/user';
import { doneOrAlready } from '../done';

/** Reference 5.5. */
export const declineChatJoinRequest = operation('joinRequest', 'declineChatJoinRequest', {
	effect: 'repeatable',
	ordered: false,
	name: 'Decline',
	action: 'Decline a join request',
	description: 'Refuse a person’s request to join a chat',
	fields: [chatId, userId],
	...doneOrAlready({ says: /requester_missing/i }, 'chat_id', 'user_id'),
});
