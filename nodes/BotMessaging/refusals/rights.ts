import { NEEDED_RIGHTS, type Right } from '../../../reference/rights';

const IN_WORDS: Record<Right, string> = {
	can_change_info: 'change the chat info',
	can_delete_messages: 'delete messages',
	can_edit_messages: 'edit messages',
	can_invite_users: 'invite users',
	can_pin_messages: 'pin messages',
	can_post_messages: 'post messages',
	can_promote_members: 'add administrators and with every right that it should grant',
	can_restrict_members: 'restrict members',
};

/** The right that the bot needs to call a method, in words. */
export function rightFor(method = ''): string {
	const right = new Map<string, Right>(Object.entries(NEEDED_RIGHTS)).get(method);
	return right ? IN_WORDS[right] : 'do this';
}
