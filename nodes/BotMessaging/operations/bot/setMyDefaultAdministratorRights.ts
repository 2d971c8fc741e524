import { operation } from '../../engine/define';
import { flagsOf, rights } from '../../fields/rights';
import { sentSwitch } from '../../fields/formField';

/** Reference 5.1. */
export const setMyDefaultAdministratorRights = operation('bot', 'setMyDefaultAdministratorRights', {
	effect: 'repeatable',
	ordered: false,
	name: 'Set Default Rights',
	action: 'Set the default rights of the bot',
	description: 'Set the rights that the app suggests when the bot is made an administrator',
	fields: [
		{
			...rights,
			required: false,
			description:
				'The rights to suggest when the bot is made an administrator. Choose none to remove the earlier suggestion.',
			wire: {
				// Without the parameter, the server clears the defaults.
				encode: (chosen) =>
					(chosen as string[]).length > 0 ? flagsOf(chosen as string[]) : undefined,
			},
		},
	],
	additionalFields: [
		sentSwitch(
			'forChannels',
			'For Channels',
			'Whether the rights are for channels. Without this field, they are for groups.',
		),
	],
	output: (result, { for_channels: forChannels = false }) => [
		{ success: result === true, forChannels: forChannels },
	],
});
