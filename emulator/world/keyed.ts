/**
 * Finds the entries of a list by their keys without a search. The list may grow, and an entry may be
 * replaced by one with the same key. A different list is indexed again.
 */
export class Keyed<Entry> {
	private list?: Entry[];

	private read = 0;

	private readonly places = new Map<string, number>();

	constructor(private readonly keyOf: (entry: Entry) => string) {}

	/** The index of the first entry with this key; -1 if no entry has it. */
	placeIn(list: Entry[], key: string): number {
		if (list !== this.list) this.places.clear();
		if (list !== this.list) this.read = 0;
		this.list = list;
		for (const entry of list.slice(this.read)) {
			const own = this.keyOf(entry);
			if (!this.places.has(own)) this.places.set(own, this.read);
			this.read++;
		}
		return this.places.get(key) ?? -1;
	}

	find(list: Entry[], key: string): Entry | undefined {
		return list[this.placeIn(list, key)];
	}
}
