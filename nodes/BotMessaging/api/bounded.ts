/** A map that forgets what was set longest ago if it has more than so many entries. */
export class Bounded<Key, Value> extends Map<Key, Value> {
	constructor(private readonly most: number) {
		super();
	}

	override set(key: Key, value: Value): this {
		this.delete(key);
		super.set(key, value);
		if (this.size > this.most) this.delete(this.keys().next().value!);
		return this;
	}
}
