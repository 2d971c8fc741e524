import { chatId } from '../../fields/chat';
import { RIGHT_NAMES } from '../../fields/rights';
import { operation } from '../../engine/define';
import { outputOf } from '../../engine/result';

/** Reference 5.4. The server need not list the rights of an owner, who has all of them. */
export const getChatAdministrators = operation('chat', 'getChatAdministrators', {
	effect: 'read',
	ordered: false,
	name: 'Get Administrators',
	action: 'Get the administrators of a chat',
	description: 'Get the owner and the administrators of a chat with their rights, one item each',
	fields: [chatId],
	output: (result, body) => {
		if (!Array.isArray(result)) return outputOf(result);
		return result.map((member) => {
			const isOwner = member.status === 'creator';
			const rights = RIGHT_NAMES.map(
				(right) => [right, isOwner && right.startsWith('can_')] as const,
			);
			return {
				chatId: body.chat_id,
				userId: member.user?.id ?? null,
				custom_title: null,
				...Object.fromEntries(rights),
				...member,
			};
		});
	},
});
