import { operation } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { userId } from '../../fields/user';
import { doneToPerson } from '../done';

/** Reference 5.5. */
export const approveChatJoinRequest = operation('joinRequest', 'approveChatJoinRequest', {
	effect: 'repeatable',
	ordered: false,
	name: 'Approve',
	action: 'Approve a join request',
	description: 'Accept a person’s request to join a chat',
	fields: [chatId, userId],
	output: doneToPerson,
	alreadyDone: {
		says: /requester_missing/i,
		always: /already_participant/i,
		output: (body) => doneToPerson(true, body),
	},
});
