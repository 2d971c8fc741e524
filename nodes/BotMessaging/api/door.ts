import { createHash, timingSafeEqual } from 'crypto';
import type {
	ICredentialsDecrypted,
	IDataObject,
	IBinaryKeyData,
	INodeExecutionData,
	IWebhookResponseData,
} from 'n8n-workflow';

import { proxyOf, tokenOf, type WithToken } from '../../../credentials/BotMessagingApi.credentials';
import { settle } from './basics';

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

/** Hides tokens and proxy logins in any case and percent-encoding: servers quote the address. */
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

/** The key under which a context holds its door. */
const DOOR = Symbol('door');

/** What n8n gives a node; some parts exist only for some nodes, or in newer versions. */
interface DoorContext {
	logger: object;
	helpers: object;
}

type HelperFunction = (...given: unknown[]) => unknown;

/** Functions that send data out of a node, besides its log and helpers. */
const TOLD = ['addExecutionHints', 'emit', 'emitError', 'saveFailedExecution'];
const LOGGED = ['debug', 'info', 'warn', 'error'];
const STORED = ['prepareBinaryData'];

/** Functions that return data stored by n8n for a node. */
const KEPT = ['getContext', 'getWorkflowStaticData'];

/** Wrappers for those functions that exist: n8n replaces some when a test begins. */
function instead(
	of: object,
	names: string[],
	make: (way: HelperFunction) => HelperFunction,
): Record<string, unknown> {
	const all = of as Record<string, HelperFunction>;
	const present = names.filter((name) => typeof all[name] === 'function');
	return Object.fromEntries(
		present.map((name) => {
			const made = make((...given) => all[name]!(...given));
			// n8n's features are detected by the number of parameters.
			return [name, Object.defineProperty(made, 'length', { get: () => all[name]!.length })];
		}),
	);
}

/** An object that inherits from another, with properties of its own. */
const derived = <T extends object>(of: T, own: object): T =>
	Object.create(of, Object.getOwnPropertyDescriptors(own)) as T;

/** Also works across realms. */
const isError = (value: unknown): value is Error =>
	Object.prototype.toString.call(value) === '[object Error]';

/**
 * The only way out of a node. Everything that leaves (items, errors, logs, notices, failed executions, file
 * names, and n8n's stored data) leaves without the secrets of the credentials that were read.
 */
export class Door<C extends DoorContext> {
	/** A short secret may be an ordinary word. */
	private readonly mask = new Mask(true);

	/** What n8n gave the node, with this door in front of each way out. */
	private readonly context: C;

	constructor(context: C) {
		const { logger, helpers } = context;
		const masking = (way: HelperFunction): HelperFunction => {
			return (...given) => way(...given.map((one) => this.masked(one)));
		};
		const keeping = (way: HelperFunction): HelperFunction => {
			return (...given) => this.kept(way(...given) as object);
		};
		this.context = derived(context, {
			[DOOR]: this,
			...instead(context, TOLD, masking),
			...instead(context, KEPT, keeping),
			logger: derived(logger, instead(logger, LOGGED, masking)),
			helpers: derived(helpers, instead(helpers, STORED, masking)),
		});
	}

	/** Runs the node's work, and passes on what it returns or throws. */
	async pass<T>(work: (context: C) => Promise<T>): Promise<T> {
		const { value, error } = await settle(work(this.context));
		if (error !== undefined) throw this.masked(error) as Error;
		return this.masked(value) as T;
	}

	/** From now on, the secrets of this credential are hidden. */
	hide(credential: ICredentialsDecrypted): void {
		this.mask.add(credential);
	}

	/** A value without the secrets. */
	masked(value: unknown): unknown {
		if (isError(value)) return this.error(value);
		if (Array.isArray(value) && value.length > 0 && value.every(Array.isArray))
			return this.outputs(value as INodeExecutionData[][]);
		const { workflowData, ...rest } = Object(value) as IWebhookResponseData;
		if (!workflowData) return this.mask.data(value);
		return { ...this.mask.data(rest), workflowData: this.outputs(workflowData) };
	}

	/** Items keep their hidden properties: n8n finds the error of a failed item there. */
	private outputs(outputs: INodeExecutionData[][]): INodeExecutionData[][] {
		for (const item of outputs.flat()) {
			item.json = this.mask.data(item.json);
			if (item.binary) item.binary = this.files(item.binary);
			if (item.error) this.error(item.error);
		}
		return outputs;
	}

	/** Masks the descriptions of files, not their bytes. */
	private files(files: IBinaryKeyData): IBinaryKeyData {
		const masked = Object.entries(files).map(([name, { data, ...said }]) => [
			name,
			{ data, ...this.mask.data(said) },
		]);
		return Object.fromEntries(masked) as IBinaryKeyData;
	}

	/** Masks everything in an error except the node, which belongs to the user. */
	private error<E extends Error>(error: E, seen = new Set<Error>()): E {
		if (seen.has(error)) return error;
		seen.add(error);
		for (const name of Object.getOwnPropertyNames(error)) {
			const said: unknown = Reflect.get(error, name);
			if (isError(said)) this.error(said, seen);
			const masked = name === 'node' ? said : this.mask.data(said);
			if (masked !== said) Reflect.set(error, name, masked);
		}
		return error;
	}

	/** The stored data, masked before each change. */
	private kept(kept: object): object {
		return new Proxy(kept, {
			set: (target, name, value) => Reflect.set(target, name, this.mask.data(value as unknown)),
		});
	}
}

/** Hides a credential that was read in a context in everything that leaves it. */
export const hideIn = (context: object, credential: ICredentialsDecrypted): void =>
	(context as { [DOOR]?: Door<DoorContext> })[DOOR]?.hide(credential);

/** Masks a value that leaves a context without n8n's functions. */
export const maskedIn = <T>(context: object, value: T): T =>
	((context as { [DOOR]?: Door<DoorContext> })[DOOR]?.masked(value) ?? value) as T;
