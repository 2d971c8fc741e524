import { createHash, timingSafeEqual } from 'crypto';
import type { ICredentialsDecrypted, IDataObject } from 'n8n-workflow';

import { proxyOf, tokenOf, type WithToken } from '../../../credentials/BotMessagingApi.credentials';

/** A secret with fewer characters may be a usual word. */
const USUAL_WORD = 8;

/** A text to hide, and its replacement. */
interface Secret {
	pattern: RegExp;
	instead: string;
	/** No shorter text can contain it. */
	length: number;
}

/** A character of a token as it may appear in an address: plain or percent-encoded, even twice. */
function formsOf(character: string): string {
	const hex = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
	const encoded = hex.map((byte) => `%(?:25)*${byte}`).join('');
	const plain = `\\u{${character.codePointAt(0)!.toString(16)}}`;
	return `(?:${plain}|${encoded})${mayBeLeftOut(character) ? '?' : ''}`;
}

/** HTTP clients remove these from an address. */
const mayBeLeftOut = (character: string) => /[\t\n\r]/.test(character);

function secret(words: string, instead: string): Secret {
	const characters = [...words];
	return {
		pattern: new RegExp(characters.map(formsOf).join(''), 'giu'),
		instead,
		length: characters.filter((character) => !mayBeLeftOut(character)).length,
	};
}

/** The secret part of a token, after the bot's number. */
function secretsOfToken(data: IDataObject, isShortKept: boolean): Secret[] {
	const token = tokenOf(data);
	const [number = ''] = /^\w+:(?=.)/s.exec(token) ?? [];
	const hidden = token.slice(number.length);
	if (!hidden) return [];
	if (!isShortKept || hidden.length >= USUAL_WORD) return [secret(hidden, '<token>')];
	return number ? [secret(token, `${number}<token>`)] : [];
}

/** The login in the proxy's URL, if valid. */
function loginAt(data: IDataObject) {
	try {
		return proxyOf(data as Parameters<typeof proxyOf>[0])?.auth;
	} catch {
		return undefined;
	}
}

/** The proxy login in the forms that a server may quote. A short password alone may be an ordinary word. */
function secretsOfProxy(data: IDataObject): Secret[] {
	const auth = loginAt(data);
	if (!auth) return [];
	const password = decodeURIComponent(auth.password);
	const login = `${decodeURIComponent(auth.username)}:${password}`;
	const header = Buffer.from(login).toString('base64');
	const all = [login, header, ...(password.length < USUAL_WORD ? [] : [password])];
	return all.map((one) => secret(one, '<password>'));
}

type Holder = Record<string, unknown>;

/** A list, or an object as JSON makes them: not a date, a file or an error. */
function isData(value: unknown): value is Holder {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * Hides tokens and proxy logins in texts that people may read: servers quote the address, and so the token.
 * Finds them in any case and percent-encoding, in linear time.
 */
export class Mask {
	private secrets: Secret[] = [];

	/** @param isShortKept whether a secret that may be a usual word is kept if it is alone */
	constructor(private readonly isShortKept: boolean) {}

	add({ data = {} }: Pick<ICredentialsDecrypted, 'data'>): this {
		const added = [...secretsOfToken(data, this.isShortKept), ...secretsOfProxy(data)];
		const known = new Set(this.secrets.map(({ pattern }) => pattern.source));
		this.secrets.push(...added.filter(({ pattern }) => !known.has(pattern.source)));
		return this;
	}

	words(text: string): string {
		return this.secrets.reduce(
			(left, { pattern, instead, length }) =>
				left.length < length ? left : left.replace(pattern, instead),
			text,
		);
	}

	/** Hides them in all texts and names of JSON at any depth. Returns the same value if it finds nothing. */
	data<T>(value: T): T {
		return this.isIn(value) ? this.copyOf(value) : value;
	}

	private isIn(value: unknown): boolean {
		const seen = new Set<unknown>();
		const open = [value];
		while (open.length > 0) {
			const one = open.pop();
			if (typeof one === 'string' && this.words(one) !== one) return true;
			if (!isData(one) || seen.has(one)) continue;
			seen.add(one);
			for (const key of Object.keys(one)) {
				if (this.words(key) !== key) return true;
				open.push(one[key]);
			}
		}
		return false;
	}

	private copyOf<T>(value: T): T {
		const copies = new Map<Holder, object>();
		const copy = (one: unknown): unknown => {
			if (typeof one === 'string') return this.words(one);
			if (!isData(one)) return one;
			if (!copies.has(one)) copies.set(one, Array.isArray(one) ? [] : {});
			return copies.get(one);
		};
		const whole = copy(value);
		// The loop also covers entries that it adds.
		for (const [one, target] of copies) {
			for (const key of Object.keys(one)) {
				const how = { value: copy(one[key]), enumerable: true, writable: true, configurable: true };
				Object.defineProperty(target, this.words(key), how);
			}
		}
		return whole as T;
	}
}

/** A server's text without the secrets of a credential. */
export const withoutSecrets = (words: string, credential: ICredentialsDecrypted): string =>
	new Mask(false).add(credential).words(words);

/** The bot's number at the start of its token; undefined if missing. */
export const numberOfBot = (credential?: WithToken): string | undefined =>
	/^(\d+):/.exec(tokenOf(credential))?.[1];

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares an outside value with a secret in constant time. */
export const isSame = (given: unknown, secret: string): boolean =>
	typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));
