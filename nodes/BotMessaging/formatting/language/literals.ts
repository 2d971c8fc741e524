/** What is shown as it is written, whatever signs it holds: code, formulas, addresses, prices. */

/** Where the runs of backticks of a text find their like, and where formulas end. */
export class CodeEnds {
	/** The places of all runs of backticks, by their length, in order. */
	private readonly places = new Map<number, number[]>();

	private readonly next = new Map<number, number>();

	/** Closing signs that do not appear again. */
	private readonly missing = new Set<string>();

	constructor(private readonly text: string) {
		for (const { 0: run, index } of text.matchAll(/`+/g)) {
			const places = this.places.get(run.length) ?? [];
			this.places.set(run.length, places);
			places.push(index);
		}
	}

	/** How long the run at a place is, and where the run that closes it begins. */
	at(place: number): { length: number; end?: number } {
		let length = 1;
		while (this.text[place + length] === '`') length++;
		const places = this.places.get(length) ?? [];
		let next = this.next.get(length) ?? 0;
		while (next < places.length && places[next] <= place) next++;
		this.next.set(length, next);
		return { length, end: places[next] };
	}

	/** The next place of a closing sign; each sign is missed only once. */
	find(sign: string, from: number): number {
		if (this.missing.has(sign)) return -1;
		const place = this.text.indexOf(sign, from);
		if (place < 0) this.missing.add(sign);
		return place;
	}
}

/** A formula in `\( \)` or `\[ \]`, whole. */
export function formulaAt(text: string, at: number, ends: CodeEnds): string | undefined {
	const sign = text[at + 1];
	if (sign !== '(' && sign !== '[') return undefined;
	const end = ends.find(sign === '(' ? '\\)' : '\\]', at + 2);
	if (end < 0 || !/[\p{L}\p{N}]/u.test(text.slice(at + 2, end))) return undefined;
	return text.slice(at, end + 2);
}

/** Looks like one: prices have no such signs, and bold text or code between two prices is no formula. */
const isFormula = (inner: string) => /[\\^_=+*/<>{}]/.test(inner) && !/\*\*|`/.test(inner);

const SINGLE = /\$(?=[^\s$])((?:[^$\\\n]|\\.)*)(?<!\s)\$(?![\d$])/y;
const DOUBLE = /\$\$((?:[^$\\]|\\[\s\S])+)\$\$/y;

/** A formula between dollars, whole, with them: they may be prices, which nobody can tell for sure. */
export function pricesOrFormulaAt(text: string, at: number): string | undefined {
	for (const pattern of [DOUBLE, SINGLE]) {
		pattern.lastIndex = at;
		const match = pattern.exec(text);
		if (match && isFormula(match[1])) return match[0];
	}
	return undefined;
}

const ADDRESS = /https?:\/\/[^\s<>`\]|"，。；：！？、）】》」]+/iy;

/** An address that is written as it is; clients make it a link by themselves. */
export function plainAddressAt(text: string, at: number): string | undefined {
	if (at > 0 && /\w/.test(text[at - 1])) return undefined;
	ADDRESS.lastIndex = at;
	const [address] = ADDRESS.exec(text) ?? [];
	if (!address) return undefined;
	const bold = address.indexOf('**');
	const found = bold < 0 ? address : address.slice(0, bold);
	const opened = found.split('(').length;
	let closed = found.split(')').length;
	let end = found.length;
	for (; end > 0; end--) {
		const last = found[end - 1];
		if (last === ')' && closed-- > opened) continue;
		if (!"?!.,:;*_~'".includes(last)) break;
	}
	return found.slice(0, end);
}
