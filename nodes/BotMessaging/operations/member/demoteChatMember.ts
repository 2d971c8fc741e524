import { chatId } from '../../fields/chat';
import { memberId } from '../../fields/user';
import type { Operation } from '../../engine/define';
import { CHECK_CHAT_AND_USER, NOT_PROMOTED } from './hints';
import { setRights } from './setRights';

/** Service methods, 2.6: promoteChatMember with all rights off. */
export const demoteChatMember: Operation<'promoteChatMember'> = {
	resource: 'member',
	value: 'demoteChatMember',
	method: 'promoteChatMember',
	effect: 'repeatable',
	ordered: false,
	name: 'Demote',
	action: 'Demote an administrator',
	description: 'Remove all rights of an administrator. The person stays in the chat as a member.',
	hints: [CHECK_CHAT_AND_USER, ...NOT_PROMOTED],
	fields: [chatId, memberId],
	run: setRights(async () => new Set()),
};
