import { snakeCase } from '../engine/body';
import type { Field, ItemContext, Property } from '../engine/define';
import { oneOf } from './oneOf';

/** The eight fields of ChatPermissions (API reference): label, parameter, and what it is about. */
const PERMISSIONS = [
	[
		'Can Send Messages',
		'canSendMessages',
		'the member may send text messages, contacts and locations',
	],
	[
		'Can Send Media',
		'canSendMediaMessages',
		'the member may send photos, videos, audio, documents and voice notes',
	],
	['Can Send Polls', 'canSendPolls', 'the member may send polls'],
	[
		'Can Send Stickers and Games',
		'canSendOtherMessages',
		'the member may send stickers, animations and games, and use inline bots',
	],
	[
		'Can Add Link Previews',
		'canAddWebPagePreviews',
		'links in the member’s messages may show a preview',
	],
	[
		'Can Change Chat Info',
		'canChangeInfo',
		'the member may change the title, the photo and other settings of the chat',
	],
	['Can Invite Users', 'canInviteUsers', 'the member may invite new users'],
	['Can Pin Messages', 'canPinMessages', 'the member may pin messages'],
];

const TEXT_ONLY = ['canSendMessages'];

/** All eight go on the wire: what the server makes of one that is left out is not documented. */
const allEight =
	(isAllowed: (parameter: string, context: ItemContext) => boolean) => (context: ItemContext) =>
		Object.fromEntries(
			PERMISSIONS.map(([, parameter]) => [snakeCase(parameter), isAllowed(parameter, context)]),
		);

const SWITCH = { type: 'boolean' } as const;

const custom = PERMISSIONS.map(([displayName, name, whether]): Property => ({
	...SWITCH,
	displayName,
	name,
	default: TEXT_ONLY.includes(name),
	description: `Whether ${whether}`,
}));

export const permissionFields: Field[] = oneOf(
	{
		displayName: 'Permissions',
		name: 'permissions',
		default: 'mute',
		description: 'What the member may do from now on',
	},
	{
		allowAll: {
			name: 'Allow All',
			description: 'Lift every restriction',
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
			description: 'The member can read but not write',
			encode: allEight(() => false),
		},
		textOnly: {
			name: 'Text Only',
			description: 'Text messages and nothing else',
			encode: allEight((parameter) => TEXT_ONLY.includes(parameter)),
		},
	},
);
