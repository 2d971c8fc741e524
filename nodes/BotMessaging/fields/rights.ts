import { snakeCase } from '../engine/body';
import type { Field, Property } from '../engine/define';
import { oneOf } from './oneOf';

/** ChatAdministratorRights (service methods, "Objects"): label, parameter, and what it allows. */
const RIGHTS = [
	['Anonymous', 'isAnonymous', 'the bot writes in the name of the chat'],
	['Can Change Chat Info', 'canChangeInfo', 'the bot may change title and photo of a chat'],
	['Can Delete Messages', 'canDeleteMessages', 'the bot may delete messages of others'],
	['Can Edit Messages', 'canEditMessages', 'the bot may edit posts of others, in channels'],
	['Can Invite Users', 'canInviteUsers', 'the bot may invite people and approve join requests'],
	['Can Manage Chat', 'canManageChat', 'the bot may see what only administrators see'],
	['Can Manage Video Chats', 'canManageVideoChats', 'the bot may manage video chats'],
	['Can Pin Messages', 'canPinMessages', 'the bot may pin messages'],
	['Can Post Messages', 'canPostMessages', 'the bot may post, in channels'],
	['Can Promote Members', 'canPromoteMembers', 'the bot may make others administrators'],
	['Can Restrict Members', 'canRestrictMembers', 'the bot may mute and ban members'],
];

const SWITCH = { type: 'boolean', default: false } as const;

const switches = RIGHTS.map(([displayName, name, whether]): Property => ({
	...SWITCH,
	displayName,
	name,
	description: `Whether ${whether}`,
}));

/** All eleven go on the wire: what the server makes of one that is left out is not documented. */
export const rightsFields: Field[] = oneOf(
	{
		displayName: 'Rights',
		name: 'rights',
		default: 'custom',
		description: 'What the bot asks for when somebody makes it an administrator',
	},
	{
		custom: {
			name: 'Custom',
			description: 'Choose each right',
			reads: switches,
			encode: ({ values }) =>
				Object.fromEntries(RIGHTS.map(([, name]) => [snakeCase(name), values[name] === true])),
		},
		none: { name: 'No Defaults', description: 'Remove what was set before' },
	},
);
