import type { Operation } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { userId } from '../../fields/user';
import { answerOutput, NOT_WAITING } from './shared';

/** Service methods, "Join requests". */
export const approveChatJoinRequest: Operation<'approveChatJoinRequest'> = {
	resource: 'joinRequest',
	value: 'approveChatJoinRequest',
	method: 'approveChatJoinRequest',
	effect: 'repeatable',
	ordered: false,
	name: 'Approve',
	action: 'Approve a join request',
	description: 'Accept a person’s request to join a chat',
	hints: NOT_WAITING,
	fields: [chatId, userId],
	output: (result, body) => answerOutput(result === true, body),
	alreadyDone: {
		says: /requester_missing|already_participant/i,
		output: (body) => answerOutput(true, body),
	},
};
