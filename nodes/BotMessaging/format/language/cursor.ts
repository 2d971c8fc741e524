/** Distance of tab stops, in columns (CommonMark, "Tabs"). */
const TAB_STOP = 4;

/** The rest of a line, after the markers of its enclosing blocks. */
export class Cursor {
	/** Columns already consumed, which decide how wide a tab is. */
	private column = 0;

	constructor(public rest: string) {
		this.spreadTabs();
	}

	/** Columns of white space before the first other character. */
	get indent(): number {
		let columns = 0;
		while (this.rest[columns] === ' ') columns++;
		return columns;
	}

	get isBlank(): boolean {
		return /^[ \t]*$/.test(this.rest);
	}

	/** Removes this many characters. */
	skip(signs: number): void {
		this.column += signs;
		this.rest = this.rest.slice(signs);
		this.spreadTabs();
	}

	/** Expands leading tabs to spaces. */
	private spreadTabs(): void {
		if (!/^ *\t/.test(this.rest)) return;
		const leading = /^[ \t]*/.exec(this.rest)![0];
		let spaces = '';
		for (const sign of leading) {
			const at = this.column + spaces.length;
			spaces += sign === '\t' ? ' '.repeat(TAB_STOP - (at % TAB_STOP)) : ' ';
		}
		this.rest = spaces + this.rest.slice(leading.length);
	}
}
