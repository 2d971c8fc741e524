import { integer } from '../../fields/encode';
import { limit, sent, number } from '../../fields/formField';
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
		sent(
			'offset',
			'The ID of the first update to return. The server drops all updates before it.',
			integer,
			{ type: 'number', default: 0 },
		),
		sent('timeout', 'How long to wait for an update if none is waiting', integer, {
			displayName: 'Wait (Seconds)',
			...number(0, { minValue: 0 }),
		}),
		allowedUpdates,
	],
});
