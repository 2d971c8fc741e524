/** A table; what is in its cells is Markdown, but may hold bars. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
