import { Borders, isUnspaced } from './tokens';

/** A plain text with one kind of blank, quote and dash. */
const unified = (text: string) =>
	text
		.replace(/\s+/g, ' ')
		.replace(/[‘’ʼ´`׳]/g, "'")
		.replace(/[“”„«»״]/g, '"')
		.replace(/[‐‑‒–—−]/g, '-');

const IN_WORD = /[\p{L}\p{M}\p{N}]/u;
const LATIN = /[\p{Script=Latin}\p{N}]/u;

class Signs {
	readonly all: string[];

	/** The position of each character; computed on demand. */
	private starts: number[] = [];

	private borders?: Borders;

	constructor(private readonly text: string) {
		this.all = [...text];
	}

	at(index: number): string {
		return this.all[index] ?? '';
	}

	/** Whether a word spans the boundary before this character: then nothing begins or ends here. */
	isWithin(index: number): boolean {
		const [one, other] = [this.at(index - 1), this.at(index)];
		if (!IN_WORD.test(one) || !IN_WORD.test(other)) return false;
		if (!isUnspaced(one)) return LATIN.test(one) === LATIN.test(other);
		if (!this.borders) {
			this.borders = new Borders(this.text);
			let start = 0;
			this.starts = this.all.map((sign) => (start += sign.length) - sign.length);
		}
		return !this.borders.has(this.starts[index] ?? this.text.length);
	}
}

/** Entries that are matched exactly, with their punctuation: `18+`, `@spammer`, `t.me`. */
export class Literals {
	/** The user's spelling of each entry, by its normalized text. */
	private readonly names = new Map<string, string[]>();

	/** The lengths of entries, by their first character. */
	private readonly lengths = new Map<string, number[]>();

	/** @param entry as a plain text */
	add(entry: string, name: string): void {
		const text = unified(entry);
		const [first = '', ...others] = text;
		this.names.set(text, [...(this.names.get(text) ?? []), name]);
		const lengths = new Set(this.lengths.get(first)).add(1 + others.length);
		this.lengths.set(
			first,
			[...lengths].sort((one, other) => one - other),
		);
	}

	/** The names of the entries in a plain text; one may occur twice. */
	findIn(text: string): string[] {
		if (this.names.size === 0) return [];
		const signs = new Signs(unified(text));
		return signs.all.flatMap((sign, start) => this.findAt(signs, start, sign));
	}

	private findAt(signs: Signs, start: number, first: string): string[] {
		const lengths = this.lengths.get(first);
		if (!lengths || signs.isWithin(start)) return [];
		// In an email address, the @ does not begin a name.
		const isName = first === '@';
		if (isName && /[\p{Script=Latin}\p{N}_.]/u.test(signs.at(start - 1))) return [];
		return lengths.flatMap((length) => {
			const end = start + length;
			const names = this.names.get(signs.all.slice(start, end).join(''));
			if (!names || signs.isWithin(end) || (isName && signs.at(end) === '_')) return [];
			return names;
		});
	}
}
