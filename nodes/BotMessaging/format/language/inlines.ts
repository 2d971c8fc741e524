import type { Rich, Span } from '../rich';
import {
	type References,
	asOwn,
	asText,
	destinationAt,
	ESCAPABLE,
	isAllowed,
	says,
	decodeEntity,
} from './destinations';
import { flanks, matchRuns, type Run, type Styled } from './emphasis';
import { CodeEnds, formulaAt, plainAddressAt, pricesOrFormulaAt } from './literals';

/** A bracket that may be the beginning of a link. */
interface Bracket {
	piece: number;
	/** Where the text after it begins. */
	from: number;
	isImage: boolean;
	/** Whether another bracket opens inside it, so it cannot be a label. */
	holdsAnother: boolean;
	/** How many runs of marks are before it. */
	runs: number;
}

/** How many characters of a link's text are examined, from its end. */
const MOST_LOOKED_AT = 500;

const PLAIN = /(?:[^\\`*_~[\]!<&\nhH$]|[hH](?![tT]{2}[pP]))+/y;

const AUTOLINK = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>/y;
const EMAIL = /<([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>/y;
const LINE_BREAK = /<br[ \t]*\/?>[ \t]*\n?/iy;
const ENTITY = /&#?\w{1,32};/y;
const MARKS = /\*+|_+|~+/y;
const LABEL = /\[((?:[^\\[\]]|\\[\s\S]){0,999})\]/y;

/** Reads the content of one block (CommonMark, "A parsing strategy", phase 2). */
class InlineParser {
	private readonly pieces: string[] = [];

	private readonly styles: Styled[] = [];

	private readonly runs: Run[] = [];

	private readonly brackets: Bracket[] = [];

	private readonly codeEnds: CodeEnds;

	/** Brackets before this index cannot begin a link, as links do not nest. */
	private firstActive = 0;

	private at = 0;

	constructor(
		private readonly text: string,
		private readonly references: References,
	) {
		this.codeEnds = new CodeEnds(text);
	}

	/** The last piece of code, which keeps its spaces. */
	private codePiece = -1;

	parse(): Rich {
		while (this.at < this.text.length) this.next();
		this.endLine();
		matchRuns(this.runs, this.pieces, this.styles);
		return this.joined();
	}

	/** Takes what a pattern matches here. */
	private take(pattern: RegExp): RegExpExecArray | undefined {
		pattern.lastIndex = this.at;
		const match = pattern.exec(this.text);
		if (!match) return undefined;
		this.at += match[0].length;
		return match;
	}

	private add(text: string): void {
		this.pieces.push(text);
	}

	private addStyled(text: string, name: 'code' | 'link', value?: string): void {
		this.add(text);
		const piece = this.pieces.length - 1;
		this.styles.push({ from: piece - 1, to: piece + 1, name, value });
		if (name === 'code') this.codePiece = piece;
	}

	/** Spaces at the end of a line are not shown. */
	private endLine(): void {
		const last = this.pieces.length - 1;
		const piece = this.pieces[last];
		if (piece !== undefined && last !== this.codePiece) this.pieces[last] = piece.trimEnd();
	}

	private next(): void {
		const plain = this.take(PLAIN);
		if (plain) return this.add(plain[0]);
		const sign = this.text.charAt(this.at);
		if (sign === '\n') this.endLine();
		if (sign === '\\') return this.escape();
		if (sign === '`') return this.code();
		if (sign === '*' || sign === '_' || sign === '~') return this.marks();
		if (sign === '[') return this.bracket(false);
		if (sign === '!' && this.text[this.at + 1] === '[') return this.bracket(true);
		if (sign === ']') return this.closeBracket();
		if (sign === '<') return this.angle();
		const literal = this.literal(sign);
		this.add(literal ?? sign);
		this.at += literal === undefined ? 1 : 0;
	}

	/** Text shown as something else, or exactly as written. */
	private literal(sign: string): string | undefined {
		if (sign === '&') {
			const start = this.at;
			const entity = this.take(ENTITY)?.[0];
			const decoded = entity && decodeEntity(entity);
			if (!decoded) this.at = start;
			return decoded || undefined;
		}
		const find = sign === '$' ? pricesOrFormulaAt : plainAddressAt;
		const found = find(this.text, this.at);
		if (found) this.at += found.length;
		return found;
	}

	private escape(): void {
		const formula = formulaAt(this.text, this.at, this.codeEnds);
		if (formula) {
			this.at += formula.length;
			return this.addStyled(formula.slice(2, -2).trim(), 'code');
		}
		const next = this.text[this.at + 1] ?? '';
		const isEscape = next === '\n' || ESCAPABLE.test(next);
		this.add(isEscape ? next : '\\');
		this.at += isEscape ? 2 : 1;
	}

	private code(): void {
		const { length, end } = this.codeEnds.at(this.at);
		if (end === undefined) {
			this.add(this.text.slice(this.at, this.at + length));
			this.at += length;
			return;
		}
		const inner = this.text.slice(this.at + length, end).replace(/\n/g, ' ');
		const isPadded = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== '';
		this.addStyled(isPadded ? inner.slice(1, -1) : inner, 'code');
		this.at = end + length;
	}

	private marks(): void {
		const before = this.text.slice(Math.max(0, this.at - 2), this.at);
		const [marks] = this.take(MARKS)!;
		const sign = marks.charAt(0);
		this.add(marks);
		// One tilde means "about", and three are not a mark.
		if (sign === '~' && marks.length !== 2) return;
		const lastSign = [...before].at(-1) ?? '';
		const nextSign = String.fromCodePoint(this.text.codePointAt(this.at) ?? 32);
		const { opens, closes } = flanks(sign, marks.length, lastSign, nextSign);
		if (!opens && !closes) return;
		const piece = this.pieces.length - 1;
		this.runs.push({ piece, sign, length: marks.length, left: marks.length, opens, closes });
	}

	private bracket(isImage: boolean): void {
		const outer = this.brackets.at(-1);
		if (outer) outer.holdsAnother = true;
		this.add(isImage ? '![' : '[');
		this.at += isImage ? 2 : 1;
		this.brackets.push({
			piece: this.pieces.length - 1,
			from: this.at,
			isImage,
			holdsAnother: false,
			runs: this.runs.length,
		});
	}

	private closeBracket(): void {
		const opener = this.brackets.pop();
		const index = this.brackets.length;
		const isActive = opener?.isImage || index >= this.firstActive;
		this.firstActive = Math.min(this.firstActive, index);
		const url = opener && isActive ? this.destination(opener) : undefined;
		if (!opener || url === undefined) {
			this.add(']');
			this.at++;
			return;
		}
		matchRuns(this.runs.splice(opener.runs), this.pieces, this.styles);
		this.pieces[opener.piece] = '';
		const shown = this.textBehind(opener.piece);
		const isBlank = shown.trim() === '';
		if (isBlank) this.add(asText(url));
		const own = asOwn(url);
		if (isAllowed(own)) {
			const to = this.pieces.length;
			this.styles.push({ from: opener.piece, to, name: 'link', value: own });
		} else if (!isBlank) {
			this.add(says(shown, url) ? '' : ` (${asText(url)})`);
		}
		if (!opener.isImage) this.firstActive = index;
	}

	/** The end of the text after a piece. */
	private textBehind(piece: number): string {
		let shown = '';
		const first = Math.max(piece + 1, this.pieces.length - MOST_LOOKED_AT);
		for (const behind of this.pieces.slice(first).reverse()) {
			shown = behind.slice(-MOST_LOOKED_AT) + shown;
			if (shown.length > MOST_LOOKED_AT) break;
		}
		return shown;
	}

	/** The address of the link whose text ends here. Skips the address. */
	private destination(opener: Bracket): string | undefined {
		const inline = destinationAt(this.text, this.at + 1);
		if (inline) {
			this.at = inline.end;
			return inline.url;
		}
		if (this.references.isEmpty) return undefined;
		LABEL.lastIndex = this.at + 1;
		const label = LABEL.exec(this.text);
		const own = this.text.slice(opener.from, this.at);
		if (!label?.[1] && (opener.holdsAnother || own.length > 999)) return undefined;
		const url = this.references.find(label?.[1] || own);
		if (url !== undefined) this.at += 1 + (label?.[0].length ?? 0);
		return url;
	}

	private angle(): void {
		const address = this.take(AUTOLINK)?.[1];
		if (address !== undefined) {
			return isAllowed(address) ? this.addStyled(address, 'link', address) : this.add(address);
		}
		const email = this.take(EMAIL)?.[1];
		if (email !== undefined) return this.add(email);
		if (this.take(LINE_BREAK)) return this.add('\n');
		this.add('<');
		this.at++;
	}

	private joined(): Rich {
		const starts = [0];
		for (const piece of this.pieces) starts.push(starts.at(-1)! + piece.length);
		const spans = this.styles.map(({ from, to, name, value }): Span => {
			const span = { start: starts[from + 1] ?? 0, end: starts[to] ?? 0, name };
			return value === undefined ? span : { ...span, value };
		});
		return { text: this.pieces.join(''), spans: spans.filter(({ start, end }) => start < end) };
	}
}

/** Characters that may be more than text. */
const SPECIAL = /[\\`*_~[\]<&\n$]/;

/** The text of one block with its styles. */
export function inlinesOf(text: string, references: References): Rich {
	if (!SPECIAL.test(text)) return { text: text.trimEnd(), spans: [] };
	return new InlineParser(text, references).parse();
}
