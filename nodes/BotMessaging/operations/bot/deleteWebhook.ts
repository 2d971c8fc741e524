import { dropPendingUpdates } from '../../fields/bot';
import { operation } from '../../engine/define';

/** Reference 3.3. */
export const deleteWebhook = operation('bot', 'deleteWebhook', {
	effect: 'repeatable',
	ordered: false,
	name: 'Delete Webhook',
	action: 'Delete the webhook',
	description:
		'Stop the server from sending updates to a webhook. A published webhook trigger then gets none. A published polling trigger gets them within 10 seconds.',
	fields: [],
	additionalFields: [dropPendingUpdates],
	output: (result, { drop_pending_updates: dropPendingUpdates = false }) => [
		{ deleted: result === true, dropPendingUpdates },
	],
});
