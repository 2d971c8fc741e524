import type { Operation } from '../../engine/define';
import { flagsOf, rights } from '../../fields/rights';

/** Service methods, "setMyDefaultAdministratorRights". */
export const setMyDefaultAdministratorRights: Operation = {
	resource: 'bot',
	value: 'setMyDefaultAdministratorRights',
	method: 'setMyDefaultAdministratorRights',
	effect: 'repeatable',
	ordered: false,
	name: 'Set Default Rights',
	action: 'Set the default rights of the bot',
	description: 'Set which rights the app proposes when somebody makes the bot an administrator',
	hints: [],
	fields: [
		{
			...rights,
			required: false,
			description:
				'What the bot asks for when somebody makes it an administrator. Choose none to remove what was set before.',
			wire: {
				// Without the parameter, the server clears the defaults.
				encode: (chosen) =>
					(chosen as string[]).length > 0 ? flagsOf(chosen as string[]) : undefined,
			},
		},
	],
	additionalFields: [
		{
			displayName: 'For Channels',
			name: 'forChannels',
			type: 'boolean',
			default: true,
			description: 'Whether this is for channels. Without this field it is for groups.',
			wire: 'asRead',
		},
	],
	output: (result, { for_channels: forChannels = false }) => [
		{ success: result === true, forChannels: forChannels as boolean },
	],
};
