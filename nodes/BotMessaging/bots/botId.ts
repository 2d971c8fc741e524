import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { tokenOf } from '../../../credentials/BotMessagingApi.credentials';
import { numberOfBot } from '../api/secrets';

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Two ways to write one address are one address. */
function originOf({ service, baseUrl }: IDataObject): string {
	// SafeW has two addresses for the same bots.
	if (service !== 'other') return 'safew';
	const url = trimmed(baseUrl).replace(/\/+$/, '');
	return URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url;
}

/**
 * Names a bot at an address, however its token was pasted: 16 hexadecimal digits. A token is the
 * bot's number and a secret (API reference, "Authentication"); a new secret does not make it
 * another bot.
 *
 * @param credential the decrypted credential
 */
export function botIdOf(credential: IDataObject = {}): string {
	const number = numberOfBot(credential) ?? tokenOf(credential);
	return createHash('sha256')
		.update(`${originOf(credential)} ${number}`)
		.digest('hex')
		.slice(0, 16);
}
