import { useBot } from '../support/bot';
import { DIALECTS } from '../support/emulator';
import { byId } from '../support/locators';

const SAFEW = useBot({ dialect: DIALECTS.safew });
const TELEGRAM = useBot({ dialect: DIALECTS.telegram });

const SERVERS = {
	safew: { ...SAFEW, credential: {} },
	telegram: { ...TELEGRAM, credential: { service: 'other', formats: 'telegram' } },
};

type Name = keyof typeof SERVERS;

/** Sends a text; returns the requests and the resulting messages. */
async function send(name: Name, text: string, parseMode: string, more: object = {}) {
	const { run, emulator, credential } = SERVERS[name];
	const chatId = byId(String(emulator.defaults.chats.demoGroup));
	const parameters = { chatId, text, additionalFields: { parseMode, ...more } };
	const { error } = await run('sendMessage', parameters, { credential });
	const calls = await emulator.calls('sendMessage');
	return {
		error,
		wire: calls.map(({ params }) => params.text as string),
		messages: calls.map(({ response }) => response?.result),
	};
}

const typesIn = (message: { entities?: Array<{ type: string; url?: string }> }) =>
	(message.entities ?? []).map(({ type, url }) => url ?? type);

const HTML =
	'<tg-spoiler>x</tg-spoiler> <tg-emoji emoji-id="9">👍</tg-emoji> <a href="tg://user?id=42">Ana</a> <pre><code class="language-go">a</code></pre> <blockquote expandable>q</blockquote>';
const IN_SAFEWS =
	'<safew-spoiler>x</safew-spoiler> 👍 <a href="safew://user?id=42">Ana</a> <pre class="language-go">a</pre> <blockquote>q</blockquote>';

test.each<[name: Name, html: string]>([
	['safew', IN_SAFEWS],
	['telegram', HTML],
])('text written for Telegram is sent in the formats of the server: %s', async (name, html) => {
	const { error, wire, messages } = await send(name, HTML, 'telegramHtml');
	expect(error).toBeUndefined();
	expect(wire).toEqual([html]);
	const scheme = name === 'safew' ? 'safew' : 'tg';
	expect(typesIn(messages[0])).toEqual(
		['spoiler', ...(name === 'telegram' ? ['custom_emoji'] : [])].concat(
			`${scheme}://user?id=42`,
			'pre',
			'blockquote',
		),
	);
});

test.each<[name: Name, format: string, text: string, html: string]>([
	[
		'telegram',
		'telegramMarkdownV2',
		'||x|| [Ana](tg://user?id=42) v1\\.2\\!\n**>one\n>two||',
		'<tg-spoiler>x</tg-spoiler> <a href="tg://user?id=42">Ana</a> v1.2!\n<blockquote expandable>one\ntwo</blockquote>',
	],
	[
		'safew',
		'telegramMarkdownV2',
		'||x|| [Ana](tg://user?id=42) v1\\.2\\!\n**>one\n>two||',
		'<safew-spoiler>x</safew-spoiler> <a href="safew://user?id=42">Ana</a> v1.2!\n<blockquote>one\ntwo</blockquote>',
	],
	[
		'telegram',
		'telegramMarkdown',
		'*b* [Ana](tg://user?id=42)',
		'<b>b</b> <a href="tg://user?id=42">Ana</a>',
	],
	[
		'telegram',
		'languageModel',
		'**b** [Ana](tg://user?id=42)\n\n```go\nx\n```',
		'<b>b</b> <a href="tg://user?id=42">Ana</a>\n\n<pre><code class="language-go">x</code></pre>',
	],
	[
		'safew',
		'languageModel',
		'**b** [Ana](tg://user?id=42)\n\n```go\nx\n```',
		'<b>b</b> <a href="safew://user?id=42">Ana</a>\n\n<pre class="language-go">x</pre>',
	],
])('%s, %s: %j', async (name, format, text, html) => {
	const { error, wire } = await send(name, text, format);
	expect(error).toBeUndefined();
	expect(wire).toEqual([html]);
});

const LONG = `${'word '.repeat(818)}end.`;

test.each<[name: Name, parseMode: string, written: string, html: string]>([
	['telegram', 'MarkdownV2', 'a\\.b ||x|| \\- c', 'a.b <tg-spoiler>x</tg-spoiler> - c'],
	['telegram', 'MarkdownV2', '**>q\\.\n>r||', '<blockquote expandable>q.\nr</blockquote>'],
	['telegram', 'Markdown', 'a\\.b *x* ||y||', 'a\\.b <b>x</b> ||y||'],
	['telegram', 'HTML', HTML, HTML],
	['safew', 'MarkdownV2', 'a\\.b ||x||', 'a\\.b <safew-spoiler>x</safew-spoiler>'],
	['safew', 'HTML', IN_SAFEWS, IN_SAFEWS],
])(
	'%s: %s that is too long keeps its formats and its escapes when it is split',
	async (name, mode, written, html) => {
		const { error, wire } = await send(name, `${LONG}\n\n${written}`, mode, { longText: 'split' });
		expect(error).toBeUndefined();
		expect(wire).toEqual([expect.stringMatching(/^word .*end\.$/), html]);
	},
);

test('no escape is cut when text is split: each counts as one character', async () => {
	const text = 'a\\.b\\!'.repeat(2000);
	const { error, wire } = await send('telegram', text, 'MarkdownV2', { longText: 'split' });
	expect(error).toBeUndefined();
	expect(wire.join('')).toBe('a.b!'.repeat(2000));
	expect(wire.map(({ length }) => length)).toEqual([4096, 3904]);
});

test('the emulator of Telegram refuses tags of other servers', async () => {
	for (const tag of ['safew-spoiler', 'safew-emoji', 'font']) {
		const { error } = await send('telegram', `<${tag}>x</${tag}>`, 'HTML');
		expect(error?.message).toContain(`unsupported start tag <${tag}>`);
	}
});

test.each<[credential: object, html: string]>([
	[{ formats: 'auto' }, '<safew-spoiler>x</safew-spoiler>'],
	[{ formats: 'safew' }, '<safew-spoiler>x</safew-spoiler>'],
	[{ formats: 'telegram' }, '<tg-spoiler>x</tg-spoiler>'],
])('the credential says whose formats they are: %j', async (credential, html) => {
	const { run, emulator } = SAFEW;
	const chatId = byId(String(emulator.defaults.chats.demoGroup));
	const additionalFields = { parseMode: 'telegramHtml' };
	const parameters = { chatId, text: '<tg-spoiler>x</tg-spoiler>', additionalFields };
	await run('sendMessage', parameters, { credential: { service: 'other', ...credential } });
	const [{ params }] = await emulator.calls('sendMessage');
	expect(params.text).toBe(html);
});

test('the outcome of a question is added to it in the formats of the server', async () => {
	const { run, emulator, credential } = SERVERS.telegram;
	const chatId = byId(String(emulator.defaults.chats.demoGroup));
	const message = 'v1\\.2 ||x||';
	const parameters = { chatId, message, additionalFields: { parseMode: 'MarkdownV2' } };
	const { run: saved } = await run('sendAndWait', parameters, { credential });
	expect(saved.data.executionData!.contextData['node:Bot Messaging']).toMatchObject({
		question: { sent: { text: 'v1.2 <tg-spoiler>x</tg-spoiler>', parse_mode: 'HTML' } },
	});
});
