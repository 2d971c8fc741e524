import { operation } from '../../engine/define';

/** Reference 3.3. */
export const getWebhookInfo = operation('bot', 'getWebhookInfo', {
	effect: 'read',
	ordered: false,
	name: 'Get Webhook Info',
	action: 'Get the webhook',
	description: 'Get the address of the webhook, the number of waiting updates, and the last error',
	fields: [],
});
