import { UserError } from '../api/errors';
import type { Field } from '../engine/define';

/** An administrator's rights by the API's names (reference 6.2). */
const RIGHTS = [
	{
		name: 'Add Administrators',
		value: 'can_promote_members',
		description: 'Promote members to administrators, with rights of their own',
	},
	{
		name: 'Change Chat Info',
		value: 'can_change_info',
		description: 'Change the title, the photo and other settings of the chat',
	},
	{
		name: 'Delete Messages',
		value: 'can_delete_messages',
		description: 'Delete messages, including those of other people',
	},
	{
		name: 'Edit Messages',
		value: 'can_edit_messages',
		description: 'Edit the posts of other people. Applies to channels only.',
	},
	{
		name: 'Invite Users',
		value: 'can_invite_users',
		description: 'Invite users, also with invite links',
	},
	{
		name: 'Manage Chat',
		value: 'can_manage_chat',
		description: 'Be an administrator. Every other right includes this one.',
	},
	{ name: 'Manage Video Chats', value: 'can_manage_video_chats' },
	{ name: 'Pin Messages', value: 'can_pin_messages' },
	{
		name: 'Post Messages',
		value: 'can_post_messages',
		description: 'Post in the channel. Applies to channels only.',
	},
	{
		name: 'Restrict and Ban Members',
		value: 'can_restrict_members',
		description: 'Mute, restrict, ban and unban',
	},
	{
		name: 'Stay Anonymous',
		value: 'is_anonymous',
		description: 'Write in the name of the group without being named',
	},
];

/** The wire names of all rights. */
export const RIGHT_NAMES = RIGHTS.map(({ value }) => value);

/** All rights by wire name: true for the chosen ones and for others that should be on. */
export const flagsOf = (chosen: Iterable<string>): Record<string, boolean> => {
	const on = new Set(chosen);
	return Object.fromEntries([...RIGHT_NAMES, ...on].map((name) => [name, on.has(name)]));
};

export const rights: Field = {
	displayName: 'Rights',
	name: 'rights',
	type: 'multiOptions',
	options: RIGHTS,
	default: [],
	required: true,
	description:
		'What the administrator may do. The bot can grant only its own rights. An expression can return a list, for example ["can_delete_messages"].',
	wire: {
		encode: (value, label) => {
			if ((value as string[]).length > 0) return value;
			throw new UserError(
				`${label} is empty`,
				'Choose at least one right. To remove all rights, use Demote.',
			);
		},
	},
};
