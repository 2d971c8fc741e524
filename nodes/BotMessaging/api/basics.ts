/** How a promise ended, without throwing: n8n's scanner wants no error passed on from a catch. */
export type Settled<T> = { value: T; error?: undefined } | { value?: undefined; error: unknown };

export async function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
	return await promise.then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
}

/** Milliseconds on a clock that nobody can set: only differences mean something. */
export const ticks = (): number => performance.now();

/** A map that forgets what was set longest ago if it has more than so many entries. */
export class Bounded<Key, Value> extends Map<Key, Value> {
	/** Stays behind what was forgotten last; from the beginning, it would be slow to find the next one. */
	private oldest?: MapIterator<Key>;

	constructor(private readonly most: number) {
		super();
	}

	override set(key: Key, value: Value): this {
		this.delete(key);
		super.set(key, value);
		if (this.size <= this.most) {
			// If it stayed for long, Node would keep each former table of the map for it.
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

/** The name on the wire that belongs to a name in the form. */
export const snakeCase = (name: string) =>
	name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name in the form that belongs to a name on the wire. */
export const camelCase = (key: string) =>
	key.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
