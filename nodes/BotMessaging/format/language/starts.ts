import type { Alignment, Fence } from './blocks';

/** How CommonMark blocks begin. Each function reads the rest of a line, without its indent. */

export function headingOf(line: string): string | undefined {
	const match = /^#{1,6}(?:[ \t]+|$)/.exec(line);
	if (!match) return undefined;
	const text = line.slice(match[0].length).trim();
	const closed = /(?:^|[ \t])#+$/.exec(text);
	return closed ? text.slice(0, closed.index).trim() : text;
}

/** Whether a line turns the paragraph above it into a heading. */
export const isUnderline = (line: string) => /^(?:=+|-+)[ \t]*$/.test(line);

export const isRule = (line: string) =>
	/^(?:\*[* \t]+|-[- \t]+|_[_ \t]+)$/.test(line) && line.replace(/[ \t]+/g, '').length >= 3;

export function fenceOf(line: string, indent: number): (Fence & { info?: string }) | undefined {
	const [, signs, info = ''] = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line) ?? [];
	if (!signs) return undefined;
	return { sign: signs.charAt(0), length: signs.length, indent, info: info.trim() };
}

/** A line that opens or closes a formula block. */
export function formulaOf(line: string): Fence | undefined {
	const sign = /^(\$\$|\\\[)[ \t]*$/.exec(line)?.[1];
	return sign === undefined ? undefined : { sign, length: 2, indent: 0 };
}

const FORMULA_ENDS: Record<string, string> = { $$: '$$', '\\[': '\\]' };

/** Whether a line ends a block of code. */
export function isFenceEnd(line: string, { sign, length }: Fence): boolean {
	const text = line.trimEnd();
	if (sign in FORMULA_ENDS) return text.trim() === FORMULA_ENDS[sign];
	const spaces = /^ */.exec(text)![0].length;
	const signs = text.slice(spaces);
	return spaces < 4 && signs.length >= length && signs === sign.repeat(signs.length);
}

export interface Marker {
	sign: string;
	/** As written; absent for bullets. */
	number?: string;
	/** Length of the marker in characters. */
	length: number;
	isEmpty: boolean;
}

/** The marker of a list's item; if it would cut a paragraph in two, only a plain one counts. */
export function markerOf(line: string, cutsParagraph: boolean): Marker | undefined {
	const match = /^(?:([-+*])|(\d{1,9})([.)]))(?=[ \t]|$)/.exec(line);
	if (!match) return undefined;
	const [marker, bullet, number, sign = ''] = match;
	const isEmpty = line.slice(marker.length).trim() === '';
	if (cutsParagraph && (isEmpty || Number(number ?? 1) !== 1)) return undefined;
	return { sign: bullet ?? sign, number, length: marker.length, isEmpty };
}

/** The box of a task. */
export function taskOf(line: string): boolean | undefined {
	const box = /^\[([ xX])\](?=[ \t]+\S)/.exec(line)?.[1];
	return box === undefined ? undefined : box !== ' ';
}

/** The cells of a table row. An escaped bar is an ordinary character. */
export function cellsOf(line: string): string[] {
	const row = line.trim().replace(/^\|/, '');
	const cells = row.split(/(?<!\\)\|/);
	if (cells.length > 1 && cells.at(-1)!.trim() === '') cells.pop();
	return cells.map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** The alignments that the second line of a table gives; `undefined` if it is not such a line. */
export function alignmentsOf(line: string): Alignment[] | undefined {
	if (!/^[ \t|:-]+$/.test(line) || !line.includes('-') || !/[|:]/.test(line)) return undefined;
	const cells = cellsOf(line);
	if (!cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
	return cells.map((cell) => {
		if (!cell.endsWith(':')) return 'left';
		return cell.startsWith(':') ? 'center' : 'right';
	});
}
