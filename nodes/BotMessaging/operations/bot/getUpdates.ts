import { integer } from '../../fields/encode';
import { limit } from '../../fields/limit';
import { allowedUpdates } from '../../fields/updateDelivery';
import type { Operation } from '../../engine/define';

/** Service facts, "Updates". */
export const getUpdates: Operation<'getUpdates'> = {
	resource: 'bot',
	value: 'getUpdates',
	method: 'getUpdates',
	effect: 'repeatable',
	ordered: false,
	name: 'Get Updates',
	action: 'Get waiting updates',
	description:
		'Get the updates that wait on the server. Does not work while a webhook or a trigger receives them.',
	hints: [
		{
			code: 409,
			reason: 'other',
			hint: 'Updates go to one receiver only: a published workflow with the Bot Messaging Polling Trigger, a webhook, or another program. Unpublish the workflow, delete the webhook, or stop the other program.',
		},
	],
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
};
