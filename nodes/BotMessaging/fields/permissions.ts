import type { Field, ItemContext } from '../engine/define';
import { choice } from './encode';

/** The eight fields of ChatPermissions (API reference), by the parameter that shows each. */
const PERMISSIONS: Record<string, string> = {
	canSendMessages: 'can_send_messages',
	canSendMediaMessages: 'can_send_media_messages',
	canSendPolls: 'can_send_polls',
	canSendOtherMessages: 'can_send_other_messages',
	canAddWebPagePreviews: 'can_add_web_page_previews',
	canChangeInfo: 'can_change_info',
	canInviteUsers: 'can_invite_users',
	canPinMessages: 'can_pin_messages',
};

/** All eight go on the wire: what the server makes of one that is left out is not documented. */
const allEight =
	(isAllowed: (parameter: string, context: ItemContext) => boolean) =>
	(context: ItemContext): unknown =>
		Object.fromEntries(
			Object.entries(PERMISSIONS).map(([parameter, name]) => [name, isAllowed(parameter, context)]),
		);

const permissionsObject = choice({
	mute: allEight(() => false),
	textOnly: allEight((parameter) => parameter === 'canSendMessages'),
	allowAll: allEight(() => true),
	custom: allEight((parameter, { values }) => values[parameter] === true),
});

export const permissionFields: Field[] = [
	{
		displayName: 'Permissions',
		name: 'permissions',
		type: 'options',
		options: [
			{ name: 'Allow All', value: 'allowAll', description: 'Lift every restriction' },
			{ name: 'Custom', value: 'custom', description: 'Choose each permission' },
			{ name: 'Mute', value: 'mute', description: 'The member can read but not write' },
			{ name: 'Text Only', value: 'textOnly', description: 'Text messages and nothing else' },
		],
		default: 'mute',
		description: 'What the member may do from now on',
		wire: { encode: permissionsObject },
	},
	{
		displayName: 'Can Send Messages',
		name: 'canSendMessages',
		type: 'boolean',
		default: true,
		displayOptions: { show: { permissions: ['custom'] } },
		description: 'Whether the member may send text messages, contacts and locations',
		wire: 'formOnly',
	},
	{
		displayName: 'Can Send Media',
		name: 'canSendMediaMessages',
		type: 'boolean',
		default: false,
		displayOptions: { show: { permissions: ['custom'] } },
		description: 'Whether the member may send photos, videos, audio, documents and voice notes',
		wire: 'formOnly',
	},
	{
		displayName: 'Can Send Polls',
		name: 'canSendPolls',
		type: 'boolean',
		default: false,
		displayOptions: { show: { permissions: ['custom'] } },
		description: 'Whether the member may send polls',
		wire: 'formOnly',
	},
	{
		displayName: 'Can Send Stickers and Games',
		name: 'canSendOtherMessages',
		type: 'boolean',
		default: false,
		displayOptions: { show: { permissions: ['custom'] } },
		description: 'Whether the member may send stickers, animations and games, and use inline bots',
		wire: 'formOnly',
	},
	{
		displayName: 'Can Add Link Previews',
		name: 'canAddWebPagePreviews',
		type: 'boolean',
		default: false,
		displayOptions: { show: { permissions: ['custom'] } },
		description: 'Whether links in the member’s messages may show a preview',
		wire: 'formOnly',
	},
	{
		displayName: 'Can Change Chat Info',
		name: 'canChangeInfo',
		type: 'boolean',
		default: false,
		displayOptions: { show: { permissions: ['custom'] } },
		description:
			'Whether the member may change the title, the photo and other settings of the chat',
		wire: 'formOnly',
	},
	{
		displayName: 'Can Invite Users',
		name: 'canInviteUsers',
		type: 'boolean',
		default: false,
		displayOptions: { show: { permissions: ['custom'] } },
		description: 'Whether the member may invite new users',
		wire: 'formOnly',
	},
	{
		displayName: 'Can Pin Messages',
		name: 'canPinMessages',
		type: 'boolean',
		default: false,
		displayOptions: { show: { permissions: ['custom'] } },
		description: 'Whether the member may pin messages',
		wire: 'formOnly',
	},
];
