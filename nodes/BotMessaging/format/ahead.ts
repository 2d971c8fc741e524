/** Finds what comes next in a text. Callers move forward, so the text is searched only once per pattern. */
export class Ahead {
	private readonly found = new Map<RegExp, number>();

	constructor(protected readonly text: string) {}

	/** The next place of a global pattern, or Infinity. */
	find(pattern: RegExp, from: number): number {
		let place = this.found.get(pattern) ?? -1;
		if (place < from) {
			pattern.lastIndex = from;
			place = pattern.exec(this.text)?.index ?? Infinity;
			this.found.set(pattern, place);
		}
		return place;
	}
}
