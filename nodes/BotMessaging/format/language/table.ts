import { graphemesOf } from '../characters';
import type { Rich } from '../rich';
import type { Alignment, Table } from './blocks';
import type { References } from './destinations';
import { inlinesOf } from './inlines';

/** Two columns wide: East Asian characters and emoji. */
const WIDE =
	/[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

const NARROW_ONLY = /^[\x20-\x7e]*$/;

/** Drawn on top of the character before, or invisible. */
const UNSEEN = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** How many columns a text takes in a fixed-width font. */
function widthOf(text: string): number {
	if (NARROW_ONLY.test(text)) return text.length;
	let width = 0;
	for (const { segment } of graphemesOf(text)) {
		if (UNSEEN.test(segment)) continue;
		width += WIDE.test(segment) ? 2 : 1;
	}
	return width;
}

/** Columns that a large screen still shows on one line. */
const MOST_WIDTH = 100;

const MOST_CELLS = 1000;

/** Most characters of a cell that may still fit into a line: one emoji has many. */
const MOST_IN_CELL = 16 * MOST_WIDTH;

const BETWEEN = ' | ';

/** A cell as plain text. Code blocks have no links, so addresses follow the text. */
function shown(cell: string, references: References): string {
	const { text, spans } = inlinesOf(cell, references);
	let plain = '';
	let at = 0;
	for (const { end, value, name } of spans) {
		if (name !== 'link' || text.slice(at, end).endsWith(value!)) continue;
		plain += `${text.slice(at, end)} (${value})`;
		at = end;
	}
	return (plain + text.slice(at)).replace(/\s*\n\s*/g, ' ');
}

function padded(cell: string, width: number, alignment: Alignment): string {
	const space = width - widthOf(cell);
	const left = { left: 0, center: Math.floor(space / 2), right: space }[alignment];
	return ' '.repeat(left) + cell + ' '.repeat(space - left);
}

/** The width of each column; `undefined` if a line gets too long. */
function widthsOf(cells: string[][], columns: number): number[] | undefined {
	const widths = new Array<number>(columns).fill(1);
	for (const row of cells) {
		for (const [column, cell] of row.entries()) {
			if (cell.length > MOST_IN_CELL) return undefined;
			widths[column] = Math.max(widths[column] ?? 1, widthOf(cell));
		}
	}
	const width = widths.reduce((sum, one) => sum + one + BETWEEN.length, -BETWEEN.length);
	return width > MOST_WIDTH ? undefined : widths;
}

/** Draws a table in fixed-width characters; undefined if it is too wide, too large or too long. */
export function drawingOf(
	{ rows, alignments, length }: Table,
	references: References,
): string | undefined {
	const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
	if (columns * rows.length > MOST_CELLS) return undefined;
	const cells = rows.map((row) => row.map((cell) => shown(cell, references)));
	const widths = widthsOf(cells, columns);
	if (!widths) return undefined;
	const [header, ...body] = cells.map((row) =>
		widths
			.map((width, column) => padded(row[column] ?? '', width, alignments[column] ?? 'left'))
			.join(BETWEEN)
			.trimEnd(),
	);
	const drawing = [header, widths.map((width) => '-'.repeat(width)).join('-+-'), ...body].join(
		'\n',
	);
	return drawing.length > 2 * length ? undefined : drawing;
}

/** Puts the cells of a row on one line, with separators between them. */
export function rowOf(row: string[], references: References): Rich[] {
	const cells = row.map((cell) => inlinesOf(cell, references));
	while (cells.at(-1)?.text === '') cells.pop();
	return cells.flatMap((cell, column) => {
		const line = { ...cell, text: cell.text.replaceAll('\n', ' ') };
		if (column === 0) return [line];
		// No space around an empty cell.
		const before = cells[column - 1]?.text === '' ? '' : ' ';
		const after = cell.text === '' ? '' : ' ';
		return [{ text: `${before}|${after}`, spans: [] }, line];
	});
}
