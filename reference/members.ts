import type { Family } from './shape';
import { CHAT, MEMBER } from './shared';

const FOR_ANY_LINK = {
	name: { type: 'string', most: 32 },
	expire_date: { type: 'integer' },
	member_limit: { type: 'integer', least: 1, most: 99_999 },
	creates_join_request: { type: 'boolean' },
} as const;

const LINK = { ...CHAT, invite_link: { type: 'string', required: true } } as const;

const CHANNEL = { ...CHAT, sender_chat_id: { type: 'integer', required: true } } as const;

/** Members, chats, invite links and join requests (reference 5.4 and 5.5). */
export const MEMBERS = {
	getChat: { documented: 'service', params: CHAT, result: 'Chat' },
	getChatMemberCount: { documented: 'service', params: CHAT, result: 'count' },
	getChatAdministrators: { documented: 'service', params: CHAT, result: 'ChatMembers' },
	leaveChat: { documented: 'service', params: CHAT, result: 'true' },
	getChatMember: { documented: 'reference', params: MEMBER, result: 'ChatMember' },
	setChatTitle: {
		documented: 'service',
		params: { ...CHAT, title: { type: 'string', required: true, least: 1, most: 255 } },
		result: 'true',
	},
	setChatPermissions: {
		documented: 'service',
		params: { ...CHAT, permissions: { type: 'object', required: true } },
		result: 'true',
	},
	banChatMember: {
		documented: 'reference',
		params: { ...MEMBER, until_date: { type: 'integer' } },
		result: 'true',
	},
	unbanChatMember: {
		documented: 'service',
		params: { ...MEMBER, only_if_banned: { type: 'boolean' } },
		result: 'true',
	},
	restrictChatMember: {
		documented: 'reference',
		params: {
			...MEMBER,
			permissions: { type: 'object', required: true },
			until_date: { type: 'integer' },
		},
		result: 'true',
	},
	banChatSenderChat: { documented: 'service', params: CHANNEL, result: 'true' },
	unbanChatSenderChat: { documented: 'service', params: CHANNEL, result: 'true' },
	promoteChatMember: {
		documented: 'service',
		params: {
			...MEMBER,
			is_anonymous: { type: 'boolean' },
			can_manage_chat: { type: 'boolean' },
			can_post_messages: { type: 'boolean' },
			can_edit_messages: { type: 'boolean' },
			can_delete_messages: { type: 'boolean' },
			can_manage_video_chats: { type: 'boolean' },
			can_restrict_members: { type: 'boolean' },
			can_promote_members: { type: 'boolean' },
			can_change_info: { type: 'boolean' },
			can_invite_users: { type: 'boolean' },
			can_pin_messages: { type: 'boolean' },
		},
		result: 'true',
	},
	setChatAdministratorCustomTitle: {
		documented: 'service',
		// An empty title removes the current one.
		params: { ...MEMBER, custom_title: { type: 'string', required: 'ownWords', most: 16 } },
		result: 'true',
	},
	createChatInviteLink: {
		documented: 'service',
		params: { ...CHAT, ...FOR_ANY_LINK },
		result: 'InviteLink',
	},
	editChatInviteLink: {
		documented: 'service',
		params: { ...LINK, ...FOR_ANY_LINK },
		result: 'InviteLink',
	},
	revokeChatInviteLink: { documented: 'service', params: LINK, result: 'InviteLink' },
	exportChatInviteLink: { documented: 'service', params: CHAT, result: 'link' },
	approveChatJoinRequest: { documented: 'service', params: MEMBER, result: 'true' },
	declineChatJoinRequest: { documented: 'service', params: MEMBER, result: 'true' },
} as const satisfies Family;
