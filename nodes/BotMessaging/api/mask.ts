import type { ICredentialsDecrypted } from 'n8n-workflow';

import { proxyOf, tokenOf } from '../../../credentials/BotMessagingApi.credentials';

const MASK = '<token>';

/** The part of a token that is secret: what follows the number of the bot. */
function secretOf({ data }: ICredentialsDecrypted): string {
	return tokenOf(data).replace(/^\w+:(?=.)/s, '');
}

/** A character of a token as an address may contain it: as it is, or percent-encoded, even twice. */
function formsOf(character: string): string {
	const hex = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
	const encoded = hex.map((byte) => `%(?:25)*${byte}`).join('');
	const plain = `\\u{${character.codePointAt(0)!.toString(16)}}`;
	// HTTP clients leave these out of an address.
	const mayBeLeftOut = /[\t\n\r]/.test(character) ? '?' : '';
	return `(?:${plain}|${encoded})${mayBeLeftOut}`;
}

/** The login at the proxy as a server may quote it. A short password alone may be a usual word. */
function loginsOf({ data }: ICredentialsDecrypted): string[] {
	const { auth } = proxyOf(data ?? {}) ?? {};
	if (!auth) return [];
	const password = decodeURIComponent(auth.password);
	const login = `${decodeURIComponent(auth.username)}:${password}`;
	const header = Buffer.from(login).toString('base64');
	return [login, header, ...(password.length < 8 ? [] : [password])];
}

const patternOf = (secret: string) => new RegExp([...secret].map(formsOf).join(''), 'giu');

/**
 * Words of a server without the token and the login at the proxy: some servers quote the address, and
 * so the token, in them. Both are found in any case of their letters and however they are
 * percent-encoded.
 */
export function withoutSecrets(words: string, credential: ICredentialsDecrypted): string {
	const token = secretOf(credential);
	const withoutToken = token ? words.replace(patternOf(token), MASK) : words;
	return loginsOf(credential).reduce(
		(left, login) => left.replace(patternOf(login), '<password>'),
		withoutToken,
	);
}
