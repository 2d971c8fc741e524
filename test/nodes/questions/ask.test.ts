import { visible } from '../../../nodes/BotMessaging/format/characters';
import { withReviewed } from '../../../nodes/BotMessaging/questions/ask';

const TEXT = 'The agent wants to run Note\n\nInput:\n[object Object]';

const shown = (reviewed?: object, more: object = {}) =>
	withReviewed({ text: TEXT, ...more }, reviewed);

const linesOf = (reviewed: object) => String(shown(reviewed).text).split('\n').slice(3);

describe('the input that an agent wants to give a tool', () => {
	test('is a line for each name and its value', () => {
		expect(
			linesOf({ to: 'Mia', days: 2, note: { text: 'Hi', urgent: true }, ids: [1, 'a'] }),
		).toEqual(['to: Mia', 'days: 2', 'note: {"text":"Hi","urgent":true}', 'ids: [1,"a"]']);
	});

	test.each<[what: string, reviewed: object, lines: string[]]>([
		['a line break in a value', { text: 'Hi\nto: Noah' }, ['text: Hi ⏎ to: Noah']],
		['other line breaks', { text: 'a\r\nb\u2028c\u0085d' }, ['text: a ⏎ b ⏎ c ⏎ d']],
		['a line break in a name', { 'a\nto': 'Noah' }, ['"a\\nto": Noah']],
		['a name that looks like more', { 'to: Noah; x': 1 }, ['"to: Noah; x": 1']],
		['a turned direction', { text: 'txt.\u202Eexe' }, ['text: txt.⟨U+202E⟩exe']],
		[
			'nothing that is seen',
			{ text: '\u200B\u2800\u3164\u{E0041}' },
			['text: ⟨U+200B⟩⟨U+2800⟩⟨U+3164⟩⟨U+E0041⟩'],
		],
		['a control character', { text: 'a\u0007' }, ['text: a⟨U+0007⟩']],
		[
			'something like the mark itself',
			{ a: '[object Object]', b: 1 },
			['a: [object Object]', 'b: 1'],
		],
		['what replace() would read', { text: '$& $1' }, ['text: $& $1']],
		['no line break within nested values', { a: { b: 'x\ny' } }, ['a: {"b":"x\\ny"}']],
	])('%s', (_what, reviewed, lines) => {
		expect(linesOf(reviewed)).toEqual(lines);
	});

	test.each([
		['HTML', '<b>Ask</b> &quot;him&quot; [object Object]', '<b>Ask</b> &quot;him&quot; '],
		['Markdown', '**Ask** [object Object]', '<b>Ask</b> '],
	])('contains no markup for %s', (parse_mode, text, before) => {
		const reviewed = { text: '<span class="safew-spoiler">x</span> [a](http://b.c) **d** & ' };
		expect(withReviewed({ text, parse_mode }, reviewed)).toEqual({
			text: `${before}text: &lt;span class="safew-spoiler"&gt;x&lt;/span&gt; [a](http://b.c) **d** &amp; `,
			parse_mode: 'HTML',
		});
	});

	test('appears in no other question', () => {
		expect(shown(undefined)).toEqual({ text: TEXT });
		expect(withReviewed({ text: 'x', parse_mode: 'HTML' }, { a: 1 })).toEqual({
			text: 'x',
			parse_mode: 'HTML',
		});
	});
});

test('keeps emoji and the letters of all languages', () => {
	const text = 'Trường 👨‍👩‍👧 ❤️ 👩🏽‍💻 🏳️‍🌈 lồn ไทย हिन्दी العربية 漢字 é';
	expect(visible(text)).toBe(text);
});
