import { Ahead } from '../ahead';

/** Text shown exactly as written: code, formulas, addresses, prices. */

/** Finds the end of code and of formulas. */
export class CodeEnds extends Ahead {
	/** The places of the runs of backticks that are still ahead, by their length, the next one last. */
	private readonly runs = new Map<number, number[]>();

	constructor(text: string) {
		super(text);
		for (const { 0: run, index } of [...text.matchAll(/`+/g)].reverse()) {
			const places = this.runs.get(run.length);
			if (places) places.push(index);
			else this.runs.set(run.length, [index]);
		}
	}

	/** The length of the run at a place, and where its closing run begins. */
	at(place: number): { length: number; end?: number } {
		let length = 1;
		while (this.text[place + length] === '`') length++;
		const ahead = this.runs.get(length) ?? [];
		while ((ahead.at(-1) ?? Infinity) <= place) ahead.pop();
		return { length, end: ahead.at(-1) };
	}
}

/** Signs of a formula, which ordinary words in brackets lack: a command, an exponent, an operator beside a letter. */
const FORMULA_SIGN =
	/\\[a-zA-Z]|[\^{}]|(?<!\p{L}{2}\s?)[=_]|[\p{L}\p{N})]\s*[+*]\s*[\p{L}\p{N}(\\]/u;

const LETTER = /^\s*\p{L}\s*$/u;

const FORMULAS: Record<string, { opening: RegExp; closing: RegExp }> = {
	'(': { opening: /\\\(/g, closing: /\\\)/g },
	'[': { opening: /\\\[/g, closing: /\\\]/g },
};

/** A whole formula in `\( \)` or `\[ \]`. Without the signs of a formula, these are brackets around words. */
export function formulaAt(text: string, at: number, ends: Ahead): string | undefined {
	const sign = text.charAt(at + 1);
	const { opening, closing } = FORMULAS[sign] ?? {};
	if (!opening || !closing) return undefined;
	const end = ends.find(closing, at + 2);
	if (end === Infinity || ends.find(opening, at + 2) < end) return undefined;
	const inner = text.slice(at + 2, end);
	const isLetter = sign === '(' && LETTER.test(inner);
	if (!isLetter && !(FORMULA_SIGN.test(inner) && /[\p{L}\p{N}]/u.test(inner))) return undefined;
	return text.slice(at, end + 2);
}

/** Prices have none of these characters, and bold text or code between two prices is no formula. */
const isFormula = (inner: string) => /[\\^_=+*/<>{}]/.test(inner) && !/\*\*|`/.test(inner);

const SINGLE = /\$(?=[^\s$])((?:[^$\\\n]|\\.)*)(?<!\s)\$(?![\d$])/y;
const DOUBLE = /\$\$((?:[^$\\]|\\[\s\S])+)\$\$/y;

/** A formula with its dollars, or prices: nobody can tell for sure. */
export function pricesOrFormulaAt(text: string, at: number): string | undefined {
	for (const pattern of [DOUBLE, SINGLE]) {
		pattern.lastIndex = at;
		const [whole, formula] = pattern.exec(text) ?? [];
		if (formula !== undefined && isFormula(formula)) return whole;
	}
	return undefined;
}

/** An address; it stops at the marks of bold text. */
const ADDRESS = /https?:\/\/(?:[^\s<>`\]|*"，。；：！？、）】》」]|\*(?!\*))+/iy;

/** An address without markup; clients turn it into a link themselves. */
export function plainAddressAt(text: string, at: number): string | undefined {
	if (/\w/.test(text.charAt(at - 1))) return undefined;
	ADDRESS.lastIndex = at;
	const [found] = ADDRESS.exec(text) ?? [];
	if (!found) return undefined;
	const opened = found.split('(').length;
	let closed = found.split(')').length;
	let end = found.length;
	for (; end > 0; end--) {
		const last = found.charAt(end - 1);
		if (last === ')' && closed-- > opened) continue;
		if (!"?!.,:;*_~'".includes(last)) break;
	}
	return found.slice(0, end);
}
