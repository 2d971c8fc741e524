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

/** A map with a maximum size: it forgets the oldest entry. */
export class Bounded<Key, Value> extends Map<Key, Value> {
	/** Kept behind the last forgotten entry: an iterator from the beginning is slow to find the next one. */
	private oldest?: MapIterator<Key>;

	constructor(private readonly most: number) {
		super();
	}

	override set(key: Key, value: Value): this {
		this.delete(key);
		super.set(key, value);
		if (this.size <= this.most) {
			// If we kept it, Node would hold each former table of the map in memory.
			this.oldest = undefined;
			return this;
		}
		this.oldest ??= this.keys();
		this.delete(this.oldest.next().value!);
		return this;
	}
}

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
