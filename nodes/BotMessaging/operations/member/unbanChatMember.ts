import { chatId, userId } from '../../fields/chat';
import type { Operation } from '../../engine/define';
import { CHECK_CHAT_AND_USER, NOT_MODERATED } from './hints';
import { doneTo } from './outcome';

/** Service methods, 2.6: without only_if_banned the server removes a member who is not banned. */
export const unbanChatMember: Operation = {
	resource: 'member',
	value: 'unbanChatMember',
	method: 'unbanChatMember',
	effect: 'repeatable',
	ordered: false,
	name: 'Unban',
	action: 'Unban a member',
	description: 'Lift a ban, so that the person may join again. It does not bring them back.',
	hints: [CHECK_CHAT_AND_USER, ...NOT_MODERATED],
	fields: [
		chatId,
		userId,
		{
			displayName: 'Only If Banned',
			name: 'onlyIfBanned',
			type: 'boolean',
			default: true,
			description:
				'Whether to leave people alone who are not banned. Turned off, it removes a member who is not banned from the chat.',
			wire: 'asRead',
		},
	],
	output: doneTo,
};
