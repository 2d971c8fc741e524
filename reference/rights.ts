import type { MethodName } from './index';

/** The rights of an administrator, by their names on the wire. */
export type Right =
	| 'can_change_info'
	| 'can_delete_messages'
	| 'can_edit_messages'
	| 'can_invite_users'
	| 'can_pin_messages'
	| 'can_post_messages'
	| 'can_promote_members'
	| 'can_restrict_members';

/**
 * The right that a bot needs in a group, as an administrator, to call a method.
 * A method that is not in this list needs none.
 */
export const NEEDED_RIGHTS: Partial<Record<MethodName, Right>> = {
	banChatMember: 'can_restrict_members',
	unbanChatMember: 'can_restrict_members',
	restrictChatMember: 'can_restrict_members',
	banChatSenderChat: 'can_restrict_members',
	unbanChatSenderChat: 'can_restrict_members',
	setChatPermissions: 'can_restrict_members',
	deleteMessage: 'can_delete_messages',
	deleteMessages: 'can_delete_messages',
	setChatTitle: 'can_change_info',
	createChatInviteLink: 'can_invite_users',
	editChatInviteLink: 'can_invite_users',
	revokeChatInviteLink: 'can_invite_users',
	exportChatInviteLink: 'can_invite_users',
	approveChatJoinRequest: 'can_invite_users',
	declineChatJoinRequest: 'can_invite_users',
	pinChatMessage: 'can_pin_messages',
	unpinChatMessage: 'can_pin_messages',
	promoteChatMember: 'can_promote_members',
};
