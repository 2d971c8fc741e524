import { integer } from '../../fields/encode';
import { limit } from '../../fields/formField';
import { allowedUpdates } from '../../fields/bot';
import { operation } from '../../engine/define';

/** Reference 3.2. */
export const getUpdates = operation('bot', 'getUpdates', {
	effect: 'repeatable',
	ordered: false,
	name: 'Get Updates',
	action: 'Get waiting updates',
	description:
		'Get the updates that wait on the server. Does not work while a webhook or a trigger receives them.',
	fields: [],
	additionalFields: [
		limit,
		{
			displayName: 'Offset',
			name: 'offset',
			type: 'number',
			default: 0,
			description: 'The ID of the first update to return. The server drops all updates before it.',
			wire: { encode: integer },
		},
		{
			displayName: 'Wait (Seconds)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'How long to wait for an update if none is waiting',
			wire: { encode: integer },
		},
		allowedUpdates,
	],
});
