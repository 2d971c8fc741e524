import { LANGUAGE_MODEL, split } from '../../../nodes/BotMessaging/format';
import { shownText, wireText } from '../../support/shown';

const shownOf = (text: string) => shownText(wireText(text, LANGUAGE_MODEL), 'HTML')!;

const isDrawn = (text: string) => shownOf(text).spans.some(({ name }) => name === 'pre');

const row = (cells: string[]) => `| ${cells.join(' | ')} |`;

const table = (rows: string[][]) =>
	[row(rows[0]), row(rows[0].map(() => '---')), ...rows.slice(1).map(row)].join('\n');

const column = (length: number, make: (index: number) => string[]) =>
	Array.from({ length }, (_none, index) => make(index));

test('one long cell does not make every row as long as itself', () => {
	const rows = [
		['Note', 'Name'],
		['word '.repeat(17).trim(), 'Ana'],
	];
	const text = table([...rows, ...column(50, (index) => ['ok', `Person ${index}`])]);
	expect(text.length).toBeLessThan(1100);
	expect(isDrawn(text)).toBe(false);
	expect(shownOf(text).text.length).toBeLessThan(text.length);
});

test('a table that is not drawn becomes a line for each row, with its styles and links', () => {
	const long = 'word '.repeat(30).trim();
	const text = `| Name | *Note* |\n|---|--:|\n| [Ana](https://x.example) | ${long} |\n| B | **b**<br>c || d ||\n|`;
	expect(wireText(text, LANGUAGE_MODEL)).toBe(
		`<b>Name | <i>Note</i></b>\n<a href="https://x.example">Ana</a> | ${long}\nB | <b>b</b> c || d\n`,
	);
});

test('a table in a list or a quote keeps its place', () => {
	const long = 'w'.repeat(101);
	const rows = (before: string) =>
		['| A | B |', '|---|---|', `| ${long} | 2 |`].map((line) => before + line).join('\n');
	expect(shownOf(`- x\n\n${rows('  ')}\n- y`).text).toBe(`• x\n\n    A | B\n    ${long} | 2\n• y`);
	expect(shownOf(rows('> ')).text).toBe(`A | B\n${long} | 2`);
});

test('a table with many columns and few cells stays one message', () => {
	const text = `|${'a|'.repeat(680)}\n|${'-|'.repeat(680)}\n${'|b\n'.repeat(450)}`;
	expect(text.length).toBeLessThan(4100);
	const parts = split(shownOf(text), 4096, 4096);
	expect(parts.length).toBe(1);
});

test.each<[string, string[][], boolean]>([
	['100 columns of a line', [['a', 'b'.repeat(96)]], true],
	['101 columns of a line', [['a', 'b'.repeat(97)]], false],
	['100 columns of wide signs', column(3, () => ['漢'.repeat(48), 'b']), true],
	['102 columns of wide signs', column(3, () => ['漢'.repeat(49), 'b']), false],
	['1,000 cells', column(500, () => ['a', 'b']), true],
	['1,002 cells', column(501, () => ['a', 'b']), false],
])('a table of %s', (_what, rows, expected) => {
	expect(isDrawn(table(rows))).toBe(expected);
});

test('no table becomes more than twice as long as its source', () => {
	const ratios: number[] = [];
	for (let columns = 1; columns <= 12; columns++) {
		for (const rows of [1, 2, 5, 40]) {
			for (const longest of [0, 1, 10, 60, 300]) {
				for (const sides of ['', '|']) {
					const cells = (at: number) =>
						Array.from({ length: columns }, (_none, index) =>
							(at + index) % 7 === 0 ? 'x'.repeat(longest) : at % 3 === 0 ? '' : 'y',
						);
					const lines = [
						`|${cells(0).join('|')}|`,
						`|${cells(0)
							.map(() => '-')
							.join('|')}|`,
						...column(rows, (at) => cells(at + 1)).map((one) => sides + one.join('|') + sides),
					];
					const text = lines.join('\n');
					ratios.push(shownOf(text).text.length / text.length);
				}
			}
		}
	}
	const longest = Math.max(...ratios);
	console.info(`${ratios.length} tables, the longest ${longest.toFixed(2)} times as it is written`);
	expect(longest).toBeLessThanOrEqual(2);
});
