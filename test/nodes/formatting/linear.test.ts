import { split, shownText, wireText, LANGUAGE_MODEL } from '../../../nodes/BotMessaging/formatting';

/** Texts of 100 kB that take forever if a parser looks back at what it has seen. */
const HARD: Record<string, string> = {
	stars: '*'.repeat(100_000),
	'stars that open, then stars that close': '*a '.repeat(15_000) + ' a*'.repeat(15_000),
	'marks of all kinds': '*_**__~~'.repeat(12_000),
	'brackets in brackets': '['.repeat(50_000) + ']'.repeat(50_000),
	'links without an end': '[a]('.repeat(25_000),
	'titles without an end': '[a](b "'.repeat(14_000),
	'pictures in pictures': '!['.repeat(16_000) + '](x)'.repeat(16_000),
	'backticks of every length': Array.from({ length: 440 }, (_none, at) => '`'.repeat(at + 1)).join(
		' ',
	),
	'quotes in quotes': '>'.repeat(50_000) + '\n'.repeat(50_000),
	'lists in lists': '- '.repeat(25_000) + '\n'.repeat(50_000),
	'spaces in a line': ('a' + ' '.repeat(50_000)).repeat(2),
	'formulas without an end': '> $$\n'.repeat(20_000) + '\\('.repeat(10_000),
	'a table of many columns': `|${'a|'.repeat(25_000)}\n|${'-|'.repeat(25_000)}`,
	'labels that are defined': `[a]: b\n${'[[a]'.repeat(25_000)}`,
};

test.each(Object.entries(HARD))('%s', (_what, text) => {
	const html = wireText(text, LANGUAGE_MODEL);
	const shown = shownText(html, 'HTML')!;
	const parts = split(shown, 4096, 4096);
	expect(parts.every((part) => part.text.length <= 4096)).toBe(true);
	const signs = (given: string) => given.replace(/\s/g, '').length;
	const kept = parts.reduce((sum, part) => sum + signs(part.text), 0);
	expect(kept).toBe(signs(shown.text));
});
