import type { Operation } from '../../engine/define';

/** Service facts, "Updates". */
export const getWebhookInfo: Operation = {
	resource: 'bot',
	value: 'getWebhookInfo',
	method: 'getWebhookInfo',
	effect: 'read',
	ordered: false,
	name: 'Get Webhook Info',
	action: 'Get the webhook',
	description:
		'See where the server sends the updates of the bot, how many wait, and what went wrong last',
	hints: [],
	fields: [],
};
