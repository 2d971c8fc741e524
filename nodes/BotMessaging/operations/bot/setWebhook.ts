import type { MostOf } from '../../../../reference';
import { UserError } from '../../api/errors';
import { operation, type Encode } from '../../engine/define';
import { integerWithin, optionalText, text } from '../../fields/encode';
import { sent, number } from '../../fields/formField';
import { allowedUpdates, dropPendingUpdates } from '../../fields/bot';
import { doneTo } from '../done';

const MOST_CONNECTIONS: MostOf<'setWebhook', 'max_connections'> = 100;

/** The error does not quote the value: anyone who knows it can pose as the server. */
const secret: Encode = (value, label) => {
	const word = text(value, label);
	if (/^[A-Za-z0-9_-]{1,256}$/.test(word)) return word;
	throw new UserError(
		`${label} has characters that are not allowed, or more than 256`,
		`Use only letters from A to Z in upper or lower case, digits, _ and - in ${label}, without spaces.`,
	);
};

/** Reference 3.3. */
export const setWebhook = operation('bot', 'setWebhook', {
	effect: 'repeatable',
	ordered: false,
	name: 'Set Webhook',
	action: 'Set the webhook',
	description:
		'Set the URL that receives the updates of the bot. Replaces the webhook of a trigger.',
	fields: [
		sent('url', 'The URL that receives the updates', text, {
			displayName: 'URL',
			required: true,
			placeholder: 'e.g. https://example.com/updates',
		}),
	],
	additionalFields: [
		sent(
			'ipAddress',
			'The fixed IP address to send the updates to, instead of the one from DNS',
			optionalText,
			{ displayName: 'IP Address', placeholder: 'e.g. 203.0.113.7' },
		),
		sent(
			'maxConnections',
			'The maximum number of simultaneous connections to the webhook, from 1 to 100',
			integerWithin(1, MOST_CONNECTIONS),
			number(40, { minValue: 1, maxValue: MOST_CONNECTIONS }),
		),
		sent(
			'secretToken',
			'A secret that the server sends with every update, so that the receiver can verify it. Up to 256 letters, digits, _ and -.',
			secret,
			{ typeOptions: { password: true }, placeholder: 'e.g. a-long-random-word' },
		),
		allowedUpdates,
		dropPendingUpdates,
	],
	output: doneTo('url'),
});
