import { readFileSync, writeFileSync } from 'node:fs';

import { format, resolveConfig } from 'prettier';

/** A table; what is in its cells is Markdown, but may hold bars. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The text with everything between two marker comments replaced. Throws when they are not there. */
function between(text: string, name: string, content: string, file: string): string {
	const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
	const [from, to] = [text.indexOf(begin), text.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`${file} has no ${begin} ... ${end}`);
	return `${text.slice(0, from)}${begin}\n\n${content}\n\n${text.slice(to)}`;
}

/**
 * Puts each content between the marker comments of its name. Returns whether that changes the
 * file; with `check` it stays as it is. Throws when there are no such markers.
 */
export async function fill(
	file: string,
	contents: Record<string, string>,
	{ check = false } = {},
): Promise<boolean> {
	const written = readFileSync(file, 'utf8');
	const filled = Object.entries(contents).reduce(
		(text, [name, content]) => between(text, name, content, file),
		written,
	);
	const wanted = await format(filled, { ...(await resolveConfig(file)), filepath: file });
	if (wanted !== written && !check) writeFileSync(file, wanted);
	return wanted !== written;
}
