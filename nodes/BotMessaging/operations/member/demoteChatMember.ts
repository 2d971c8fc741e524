import { chatId } from '../../fields/chat';
import { userId } from '../../fields/user';
import { operation } from '../../engine/define';
import { setRights } from './promoteChatMember';

/** Reference 5.4: promoteChatMember with all rights off. */
export const demoteChatMember = operation('member', 'promoteChatMember', {
	value: 'demoteChatMember',
	effect: 'repeatable',
	ordered: false,
	name: 'Demote',
	action: 'Demote an administrator',
	description: 'Remove all rights of an administrator. The person stays in the chat as a member.',
	fields: [chatId, userId],
	run: setRights(async () => new Set()),
});
