import type { IDataObject } from 'n8n-workflow';

/** The outcome of a promise, without throwing: n8n's scanner forbids passing on an error from a catch. */
export type Settled<T> = { value: T; error?: undefined } | { value?: undefined; error: unknown };

export async function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
	return await promise.then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
}

/** Milliseconds on a clock that nobody can set: only differences mean something. */
export const ticks = (): number => performance.now();

/** A row of `BOUNDS` (api/bounds). */
export interface Bound {
	most: number;
	/** Said once in the log and in Check Setup when something that guards people or money is given up. */
	givesUp?: string;
}

/** A map with a maximum size: it forgets the oldest entry. */
export class Bounded<Key, Value> extends Map<Key, Value> {
	/** Kept behind the last forgotten entry: an iterator from the beginning is slow to find the next one. */
	private oldest?: MapIterator<Key>;

	constructor(private readonly bound: Bound) {
		super();
	}

	override set(key: Key, value: Value): this {
		this.delete(key);
		super.set(key, value);
		if (this.size <= this.bound.most) {
			// If we kept it, Node would hold each former table of the map in memory.
			this.oldest = undefined;
			return this;
		}
		this.oldest ??= this.keys();
		const oldest = this.oldest.next().value!;
		const forgotten = this.get(oldest)!;
		this.delete(oldest);
		this.forgot?.(forgotten);
		return this;
	}

	/** Called with what had to be forgotten. */
	protected forgot?(value: Value): void;
}

/** Whether it is an object with names: no list, and not null. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of an object that lacks some of its properties. */
export function without<T extends object, K extends keyof T>(object: T, ...names: K[]): Omit<T, K> {
	const rest = { ...object };
	for (const name of names) delete rest[name];
	return rest;
}

/** The API's name for a name in the form. */
export const snakeCase = (name: string) =>
	name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The form's name for a name in the API. */
export const camelCase = (key: string) =>
	key.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** The end of the string that begins at this quote; the end of the text if it is not closed. */
function endOfString(text: string, quote: number): number {
	for (let end = text.indexOf('"', quote + 1); end >= 0; end = text.indexOf('"', end + 1)) {
		let slashes = 0;
		while (text[end - 1 - slashes] === '\\') slashes++;
		if (slashes % 2 === 0) return end;
	}
	return text.length;
}

/** Integers that may be beyond 2^53; shorter ones cannot. */
const LONG_INTEGER = /(?<!\d)-?\d{16,}/g;

/** The long integers of a JSON text outside of strings: one regular expression for all would take seconds. */
function* longIntegers(text: string): Generator<{ digits: string; begin: number; end: number }> {
	let quote = text.indexOf('"');
	let stringEnd = -1;
	for (const { 0: digits, index: begin } of text.matchAll(LONG_INTEGER)) {
		while (quote >= 0 && quote < begin) {
			stringEnd = endOfString(text, quote);
			quote = text.indexOf('"', stringEnd + 1);
		}
		if (begin >= stringEnd) yield { digits, begin, end: begin + digits.length };
	}
}

/** Like parseJson, but returns undefined for invalid JSON. */
export function tryJson(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

/** Reads JSON without rounding IDs: an integer beyond 2^53 becomes text. Throws SyntaxError. */
export function parseJson(text: string): unknown {
	const pieces: string[] = [];
	let copied = 0;
	for (const { digits, begin, end } of longIntegers(text)) {
		if (Number.isSafeInteger(Number(digits))) continue;
		// Part of a number with a fraction or an exponent, which JSON.parse may round.
		if (/[.eE+]/.test(text.charAt(begin - 1) + text.charAt(end))) continue;
		pieces.push(text.slice(copied, begin), `"${digits}"`);
		copied = end;
	}
	return JSON.parse(copied === 0 ? text : pieces.join('') + text.slice(copied));
}
