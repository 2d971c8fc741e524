/** A table with Markdown in its cells, which may contain bars. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Reads a table back into the head and rows given to table(). */
export function readTable(text: string): string[][] {
	const [head, , ...rows] = text.trim().split('\n');
	const cellsIn = (line: string) =>
		line
			.trim()
			.slice(1, -1)
			.split(/(?<!\\)\|/)
			.map((cell) => cell.trim().replaceAll('\\|', '|'));
	return [head ?? '', ...rows].map(cellsIn);
}
