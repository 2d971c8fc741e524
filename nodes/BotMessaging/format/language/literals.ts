/** Text shown exactly as written: code, formulas, addresses, prices. */

/** Finds the end of code and of formulas. */
export class CodeEnds {
	/** The places of all runs of backticks, by their length, in order. */
	private readonly places = new Map<number, number[]>();

	private readonly next = new Map<number, number>();

	/** Last position found of each string. */
	private readonly found = new Map<string, number>();

	constructor(private readonly text: string) {
		for (const { 0: run, index } of text.matchAll(/`+/g)) {
			const places = this.places.get(run.length) ?? [];
			this.places.set(run.length, places);
			places.push(index);
		}
	}

	/** The length of the run at a place, and where its closing run begins. */
	at(place: number): { length: number; end?: number } {
		let length = 1;
		while (this.text[place + length] === '`') length++;
		const places = this.places.get(length) ?? [];
		let next = this.next.get(length) ?? 0;
		while ((places[next] ?? Infinity) <= place) next++;
		this.next.set(length, next);
		return { length, end: places[next] };
	}

	/**
	 * The next position of a string, or Infinity. Callers move forward, so each position is searched for
	 * only once.
	 */
	find(sign: string, from: number): number {
		let place = this.found.get(sign) ?? -1;
		if (place >= from) return place;
		place = this.text.indexOf(sign, from);
		if (place < 0) place = Infinity;
		this.found.set(sign, place);
		return place;
	}
}

/** Signs of a formula, which ordinary words in brackets lack: a command, an exponent, an operator beside a letter. */
const FORMULA_SIGN =
	/\\[a-zA-Z]|[\^{}]|(?<!\p{L}{2}\s?)[=_]|[\p{L}\p{N})]\s*[+*]\s*[\p{L}\p{N}(\\]/u;

const LETTER = /^\s*\p{L}\s*$/u;

/** A whole formula in `\( \)` or `\[ \]`. Without the signs of a formula, these are brackets around words. */
export function formulaAt(text: string, at: number, ends: CodeEnds): string | undefined {
	const sign = text[at + 1];
	if (sign !== '(' && sign !== '[') return undefined;
	const end = ends.find(sign === '(' ? '\\)' : '\\]', at + 2);
	if (end === Infinity || ends.find(`\\${sign}`, at + 2) < end) return undefined;
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
