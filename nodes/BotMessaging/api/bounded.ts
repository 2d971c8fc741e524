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
