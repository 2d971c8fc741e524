import { snakeCase } from '../api/basics';
import type { Field, ItemContext, Property } from '../engine/define';
import { oneOf } from './oneOf';

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

const TEXT_ONLY = ['canSendMessages'];

/** All eight are sent: the documentation does not say what happens to a missing one. */
const allEight =
	(isAllowed: (parameter: string, context: ItemContext) => boolean) => (context: ItemContext) =>
		Object.fromEntries(
			PERMISSIONS.map(([, parameter]) => [snakeCase(parameter), isAllowed(parameter, context)]),
		);

const SWITCH = { type: 'boolean' } as const;

const customOf = (who: string) =>
	PERMISSIONS.map(([displayName, name, what]): Property => ({
		...SWITCH,
		displayName,
		name,
		default: TEXT_ONLY.includes(name),
		description: `Whether ${who} may ${what}`,
	}));

/**
 * A person's permissions, as one of four choices.
 *
 * @param who in descriptions, e.g. `the member`
 * @param initial the default choice
 */
export const permissionFields = (
	who: 'the member' | 'members',
	initial: 'mute' | 'custom',
): Field[] => {
	const custom = customOf(who);
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
				encode: allEight((parameter) => TEXT_ONLY.includes(parameter)),
			},
		},
	);
};
