import { isUnspaced } from './tokens';

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

/** Whether a word continues from one sign to the next: there, nothing begins or ends. */
const isWithin = (one: string, other: string) =>
	IN_WORD.test(one) &&
	IN_WORD.test(other) &&
	LATIN.test(one) === LATIN.test(other) &&
	!isUnspaced(one);

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
		const signs = [...unified(text)];
		return signs.flatMap((sign, start) => this.findAt(signs, start, sign));
	}

	private findAt(signs: string[], start: number, first: string): string[] {
		const before = signs[start - 1] ?? '';
		let branch = this.root.next.get(first);
		// A name is none in an email address.
		if (!branch || isWithin(before, first)) return [];
		const isName = first === '@';
		if (isName && /[\p{Script=Latin}\p{N}_.]/u.test(before)) return [];
		const found: string[] = [];
		let last = first;
		for (let end = start + 1; branch; end++) {
			const after = signs[end] ?? '';
			const isEnd = !isWithin(last, after) && !(isName && after === '_');
			if (isEnd) found.push(...branch.names);
			branch = branch.next.get(after);
			last = after;
		}
		return found;
	}
}
