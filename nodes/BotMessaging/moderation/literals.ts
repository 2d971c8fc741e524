import { Borders, isUnspaced } from './unspaced';

interface Branch {
	next: Map<string, Branch>;
	/** The entries that end here, as the user wrote them. */
	names: string[];
}

const newBranch = (): Branch => ({ next: new Map(), names: [] });

/** A plain text with one kind of blank, quote and dash. */
const unified = (text: string) =>
	text
		.replace(/\s+/g, ' ')
		.replace(/[‘’ʼ´`׳]/g, "'")
		.replace(/[“”„«»״]/g, '"')
		.replace(/[‐‑‒–—−]/g, '-');

const IN_WORD = /[\p{L}\p{M}\p{N}]/u;
const LATIN = /[\p{Script=Latin}\p{N}]/u;

/** A text, sign by sign. */
class Signs {
	readonly all: string[];

	/** Where each sign is, once that is asked for. */
	private starts: number[] = [];

	private borders?: Borders;

	constructor(private readonly text: string) {
		this.all = [...text];
	}

	at(index: number): string {
		return this.all[index] ?? '';
	}

	/** Whether a word continues from the sign before to this one: there, nothing begins or ends. */
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

/** Entries that count as they are written, with their punctuation: `18+`, `@spammer`, `t.me`. */
export class Literals {
	private readonly root = newBranch();
	private isEmpty = true;

	/** @param entry as a plain text */
	add(entry: string, name: string): void {
		this.isEmpty = false;
		let branch = this.root;
		for (const sign of unified(entry)) {
			const next = branch.next.get(sign) ?? newBranch();
			branch.next.set(sign, next);
			branch = next;
		}
		branch.names.push(name);
	}

	/** The names of the entries that a plain text contains; one may be there twice. */
	findIn(text: string): string[] {
		if (this.isEmpty) return [];
		const signs = new Signs(unified(text));
		return signs.all.flatMap((sign, start) => this.findAt(signs, start, sign));
	}

	private findAt(signs: Signs, start: number, first: string): string[] {
		let branch = this.root.next.get(first);
		if (!branch || signs.isWithin(start)) return [];
		// A name is none in an email address.
		const isName = first === '@';
		if (isName && /[\p{Script=Latin}\p{N}_.]/u.test(signs.at(start - 1))) return [];
		const found: string[] = [];
		for (let end = start + 1; branch; end++) {
			const after = signs.at(end);
			if (branch.names.length > 0 && !signs.isWithin(end) && !(isName && after === '_'))
				found.push(...branch.names);
			branch = branch.next.get(after);
		}
		return found;
	}
}
