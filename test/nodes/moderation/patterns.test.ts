import { Patterns } from '../../../nodes/BotMessaging/moderation/patterns';

const foundIn = (pattern: string, text: string) =>
	new Patterns(pattern).findIn(text).map((found) => found.text);

/** Patterns with the same meaning here and in n8n, each with texts. */
const SAME: Array<[pattern: string, texts: string[]]> = [
	['a', ['a', 'b', 'ba', '']],
	['ab*c', ['ac', 'abbbc', 'abb', 'xabcx']],
	['ab+?c', ['ac', 'abc', 'abbc']],
	['^ab?$', ['a', 'ab', 'abb', 'xab']],
	['a{2}', ['a', 'aa', 'aaaa']],
	['a{2,}b', ['ab', 'aab', 'aaaab']],
	['a{1,3}b', ['b', 'ab', 'aaab', 'aaaab']],
	['(ab|cd)+e', ['e', 'abe', 'abcde', 'abce']],
	['(?:a|b|)c', ['c', 'ac', 'xbc']],
	['(?<name>a)(b)', ['ab', 'ba']],
	['[a-cx]y[^z]', ['ay!', 'xyz', 'cya']],
	['[\\]\\\\-]x', [']x', '\\x', '-x', 'x']],
	['\\d\\s\\S', ['1 a', '1a', '1\na']],
	['\\p{Script=Thai}+', ['ควย', 'abc']],
	['\\u{1F600}|\\uD83D\\uDE01|\\u0041\\x42', ['😀', '😁', 'AB', 'A']],
	['.\\.', ['a.', '😀.', '\n.', '.']],
	['/a.b/s', ['a\nb', 'ab']],
	['/^b$/m', ['a\nb\nc', 'ab']],
	['^b$', ['a\nb\nc', 'b']],
	['\\t\\n\\/', ['\t\n/']],
	['(a*)*b', ['b', 'aab', 'aa']],
	['(a?){3}b', ['b', 'ab', 'aaab']],
	['(|a)+$', ['a', 'ab']],
	['x|', ['x']],
	['ß|ſ|K', ['ß', 's', 'k', 'S']],
	['\\bcat\\b', ['cat', 'a cat.', 'cats', 'concat']],
	['\\Bcat', ['cat', 'concat']],
	['\\w+\\W', ['ab!', '!']],
];

test.each(SAME.flatMap(([pattern, texts]) => texts.map((text) => [pattern, text])))(
	'%s in %j',
	(pattern, text) => {
		const [, source, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(pattern) ?? ['', pattern];
		const match = new RegExp(source, `${flags}iu`).exec(text);
		// Matches contain letters; a pattern for the empty text would match everywhere.
		expect(foundIn(pattern, text).length > 0).toBe((match?.[0] ?? '') !== '');
		expect(new Patterns(pattern).fits(text)).toBe(match !== null);
	},
);

test.each<[string, string[], string[]]>([
	['^Yes$', ['Yes'], ['yes', 'YES', 'Yes ', '']],
	['/^yes$/i', ['yes', 'YES'], ['no']],
	['/^[a-z]+$/m', ['1\nab'], ['AB', '1\nAB']],
	['hello ', ['hello you'], ['hello', 'HELLO ']],
	['a\nb', ['a\nb'], ['a', 'b']],
	['^(ja|nein)?$', ['ja', ''], ['x']],
	['^$', [''], ['x', '\n']],
	['\\b$', ['ab', 'é'], ['ab ', '']],
	['\\Bx*', [' a', 'ab', ''], ['a', 'é']],
])('a single pattern %j matches as written', (pattern, fitting, others) => {
	const patterns = new Patterns({ pattern });
	expect(fitting.filter((text) => !patterns.fits(text))).toEqual([]);
	expect(others.filter((text) => patterns.fits(text))).toEqual([]);
});

test.each<[string, string, string[]]>([
	['a|ab|abc', 'xabcx', ['abc']],
	['abcd|bc', 'abcd', ['abcd']],
	['a+', 'baaab aaaaa', ['aaa']],
	['\\bвход\\b', 'Это ВХОД!', ['ВХОД']],
	['\\bвход\\b', 'входящий', []],
	['\\w+', 'çok güzel', ['çok']],
	['[\\w-]+@', 'señor-x@', ['señor-x@']],
	['casino', 'ca\u200Bsi\u00ADno', ['ca\u200Bsi\u00ADno']],
	['مرحبا', 'مرحبا بكم', ['مرحبا']],
	['đừng.{0,9}lỡ', 'ĐỪNG bỏ LỠ', ['ĐỪNG bỏ LỠ']],
])('%s in %s', (pattern, text, found) => {
	expect(foundIn(pattern, text)).toEqual(found);
});

test.each<[string, string, string[]]>([
	['kiếm.tiền', 'Ồ, kiếm tiền nhanh', ['kiếm tiền']],
	['^ồ$', 'Ồ', ['Ồ']],
	['[ếệ]{2}', 'xếệx', ['ếệ']],
	['한국', '좋은 한국어', ['한국']],
	['ควย', 'ẩ ควย', ['ควย']],
	['q\u0307', 'é q\u0307', ['q\u0307']],
])('%s gives the same in %s, however its accents are encoded', (pattern, text, found) => {
	const apart = found.map((part) => part.normalize('NFD'));
	expect(foundIn(pattern, text)).toEqual(found);
	expect(foundIn(pattern, text.normalize('NFD'))).toEqual(apart);
	expect(foundIn(pattern.normalize('NFD'), text)).toEqual(found);
	const [place] = new Patterns(pattern).findIn(text.normalize('NFD'));
	const { offset = 0, length = 0 } = place ?? {};
	expect([text.normalize('NFD').slice(offset, offset + length)]).toEqual(apart);
});

test('a mark that hides a letter counts as a character', () => {
	expect(foundIn('[\u0300-\u036F]{2}', 'ế e\u0301\u0302\u0303\u0304')).toHaveLength(1);
	expect(foundIn('[\u0300-\u036F]', 'kiếm tiền'.normalize('NFD'))).toEqual([]);
});

test('each line is a separate pattern', () => {
	expect(foundIn('a\n\n  b \r\nc', 'abc').sort()).toEqual(['a', 'b', 'c']);
});

describe('a pattern that could take long is refused with the name of the field', () => {
	test.each<[string, string]>([
		['(?=a)b', 'Forbidden Patterns: (?=a)b has (?=, which can take too long'],
		['(?!a)b', 'has (?!'],
		['(?<=a)b', 'has (?<'],
		['(?<!a)b', 'has (?<'],
		['(a)\\1', 'has \\1'],
		['(?<x>a)\\k<x>', 'has \\k'],
		['a{1001}', 'repeats too much'],
		['((a{100}){100}){100}', 'repeats too much'],
		['((?:){1000}){1000}', 'repeats too much'],
		['(?:){1000000000}', 'repeats too much'],
		['a'.repeat(1001), 'is too long'],
		[`${'a'.repeat(79)}🎉(`, `${'a'.repeat(79)}🎉 is not a valid`],
		['(', 'is not a valid regular expression'],
		['[a', 'is not a valid regular expression'],
		['a**', 'is not a valid regular expression'],
		['\\-', 'is not a valid regular expression'],
		['/a/x', 'is not a valid regular expression'],
		[Array.from({ length: 11 }, () => 'a{999}').join('\n'), 'Forbidden Patterns is too long'],
	])('%s', (pattern, words) => {
		expect(() => new Patterns(pattern)).toThrow(words);
	});
});

/** Texts on which n8n's own engine would practically never finish. */
test.each([
	['(a+)+$', 'a'],
	['(a|a)*b', 'a'],
	['(a|aa)+$', 'a'],
	['(.*)*x', 'y'],
	['(\\w+\\s?)+:', 'word '],
	['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
	['\\s*\\s*\\s*\\s*\\s*x', ' '],
	['(x+x+)+y', 'x'],
	['.*.*.*.*.*=.*', 'ab'],
	['([a-z]{1,20}){1,20}!', 'a'],
])('%s reads a long text quickly', (pattern, part) => {
	const text = `${part.repeat(4096 / part.length)}\u0000`;
	expect(() => foundIn(pattern, text)).not.toThrow();
	expect(() => new Patterns({ pattern }).fits(text)).not.toThrow();
});

/** The first match in a short text, and the longest one there, by trying all of them. */
function firstPart(pattern: string, text: string): string | undefined {
	for (let from = 0; from < text.length; from++) {
		for (let to = text.length; to > from; to--) {
			const before = `(?<=^[\\s\\S]{${from}})`;
			const after = `(?=[\\s\\S]{${text.length - to}}$)`;
			if (new RegExp(`${before}(?:${pattern})${after}`, 'iu').test(text)) return `${from}-${to}`;
		}
	}
	return undefined;
}

test('random patterns find the right places in random texts', () => {
	let state = 42;
	const random = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most;
	const pick = (list: string[]) => list[random(list.length)];
	const patternOf = (depth: number): string => {
		if (depth === 0) return pick(['a', 'b', '[ab]', '.', '^', '$', '\\b', '[^a]', 'c']);
		const [one, other] = [patternOf(depth - 1), patternOf(depth - 1)];
		const times = pick(['', '', '*', '+', '?', '{2}', '{1,2}', '*?', '{2,}']);
		return pick([one + other, `(?:${one}|${other})`, `(${one}${other})${times}`]);
	};
	let found = 0;
	for (let round = 0; round < 500; round++) {
		const pattern = patternOf(1 + random(3));
		const text = Array.from({ length: random(8) }, () => pick(['a', 'b', 'c', ' ', '\n'])).join('');
		const expected = firstPart(pattern, text);
		if (expected) found++;
		const parts = new Patterns(pattern).findIn(text);
		const shown = parts.map(({ offset, length }) => `${offset}-${offset + length}`);
		expect([pattern, text, shown]).toEqual([pattern, text, expected ? [expected] : []]);
		const fits = new Patterns({ pattern }).fits(text);
		expect([pattern, text, fits]).toEqual([pattern, text, new RegExp(pattern, 'u').test(text)]);
	}
	expect(found).toBeGreaterThan(150);
});
