import { operation } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { userId } from '../../fields/user';
import { doneOrAlready } from '../done';

/** Reference 5.5. */
export const approveChatJoinRequest = operation('joinRequest', 'approveChatJoinRequest', {
	effect: 'repeatable',
	ordered: false,
	name: 'Approve',
	action: 'Approve a join request',
	description: 'Accept a person’s request to join a chat',
	fields: [chatId, userId],
	...doneOrAlready(
		{ says: /requester_missing/i, always: /already_participant/i },
		'chat_id',
		'user_id',
	),
});
