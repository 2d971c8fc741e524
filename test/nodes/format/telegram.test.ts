import { readFileSync } from 'node:fs';
import path from 'node:path';

import { shownText, wireText } from '../../support/shown';
import { useEmulator } from '../../support/emulator';
import { RandomMarkdown } from './randomMarkdown';
import { marked } from './texts/marked';

const emulator = useEmulator();

/** A text written for Telegram, as shown in the chat. */
async function inChat(written: string, format: string): Promise<string> {
	const text = wireText(written, format);
	const params = { chat_id: emulator.defaults.chats.demoGroup, text, parse_mode: 'HTML' };
	const { body } = await emulator.api('sendMessage', params);
	expect(body).toMatchObject({ ok: true });
	return marked(body.result);
}

describe('Telegram’s first Markdown', () => {
	test.each([
		['Hello *Ana*, _welcome_', 'Hello {b Ana}, {i welcome}'],
		['about ~5 minutes', 'about ~5 minutes'],
		['~~old~~ price ~10', '~~old~~ price ~10'],
		['a || b and ||c||', 'a || b and ||c||'],
		['> not a quote', '> not a quote'],
		['1 < 2 & 3 > 2', '1 < 2 & 3 > 2'],
		['<b>no tag</b> &amp;', '<b>no tag</b> &amp;'],
		['# Title\n- one', '# Title\n- one'],
		['**Bold of a model**', 'Bold of a model'],
		['__init__', 'init'],
		['* one\n* two', '{b  one\n} two'],
		['`a_b*c`', '{c a_b*c}'],
		['```go\nx_1 := `a`\n```', '{pre:go x_1 := `a`\n}'],
		['```\nplain *code*\n```', '{pre plain *code*\n}'],
		['[the_rules](https://example.com/a_b)', '{a https://example.com/a_b the_rules}'],
		['[Site](example.com/x)', '{a http://example.com/x Site}'],
		['[Ana](tg://user?id=42)!', '{a safew://user?id=42 Ana}!'],
		['[app](myapp://open) [1] [x](y z)', 'app 1 x'],
		['[https://example.com]', '{a https://example.com https://example.com}'],
		['\\_a\\_ \\*b\\* \\`c\\` \\[d]', '_a_ *b* `c` [d]'],
		['v1\\.2 \\- \\~x', 'v1\\.2 \\- \\~x'],
		['*a\\_b*', '{b a\\_b}'],
		['*bold _not italic_*', '{b bold _not italic_}'],
		['*a*b*c*', '{b a}b{b c}'],
		// Telegram refuses the following.
		['snake_case', 'snake_case'],
		['5 * 3', '5 * 3'],
		['*bold* and one * more', '{b bold} and one * more'],
		['it`s [open', 'it`s [open'],
		['```js\nnever closed', '```js\nnever closed'],
		['_one [two](https://example.com) three', '_one {a https://example.com two} three'],
	])('%j', async (written, shown) => {
		expect(await inChat(written, 'telegramMarkdown')).toBe(shown);
	});
});

describe('Telegram’s second Markdown', () => {
	test.each([
		['v1\\.2 \\- *bold\\!* \\*', 'v1.2 - {b bold!} *'],
		['_i_ __u__ ~s~ ||x||', '{i i} {u u} {s s} {x x}'],
		['*bold _and italic_*', '{b bold {i and italic}}'],
		['`a\\`b\\\\` \\#', '{c a`b\\} #'],
		["```py\na = '\\`'\n```", "{pre:py a = '`'\n}"],
		['>quoted\\.\nnot', '{q quoted.}\nnot'],
		['\\>not quoted \\~ \\| \\{\\} \\= \\+', '>not quoted ~ | {} = +'],
		['[a\\.b](https://example.com/x_\\(1\\))', '{a https://example.com/x_(1%29 a.b}'],
		['[Ana](tg://user?id=42)', '{a safew://user?id=42 Ana}'],
		// Telegram refuses the following.
		['snake_case costs ~5.', 'snake_case costs ~5.'],
		['*bold* and one * more!', '{b bold} and one * more!'],
		['open and ] | || [', 'open and ] | || ['],
		['`code', '`code'],
	])('%j', async (written, shown) => {
		expect(await inChat(written, 'telegramMarkdownV2')).toBe(shown);
	});
});

describe('Telegram’s HTML', () => {
	test.each([
		['<b>a</b> <i>b</i> <code>c_d</code>', '{b a} {i b} {c c_d}'],
		['it&#39;s &quot;A&quot; &#x26; B &#60;b&#62;', 'it\'s "A" & B <b>'],
		['<tg-spoiler>a</tg-spoiler> <span class="tg-spoiler">b</span>', '{x a} {x b}'],
		['<tg-emoji emoji-id="536">👍</tg-emoji> ok', '👍 ok'],
		['<pre><code class="language-go">a_b</code></pre>', '{pre:go a_b}'],
		['<a href="tg://user?id=42">Ana_B</a>', '{a safew://user?id=42 Ana_B}'],
		['~5 *x* _y_', '~5 *x* _y_'],
		// Telegram refuses the following.
		['<b>never closed', '<b>never closed'],
		['<b>a<i>b</b></i>', '<b>a<i>b</b></i>'],
		['one<br>two', 'one<br>two'],
	])('%j', async (written, shown) => {
		expect(await inChat(written, 'telegramHtml')).toBe(shown);
	});
});

const FORMATS = ['telegramMarkdown', 'telegramMarkdownV2', 'telegramHtml'];

const lettersOf = (text: string): string[] => text.match(/[\p{L}\p{N}]/gu) ?? [];

/** Not for readers: addresses, languages of code, names of characters and tags. */
const UNSEEN = /\]\((?:\\[\s\S]|[^)\\])*\)?|```\S*|&#?\w+;|<[^>]*>/g;

/** Whether all the letters of a text are shown, in their order. */
function showsAll(written: string, shown: string): boolean {
	const letters = lettersOf(shown);
	let at = 0;
	return lettersOf(written.replace(UNSEEN, ' ')).every((letter) => {
		at = letters.indexOf(letter, at) + 1;
		return at > 0;
	});
}

test('Telegram’s first Markdown has no strikethrough, quotes or spoilers', () => {
	const random = new RandomMarkdown(8);
	const styles = new Set<string>();
	for (let count = 0; count < 1000; count++) {
		const shown = shownText(wireText(`~ ${random.text()} ~ || > ||`, 'telegramMarkdown'), 'HTML')!;
		shown.spans.forEach(({ name }) => styles.add(name));
	}
	expect([...styles].sort()).toEqual(['bold', 'code', 'italic', 'link', 'pre']);
});

describe.each(FORMATS)('%s', (format) => {
	const answers = readFileSync(path.join(__dirname, 'corpus', 'answers.txt'), 'utf8').split(
		'%%%%\n',
	);
	const random = new RandomMarkdown(7);
	const texts = [...answers, ...Array.from({ length: 500 }, () => random.text())];

	test('is always accepted, whatever a model writes', async () => {
		const refused: string[] = [];
		for (const written of texts.slice(0, answers.length + 50)) {
			const text = wireText(written, format);
			const shown = shownText(text, 'HTML');
			if (shown === undefined || shown.text.trim() === '' || shown.text.length > 4096) continue;
			const params = { chat_id: emulator.defaults.chats.demoGroup, text, parse_mode: 'HTML' };
			const { body } = await emulator.api('sendMessage', params);
			if (!body.ok || body.result.text !== shown.text) refused.push(written);
		}
		expect(refused).toEqual([]);
	});

	test('keeps every letter, whatever a model writes', () => {
		const problems = texts.filter((written) => {
			const shown = shownText(wireText(written, format), 'HTML');
			return shown === undefined || !showsAll(written, shown.text);
		});
		expect(problems.slice(0, 3)).toEqual([]);
	});
});
