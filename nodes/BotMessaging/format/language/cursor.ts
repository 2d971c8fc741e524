/** Where a tab ends, in columns (CommonMark, "Tabs"). */
const TAB_STOP = 4;

/** What is left of a line, once the markers of the blocks that it belongs to are taken off. */
export class Cursor {
	/** How many columns have been taken off, which says where a tab ends. */
	private column = 0;

	constructor(public rest: string) {
		this.spreadTabs();
	}

	/** Columns of white space before the first other sign. */
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

	/** The tabs at the beginning, as spaces. */
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
