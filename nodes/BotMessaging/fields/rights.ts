import { UserError } from '../api/errors';
import type { Field, ItemContext } from '../engine/define';
import { snakeCase } from '../api/basics';
import { formOnly, oneOf, optionsIn, toggle } from './formField';

/** An administrator's rights by the API's names (reference 6.2). */
const RIGHTS = optionsIn({
	can_promote_members: [
		'Add Administrators',
		'Promote members to administrators, with rights of their own',
	],
	can_change_info: [
		'Change Chat Info',
		'Change the title, the photo and other settings of the chat',
	],
	can_delete_messages: ['Delete Messages', 'Delete messages, including those of other people'],
	can_edit_messages: ['Edit Messages', 'Edit the posts of other people. Applies to channels only.'],
	can_invite_users: ['Invite Users', 'Invite users, also with invite links'],
	can_manage_chat: ['Manage Chat', 'Be an administrator. Every other right includes this one.'],
	can_manage_video_chats: ['Manage Video Chats'],
	can_pin_messages: ['Pin Messages'],
	can_post_messages: ['Post Messages', 'Post in the channel. Applies to channels only.'],
	can_restrict_members: ['Restrict and Ban Members', 'Mute, restrict, ban and unban'],
	is_anonymous: ['Stay Anonymous', 'Write in the name of the group without being named'],
});

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

/** The eight fields of ChatPermissions (reference 6.3): label, parameter, and what one may do. */
const PERMISSIONS: Array<[label: string, name: string, what: string]> = [
	['Can Send Messages', 'canSendMessages', 'send text messages, contacts and locations'],
	[
		'Can Send Media',
		'canSendMediaMessages',
		'send photos, videos, audio, documents and voice notes',
	],
	['Can Send Polls', 'canSendPolls', 'send polls'],
	[
		'Can Send Stickers and Games',
		'canSendOtherMessages',
		'send stickers, animations and games, and use inline bots',
	],
	[
		'Can Add Link Previews',
		'canAddWebPagePreviews',
		'send links that show a preview of their page',
	],
	[
		'Can Change Chat Info',
		'canChangeInfo',
		'change the title, the photo and other settings of the chat',
	],
	['Can Invite Users', 'canInviteUsers', 'invite new users'],
	['Can Pin Messages', 'canPinMessages', 'pin messages'],
];

const TEXT = 'canSendMessages';

/** All eight are sent: the documentation does not say what happens to a missing one. */
const allEight =
	(isAllowed: (parameter: string, context: ItemContext) => boolean) => (context: ItemContext) =>
		Object.fromEntries(
			PERMISSIONS.map(([, parameter]) => [snakeCase(parameter), isAllowed(parameter, context)]),
		);

/** A person's permissions, as one of four choices. `who` is for descriptions, e.g. `the member`. */
export const permissionFields = (
	who: 'the member' | 'members',
	initial: 'mute' | 'custom',
): Field[] => {
	const custom = PERMISSIONS.map(([displayName, name, what]) => {
		const more = { displayName, ...toggle, default: name === TEXT };
		return formOnly(name, `Whether ${who} may ${what}`, more);
	});
	return oneOf(
		{
			displayName: 'Permissions',
			name: 'permissions',
			default: initial,
			description: `What ${who} may do`,
		},
		{
			allowAll: {
				name: 'Allow All',
				description: 'Lift all restrictions',
				encode: allEight(() => true),
			},
			custom: {
				name: 'Custom',
				description: 'Choose each permission',
				reads: custom,
				encode: allEight((parameter, { values }) => values[parameter] === true),
			},
			mute: {
				name: 'Mute',
				description: `Let ${who} read but not write`,
				encode: allEight(() => false),
			},
			textOnly: {
				name: 'Text Only',
				description: 'Allow only text messages',
				encode: allEight((parameter) => parameter === TEXT),
			},
		},
	);
};
