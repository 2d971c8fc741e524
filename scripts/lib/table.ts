/** A table; what is in its cells is Markdown, but may hold bars. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The head and the rows of a table, as they were given to table(). */
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
