import { integer } from '../../fields/encode';
import { limit } from '../../fields/limit';
import { allowedUpdates } from '../../fields/updateDelivery';
import type { Operation } from '../../engine/define';

/** Service facts, "Updates". */
export const getUpdates: Operation = {
	resource: 'bot',
	value: 'getUpdates',
	method: 'getUpdates',
	effect: 'repeatable',
	ordered: false,
	name: 'Get Updates',
	action: 'Get waiting updates',
	description:
		'Fetch the updates that wait for the bot. Not while a webhook or a trigger gets them.',
	hints: [
		{
			code: 409,
			hint: 'Updates go to one place only: to a published workflow with the Bot Messaging Polling Trigger, to a webhook, or to another program. Unpublish that workflow. Delete the webhook, or stop the other program, if it is one of these.',
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
			description:
				'The number of the first update to return. All updates below it count as read, and the server forgets them.',
			wire: { encode: integer },
		},
		{
			displayName: 'Wait (Seconds)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'How long to wait for an update if there is none yet',
			wire: { encode: integer },
		},
		allowedUpdates,
	],
};
