import { integer, optionalText, text } from '../../fields/encode';
import { allowedUpdates, dropPendingUpdates } from '../../fields/updates';
import type { Operation } from '../../operation/define';

/** Service facts, "Updates". */
export const setWebhook: Operation = {
	resource: 'bot',
	value: 'setWebhook',
	name: 'Set Webhook',
	action: 'Set the webhook',
	description:
		'Have the server send the bot’s updates to an address. It replaces the webhook of a trigger.',
	fields: [
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://example.com/updates',
			description: 'The address that gets the updates',
			wire: { encode: text },
		},
	],
	additionalFields: [
		{
			displayName: 'IP Address',
			name: 'ipAddress',
			type: 'string',
			default: '',
			placeholder: 'e.g. 203.0.113.7',
			description: 'Where to send the updates instead of asking the name server',
			wire: { encode: optionalText },
		},
		{
			displayName: 'Max Connections',
			name: 'maxConnections',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 100 },
			default: 40,
			description: 'How many updates the server sends at the same time at most, from 1 to 100',
			wire: { encode: integer },
		},
		{
			displayName: 'Secret Token',
			name: 'secretToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. a-long-random-word',
			description:
				'Comes with every update, so that the receiver can tell who sent it: up to 256 letters, digits, _ and -',
			wire: { encode: optionalText },
		},
		allowedUpdates,
		dropPendingUpdates,
	],
	output: (result, { url }) => [{ success: result === true, url: url as string }],
};
