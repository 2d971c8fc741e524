import type { Operation } from '../../engine/define';
import { rightsFields } from '../../fields/rights';

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
	fields: rightsFields,
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
