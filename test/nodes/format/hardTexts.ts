const upTo = (length: number, text: string) =>
	text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** First one thing, then another, half of the text each. */
const halves = (length: number, first: string, second: string) =>
	upTo(length / 2, first) + upTo(length / 2, second);

/** One text repeated. */
const REPEATED = [
	'a <think> ',
	'</think> a\n',
	'```` ``` `` ` ',
	'\\(- ',
	'\\(- \\)',
	'\\[',
	'\\[x\\]',
	'[a](b',
	'[a](',
	'[a](b "',
	'[a](b (\n',
	'[a](<b',
	'[a](https://b) ',
	'[a](mailto:b)',
	'[[',
	'[a',
	'[a]',
	'![',
	'![](',
	'(',
	'$',
	'$a ',
	'$$a ',
	'$\\',
	'*',
	'**',
	'**a ',
	'**a** ',
	'*a _b ',
	'*a**b',
	'*_**__~~',
	'_',
	'_a ',
	'`',
	'`a',
	'`a` ',
	'<',
	'<a:',
	'<a@b',
	'<br>',
	'~~',
	'~~a~~ ',
	'||',
	'||a||',
	'>',
	'> ',
	'>\n',
	'> a\n\n',
	'- ',
	'- a\n',
	'- - - - - a\n',
	'1. a\n',
	'1. 2. 3. a\n',
	'- [a]: b\n',
	'# a\n',
	'a\n=\n',
	'```\na\n```\n',
	'```a b\n',
	'$$\n\\[\n',
	'|-\n',
	'| a ',
	'http://a**',
	'&a',
	'&amp;',
	'\\',
	'a  \n',
	'\t',
	'\n',
	'a',
	'漢字',
	'👨‍👩‍👧‍👦',
	'a**b**c _d_ `e` [f](https://g)\n',
];

const SHAPED: Record<string, (length: number) => string> = {
	'one long cell': (length) =>
		`|a|b|\n|-|-|\n|${upTo(length / 2, 'x')}|1|\n${upTo(length / 2, '|1|2|\n')}`,
	'a long cell of marks': (length) => `|a|b|\n|-|-|\n|${upTo(length, '`$')}|`,
	'many columns': (length) => `|${upTo(length / 2, 'a|')}\n|${upTo(length / 2, '-|')}`,
	'many columns and rows': (length) =>
		`|${upTo(length / 4, 'a|')}\n|${upTo(length / 4, '-|')}\n${upTo(length / 2, '|b\n')}`,
	'more cells than the header has': (length) => `|a|\n|-|\n|${upTo(length, 'b|')}`,
	'a table of wide signs': (length) => `|a|b|\n|-|-|\n${upTo(length, '|漢字|字|\n')}`,
	'formulas that end once': (length) => `${upTo(length, '\\(- ')}\\)`,
	'formulas that end late': (length) => halves(length, '\\[-', '\\]'),
	'brackets in brackets': (length) => halves(length, '[', ']'),
	'pictures in pictures': (length) => halves(length, '![', '](x)'),
	'pictures without anything in pictures': (length) => halves(length, '![', ']()'),
	'links in pictures': (length) => halves(length, '![', '[a](b)'),
	'marks that open, then marks that close': (length) => halves(length, '*a ', ' a*'),
	'stars around a letter': (length) => `${'*'.repeat(length / 2)}a${'*'.repeat(length / 2)}`,
	'backticks of every length': (length) => {
		let text = '';
		for (let at = 1; text.length < length; at++) text += `${'`'.repeat(at)} `;
		return text;
	},
	'quotes in quotes on each line': (length) => upTo(length, `${'>'.repeat(500)}a\n`),
	'lines without the marks of their quotes': (length) =>
		`${'>'.repeat(49)}a\n${upTo(length, 'a\n')}`,
	'lists in lists on each line': (length) => {
		let text = '';
		for (let at = 0; text.length < length; at++) text += `${'  '.repeat(at)}- a\n`;
		return text;
	},
	'lists that are forty deep': (length) =>
		upTo(length, Array.from({ length: 40 }, (_none, at) => `${'  '.repeat(at)}- a\n`).join('')),
	'numbered lists': (length) => {
		let text = '';
		for (let at = 1; text.length < length; at += 2) text += `${at}. a\n`;
		return text;
	},
	'a label that is used often': (length) => `[a]: https://b\n${upTo(length, '[a] ')}`,
	'a long address that is used often': (length) =>
		`[a]: https://${'b'.repeat(2000)}\n\n${upTo(length, '[a] ')}`,
	'labels that are defined': (length) => `[a]: b\n${upTo(length, '[[a]')}`,
	'definitions that are used and that are not': (length) =>
		Array.from(
			{ length: length / 24 },
			(_none, at) => `[a${at}]: https://b\n\n[a${at * 2}]\n`,
		).join(''),
	'spaces in a line': (length) => `a${upTo(length, ' ')}a`,
	'stars with spaces': (length) => `${upTo(length, '* ')}a`,
	'accents on one letter': (length) => `a${upTo(length, '\u0301')}`,
	'a block of code': (length) => `\`\`\`\n${upTo(length, 'a\n')}\`\`\``,
};

/** Texts on which a backtracking parser takes forever, each of a given approximate length. */
export const HARD: Array<[what: string, make: (length: number) => string]> = [
	...REPEATED.map((text): [string, (length: number) => string] => [
		`${JSON.stringify(text)} again and again`,
		(length) => upTo(length, text),
	]),
	...Object.entries(SHAPED),
];
