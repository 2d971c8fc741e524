import type { Alignment, Block, Definition, Fence, Paragraph } from './blocks';
import { Cursor, CODE_INDENT, OpenBlocks, takesQuoteMark } from './open';

/** How CommonMark blocks begin. Each function reads the rest of a line, without its indent. */

function headingOf(line: string): string | undefined {
	const match = /^#{1,6}(?:[ \t]+|$)/.exec(line);
	if (!match) return undefined;
	const text = line.slice(match[0].length).trim();
	const closed = /(?:^|[ \t])#+$/.exec(text);
	return closed ? text.slice(0, closed.index).trim() : text;
}

/** Whether a line turns the paragraph above it into a heading. */
const isUnderline = (line: string) => /^(?:=+|-+)[ \t]*$/.test(line);

const isRule = (line: string) =>
	/^(?:\*[* \t]+|-[- \t]+|_[_ \t]+)$/.test(line) && line.replace(/[ \t]+/g, '').length >= 3;

type OpeningFence = Fence & { info?: string };

function fenceOf(line: string, indent: number): OpeningFence | undefined {
	const [, signs, info = ''] = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line) ?? [];
	if (!signs) return undefined;
	const end = new RegExp(`^ {0,3}${signs.charAt(0)}{${signs.length},}\\s*$`);
	return { end, indent, info: info.trim() };
}

/** Lines that open and close the block of a formula. */
const FORMULAS = [
	{ begin: /^\$\$[ \t]*$/, end: /^\s*\$\$\s*$/ },
	{ begin: /^\\\[[ \t]*$/, end: /^\s*\\\]\s*$/ },
];

interface Marker {
	sign: string;
	/** As written; absent for bullets. */
	number?: string;
	/** Length of the marker in characters. */
	length: number;
	isEmpty: boolean;
}

/** The marker of a list's item; if it would cut a paragraph in two, only a plain one counts. */
function markerOf(line: string, cutsParagraph: boolean): Marker | undefined {
	const match = /^(?:([-+*])|(\d{1,9})([.)]))(?=[ \t]|$)/.exec(line);
	if (!match) return undefined;
	const [marker, bullet, number, sign = ''] = match;
	const isEmpty = line.slice(marker.length).trim() === '';
	if (cutsParagraph && (isEmpty || Number(number ?? 1) !== 1)) return undefined;
	return { sign: bullet ?? sign, number, length: marker.length, isEmpty };
}

/** The box of a task. */
function taskOf(line: string): boolean | undefined {
	const box = /^\[([ xX])\](?=[ \t]+\S)/.exec(line)?.[1];
	return box === undefined ? undefined : box !== ' ';
}

/** The cells of a table row. An escaped bar is an ordinary character. */
function cellsOf(line: string): string[] {
	const row = line.trim().replace(/^\|/, '');
	const cells = row.split(/(?<!\\)\|/);
	if (cells.length > 1 && cells.at(-1)!.trim() === '') cells.pop();
	return cells.map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** The alignments that the second line of a table gives; `undefined` if it is not such a line. */
function alignmentsOf(line: string): Alignment[] | undefined {
	if (!/^[ \t|:-]+$/.test(line) || !line.includes('-') || !/[|:]/.test(line)) return undefined;
	const cells = cellsOf(line);
	if (!cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
	return cells.map((cell) => {
		if (!cell.endsWith(':')) return 'left';
		return cell.startsWith(':') ? 'center' : 'right';
	});
}

/** No message shows deeper nesting, and each line is compared with all open blocks. */
const DEEPEST = 50;

/** Reads the blocks of a text, line by line (CommonMark, "A parsing strategy", phase 1). */
class BlockParser {
	readonly open = new OpenBlocks();

	/** Whether the line before was blank. */
	private gap = false;

	private number = 0;

	/** For each kind of formula, the number of the last line that may close it. */
	private readonly lastEnds: number[];

	constructor(private readonly lines: string[]) {
		this.lastEnds = FORMULAS.map(({ end }) =>
			lines.reduce((last, line, number) => (end.test(line) ? number : last), -1),
		);
	}

	parse(): void {
		for (const line of this.lines) {
			this.line(new Cursor(line));
			this.number++;
		}
		this.open.endLeaf();
	}

	private line(cursor: Cursor): void {
		const { open } = this;
		open.match(cursor);
		const { leaf } = open;
		if (open.isWhole && leaf?.type === 'code' && leaf.fence) {
			const { end, indent } = leaf.fence;
			if (end.test(cursor.rest)) open.endLeaf();
			else leaf.lines.push(cursor.rest.slice(Math.min(cursor.indent, indent)));
			this.gap = false;
			return;
		}
		if (!this.starts(cursor)) this.goOn(cursor);
		this.gap = cursor.isBlank;
	}

	/** Opens the blocks that begin on a line. Returns whether that used up the line. */
	private starts(cursor: Cursor): boolean {
		const { open } = this;
		while (!cursor.isBlank) {
			const { indent } = cursor;
			if (indent >= CODE_INDENT) return this.startsIndented(cursor);
			const line = cursor.rest.slice(indent);
			if (this.startsLeaf(line, indent)) return true;
			if (open.kept >= DEEPEST) return false;
			if (line.startsWith('>')) {
				takesQuoteMark(cursor);
				open.enter({ type: 'quote', children: [], gap: this.gap });
			} else {
				const marker = markerOf(line, open.isWhole && open.leaf?.type === 'paragraph');
				if (!marker) return false;
				this.startItem(cursor, marker);
			}
			this.gap = false;
		}
		return false;
	}

	private startsIndented(cursor: Cursor): boolean {
		const { open } = this;
		const type = open.leaf?.type;
		if (type === 'paragraph' || (type === 'code' && open.isWhole)) return false;
		open.add({ type: 'code', lines: [cursor.rest.slice(CODE_INDENT)], gap: this.gap });
		return true;
	}

	/** Blocks that hold no others. */
	private startsLeaf(line: string, indent: number): boolean {
		const { open, gap } = this;
		const text = headingOf(line);
		if (text !== undefined) {
			open.add({ type: 'heading', text, gap });
			return true;
		}
		const fence = fenceOf(line, indent) ?? this.formula(line);
		if (fence) {
			open.add({ type: 'code', lines: [], info: fence.info, fence, gap });
			return true;
		}
		if (open.isWhole && open.leaf?.type === 'paragraph' && this.turns(open.leaf, line)) return true;
		if (!isRule(line)) return false;
		open.add({ type: 'rule', gap });
		return true;
	}

	/** A formula without an end is text. */
	private formula(line: string): OpeningFence | undefined {
		const kind = FORMULAS.findIndex(({ begin }) => begin.test(line));
		const { end } = FORMULAS[kind] ?? {};
		return end && (this.lastEnds[kind] ?? 0) > this.number ? { end, indent: 0 } : undefined;
	}

	/** Turns an open paragraph into a heading or a table, by the line below it. */
	private turns(paragraph: Paragraph, line: string): boolean {
		const { open } = this;
		// Below several lines, dashes are meant as a rule.
		if (isUnderline(line) && (line[0] === '=' || paragraph.lines.length === 1)) {
			open.takeDefinitions(paragraph);
			if (paragraph.lines.length === 0) {
				open.leaf = undefined;
				return false;
			}
			const text = paragraph.lines.splice(0).join('\n').trim();
			open.turnInto({ type: 'heading', text, gap: paragraph.gap }, paragraph);
			return true;
		}
		const alignments = alignmentsOf(line);
		const header = alignments && cellsOf(paragraph.lines.at(-1)!);
		if (!header || header.length !== alignments.length) return false;
		const length = paragraph.lines.pop()!.length + 1 + line.length;
		const gap = paragraph.lines.length === 0 && paragraph.gap;
		open.turnInto({ type: 'table', alignments, rows: [header], length, gap }, paragraph);
		return true;
	}

	private startItem(cursor: Cursor, { sign, number, length, isEmpty }: Marker): void {
		const { open, gap } = this;
		const { indent } = cursor;
		cursor.skip(indent + length);
		const spaces = cursor.indent;
		const isNext = isEmpty || spaces > CODE_INDENT;
		cursor.skip(isNext ? Math.min(1, spaces) : spaces);
		const width = indent + length + (isNext ? 1 : spaces);
		const done = taskOf(cursor.rest);
		if (done !== undefined) cursor.skip(4);
		if (open.list?.sign === sign) open.kept++;
		else open.enter({ type: 'list', sign, children: [], gap });
		open.enter({ type: 'item', children: [], gap, width, number, done });
	}

	/** Adds the rest of a line to an open leaf, or begins a paragraph. */
	private goOn(cursor: Cursor): void {
		const { open } = this;
		const text = cursor.rest.slice(cursor.indent);
		if (!cursor.isBlank && open.leaf?.type === 'paragraph') {
			// Also if its marks are missing: then it is a lazy continuation.
			open.leaf.lines.push(text);
			return;
		}
		open.close();
		const { leaf } = open;
		if (leaf?.type === 'code' && (cursor.isBlank || cursor.indent >= CODE_INDENT)) {
			leaf.lines.push(cursor.rest.slice(CODE_INDENT));
		} else if (cursor.isBlank) {
			open.endLeaf();
		} else if (leaf?.type === 'table') {
			leaf.rows.push(cellsOf(text));
			leaf.length += 1 + text.length;
		} else {
			open.add({ type: 'paragraph', lines: [text], gap: this.gap });
		}
	}
}

/** The blocks of a text, and where its reference links go. */
export function blocksOf(text: string): { blocks: Block[]; definitions: Definition[] } {
	const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
	const parser = new BlockParser(lines);
	parser.parse();
	const { root, definitions } = parser.open;
	return { blocks: root.children, definitions };
}
