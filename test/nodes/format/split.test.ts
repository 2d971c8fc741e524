import { split, toHtml } from '../../../nodes/BotMessaging/format';
import { shownText } from '../../support/shown';

const parts = (html: string, most: number, first = most) =>
	split(shownText(html, 'HTML')!, first, most).map((part) => toHtml(part));

describe('a text is cut', () => {
	test.each<[string, string, number, string[]]>([
		['at a paragraph', 'One two.\n\nThree. four', 14, ['One two.', 'Three. four']],
		['at a line', 'One. two\nThree. four', 14, ['One. two', 'Three. four']],
		['at a sentence', 'One two. Three four', 14, ['One two.', 'Three four']],
		['at a sentence of Chinese', '你好。我很好谢谢', 5, ['你好。', '我很好谢谢']],
		['at a word', 'one two three', 8, ['one two', 'three']],
		['at the limit where it has no words', 'abcdefgh', 3, ['abc', 'def', 'gh']],
		['not before it is too long', 'one\n\ntwo', 8, ['one\n\ntwo']],
		[
			'not far before the limit for a paragraph',
			'a\n\nbbbbbb cccccc',
			12,
			['a\n\nbbbbbb', 'cccccc'],
		],
		['without white space at the ends', 'one    \n \n   two', 8, ['one', 'two']],
	])('%s', (_where, text, most, expected) => {
		expect(parts(text, most)).toEqual(expected);
	});

	test.each(['👨‍👩‍👧‍👦', '🇩🇪', '👍🏽', 'é', '1️⃣'])('but not within %s', (sign) => {
		const most = sign.length * 2 - 1;
		expect(parts(sign.repeat(3), Math.max(most, sign.length))).toEqual([sign, sign, sign]);
	});

	test('within a symbol that is longer than a message, but not within a character', () => {
		expect(parts(`a${'\u0301'.repeat(5)}`, 3).map(({ length }) => length)).toEqual([3, 3]);
		expect(parts('👨‍👩‍👧‍👦', 4).join('')).toBe('👨‍👩‍👧‍👦');
	});

	test('with a shorter limit for the first part', () => {
		expect(parts('one two three four', 9, 4)).toEqual(['one', 'two three', 'four']);
	});
});

describe('a cut element starts again in the next part:', () => {
	test('a style', () => {
		expect(parts('<b>one <i>two three</i></b>', 8)).toEqual([
			'<b>one <i>two</i></b>',
			'<b><i>three</i></b>',
		]);
	});

	test('a link', () => {
		expect(parts('<a href="https://x.example">one two</a>', 5)).toEqual([
			'<a href="https://x.example">one</a>',
			'<a href="https://x.example">two</a>',
		]);
	});

	test('a block of code, with its language and its indentation', () => {
		expect(parts('<pre class="language-py">if a:\n    b. c\n    d</pre>', 16)).toEqual([
			'<pre class="language-py">if a:\n    b. c</pre>',
			'<pre class="language-py">    d</pre>',
		]);
	});

	test('but a block of code that fits into a part is not cut', () => {
		expect(parts('some words\n<pre>a\nb\nc</pre>', 14)).toEqual([
			'some words',
			'<pre>a\nb\nc</pre>',
		]);
	});

	test('a quote', () => {
		expect(parts('<blockquote>one\ntwo</blockquote>', 5)).toEqual([
			'<blockquote>one</blockquote>',
			'<blockquote>two</blockquote>',
		]);
	});
});

/** Expressed in the service's own HTML (reference 7). */
describe('the Markdown of the service', () => {
	test.each([
		[
			'*Paid _today_* [no. 7](https://x.example/7)',
			'<b>Paid <i>today</i></b> <a href="https://x.example/7">no. 7</a>',
		],
		['2\\*3=6.', '2*3=6.'],
		[
			'> stock: ||4|| left',
			'<blockquote>stock: <safew-spoiler>4</safew-spoiler> left</blockquote>',
		],
		['**a** __b__ ~c~', '<b>a</b> <u>b</u> <s>c</s>'],
		['*note', '<b>note</b>'],
		['***a***', '***a***'],
		['v1\\.2', 'v1\\.2'],
		['`a\\*b`', '<code>a*b</code>'],
		['```go\nx := 1\n```', '<pre class="language-go">x := 1\n</pre>'],
		['[Ana](safew://user?id=42)', '<a href="safew://user?id=42">Ana</a>'],
		['[x](tg://user?id=4)', 'x'],
		['![x](safew://emoji?id=9)', '<safew-emoji emoji-id="9">x</safew-emoji>'],
		['**>one\n>||two||', '<blockquote>one\ntwo</blockquote>'],
		['a\n>b\n>c\nd', 'a\n<blockquote>b\nc</blockquote>\nd'],
		['1 < 2', '1 &lt; 2'],
	])('%s', (markdown, html) => {
		expect(toHtml(shownText(markdown, 'Markdown')!)).toBe(html);
	});
});

describe('the HTML of the service', () => {
	test.each([
		['<STRONG>a</STRONG> <em>b</em>', '<b>a</b> <i>b</i>'],
		['<pre class="language-go"><code>x</code></pre>', '<pre class="language-go">x</pre>'],
		['<br> <span>a</span>', '&lt;br&gt; &lt;span&gt;a&lt;/span&gt;'],
		['<span class="safew-spoiler">a</span>', '<safew-spoiler>a</safew-spoiler>'],
		['1 &lt; 2 &amp; 3', '1 &lt; 2 &amp; 3'],
	])('%s', (html, same) => {
		expect(toHtml(shownText(html, 'HTML')!)).toBe(same);
	});

	test.each(['<b>x', 'x</b>', '<b><i>x</b></i>'])('%s is broken', (html) => {
		expect(shownText(html, 'HTML')).toBeUndefined();
	});
});
