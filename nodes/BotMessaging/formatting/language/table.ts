import { inlinesOf } from './inlines';
import type { Alignment, Definitions, Table } from './blocks';
import { widthOf } from './width';

/** A cell as plain text: a block of code has no links, so addresses stand behind their texts. */
function shown(cell: string, definitions: Definitions): string {
	const { text, spans } = inlinesOf(cell, definitions);
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

/** A table in characters of one width: the service has no tables. */
export function tableText({ rows, alignments }: Table, definitions: Definitions): string {
	const cells = rows.map((row) => row.map((cell) => shown(cell, definitions)));
	const widths = alignments.map((_none, column) =>
		cells.reduce((most, row) => Math.max(most, widthOf(row[column])), 1),
	);
	const [header, ...body] = cells.map((row) =>
		row
			.map((cell, column) => padded(cell, widths[column], alignments[column]))
			.join(' | ')
			.trimEnd(),
	);
	return [header, widths.map((width) => '-'.repeat(width)).join('-+-'), ...body].join('\n');
}
