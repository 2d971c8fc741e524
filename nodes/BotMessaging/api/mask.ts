import type { ICredentialsDecrypted } from 'n8n-workflow';

import { tokenOf } from '../../../credentials/BotMessagingApi.credentials';

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

/**
 * Words of a server without the token: some servers quote the address, and so the token, in them.
 * The token is found in any case of its letters and however it is percent-encoded.
 */
export function withoutToken(words: string, credential: ICredentialsDecrypted): string {
	const secret = secretOf(credential);
	if (!secret) return words;
	return words.replace(new RegExp([...secret].map(formsOf).join(''), 'giu'), MASK);
}
