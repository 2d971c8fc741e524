import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal } from './answers';
import { upload } from './upload';

const emulator = useEmulator();
const { users, chats } = emulator.defaults;

const send = async (text: string, parse_mode?: string) =>
	await emulator.api('sendMessage', { chat_id: chats.demoGroup, text, parse_mode });

const styled = (type: string, offset: number, length: number, more = {}) => ({
	type,
	offset,
	length,
	...more,
});

describe('HTML', () => {
	test.each<[string, string, object[]]>([
		[
			'<b>b</b> <strong>s</strong> <i>i</i> <em>e</em> <u>u</u> <ins>i</ins>',
			'b s i e u i',
			['bold', 'bold', 'italic', 'italic', 'underline', 'underline'].map((type, at) =>
				styled(type, at * 2, 1),
			),
		],
		[
			'<s>s</s> <strike>s</strike> <del>d</del> <code>c</code> <blockquote>q</blockquote>',
			's s d c q',
			['strikethrough', 'strikethrough', 'strikethrough', 'code', 'blockquote'].map((type, at) =>
				styled(type, at * 2, 1),
			),
		],
		[
			'<pre class="language-go"><code>x := 1</code></pre>',
			'x := 1',
			[styled('pre', 0, 6, { language: 'go' })],
		],
		[
			'<a href="https://x.example/?a=1&amp;b=2">link</a> <A HREF=safew://user?id=42>Ana</A>',
			'link Ana',
			[
				styled('text_link', 0, 4, { url: 'https://x.example/?a=1&b=2' }),
				styled('text_link', 5, 3, { url: 'safew://user?id=42' }),
			],
		],
		['<a href="tg://user?id=42">Ana</a>', 'Ana', []],
		[
			'<span class="safew-spoiler">x</span> <safew-spoiler>y</safew-spoiler>',
			'x y',
			[styled('spoiler', 0, 1), styled('spoiler', 2, 1)],
		],
		[
			'<safew-emoji emoji-id="9">x</safew-emoji> <blockquote expandable>z</blockquote>',
			'x z',
			[styled('custom_emoji', 0, 1, { custom_emoji_id: '9' }), styled('blockquote', 2, 1)],
		],
		[
			'<b>one <i>two <u>three</u></i></b>',
			'one two three',
			[styled('bold', 0, 13), styled('italic', 4, 9), styled('underline', 8, 5)],
		],
		['1 &lt; 2 &amp; 3 > 2', '1 < 2 & 3 > 2', []],
		[
			'a line<br>another<br/> and <foo bar="1">baz</foo>',
			'a line<br>another<br/> and <foo bar="1">baz</foo>',
			[],
		],
		[
			'<span>no spoiler</span> <a name="x">no link</a>',
			'<span>no spoiler</span> <a name="x">no link</a>',
			[],
		],
		['<b><span>typed</b>', '<span>typed', [styled('bold', 0, 11)]],
	])('is accepted: %s', async (text, shown, entities) => {
		const sent = accepted(await send(text, 'HTML'));
		expect(sent.text).toBe(shown);
		expect(sent.entities ?? []).toEqual(entities);
	});

	test.each([
		['<b>x', `can't find end tag "b"`],
		['<b>x <br>', `can't find end tag "b"`],
		['<b><i>x</b></i>', 'unmatched end tag "b"'],
		['x</B>', 'unmatched end tag "b"'],
		['<a href="https://x.example">x', `can't find end tag "a"`],
		['1 < 2', 'unsupported start tag'],
		['a <b', 'unsupported start tag'],
		['<3', 'unsupported start tag'],
	])('is refused: %s', async (text, reason) => {
		expectRefusal(await send(text, 'HTML'), 400, `Bad Request: can't parse entities: ${reason}`);
	});

	test('in a caption is refused in the same way', async () => {
		const fields = { chat_id: String(chats.demoGroup), caption: '<b>x', parse_mode: 'HTML' };
		const video = { content: 'bytes', type: 'video/mp4' };
		expectRefusal(
			await upload(emulator, 'sendVideo', fields, { video }),
			400,
			`Bad Request: can't parse entities: can't find end tag "b"`,
		);
	});
});

describe('Markdown', () => {
	test.each(['Markdown', 'MarkdownV2'])('is never refused: %s', async (mode) => {
		for (const text of ['*open', '_a *b_ c*', '[x](', '`x', '```x', '\\', 'v1\\.2', '***a***']) {
			accepted(await send(text, mode));
		}
	});

	test.each<[string, string, object[]]>([
		[
			'*b* **c** _i_ __u__ ~s~ ||x||',
			'b c i u s x',
			['bold', 'bold', 'italic', 'underline', 'strikethrough', 'spoiler'].map((type, at) =>
				styled(type, at * 2, 1),
			),
		],
		[
			'*Paid _today_* [no. 7](https://x.example/7)',
			'Paid today no. 7',
			[
				styled('bold', 0, 10),
				styled('italic', 5, 5),
				styled('text_link', 11, 5, { url: 'https://x.example/7' }),
			],
		],
		[
			'`a\\*b` ```go\nx := 1```',
			'a*b x := 1',
			[styled('code', 0, 3), styled('pre', 4, 6, { language: 'go' })],
		],
		[
			'> stock: ||4|| left',
			'stock: 4 left',
			[styled('blockquote', 0, 13), styled('spoiler', 7, 1)],
		],
		['>one\n>two\nthree', 'one\ntwo\nthree', [styled('blockquote', 0, 7)]],
		['**>one||', 'one', [styled('blockquote', 0, 3)]],
		[
			'![x](safew://emoji?id=9) [Ana](tg://user?id=42)',
			'x Ana',
			[styled('custom_emoji', 0, 1, { custom_emoji_id: '9' })],
		],
		['*note', 'note', [styled('bold', 0, 4)]],
	])('%s', async (text, shown, entities) => {
		expect(accepted(await send(text, 'Markdown'))).toMatchObject({ text: shown, entities });
	});
});

test.each(['html', 'HTML', 'markdownv2', 'MARKDOWN'])('parse mode %s is accepted', async (mode) => {
	accepted(await send('*x*', mode));
});

const FULL = 'x'.repeat(4096);

describe('the markup of a text does not count towards 4,096 characters:', () => {
	test.each([
		['HTML', `<b>${FULL}</b>`],
		['HTML', `${FULL.slice(5)}&lt;&amp;<br>`.replace('<br>', '&gt;..')],
		['HTML', `<a href="https://x.example">${FULL}</a>`],
		['Markdown', `*${FULL}*`],
		['Markdown', `**__~||${FULL}||~__**`],
		['Markdown', `[${FULL}](https://x.example)`],
		['Markdown', `> ${FULL}`],
		['Markdown', `\`\`\`go\n${FULL}\`\`\``],
		['Markdown', `\`${'\\*'.repeat(4096)}\``],
		['MarkdownV2', '\\*'.repeat(4096)],
	])('%s %#', async (mode, text) => {
		accepted(await send(text, mode));
		expectRefusal(await send(`${text}y`, mode), 400, 'Bad Request: message is too long');
	});

	test('but marks that are shown as typed count', async () => {
		const refused = [
			[`${FULL.slice(3)}<br>`, 'HTML'],
			[`${FULL.slice(2)}***`, 'Markdown'],
			['\\.'.repeat(2049), 'Markdown'],
			[`*${FULL}*`, undefined],
		];
		for (const [text, mode] of refused) {
			expectRefusal(await send(text!, mode), 400, 'Bad Request: message is too long');
		}
	});

	test('and a text of nothing but marks is empty', async () => {
		for (const [text, mode] of [
			['<b> </b>', 'HTML'],
			['**', 'Markdown'],
		]) {
			expectRefusal(await send(text, mode), 400, 'Bad Request: message text is empty');
		}
	});
});

describe('limits', () => {
	const demo = { chat_id: chats.demoGroup };
	const CAPTION = 'Bad Request: message caption is too long';
	const video = { content: 'bytes', type: 'video/mp4' };
	const chat_id = String(chats.demoGroup);

	test('a caption has up to 1,024 characters', async () => {
		const caption = 'x'.repeat(1024);
		const html = { chat_id, caption: `<b>${caption}</b>`, parse_mode: 'HTML' };
		accepted(await upload(emulator, 'sendVideo', html, { video }));
		const refused = await upload(
			emulator,
			'sendVideo',
			{ chat_id, caption: `${caption}y` },
			{ video },
		);
		expectRefusal(refused, 400, CAPTION);
	});

	test('so does the caption of a picture in an album', async () => {
		const media = (caption: string) =>
			JSON.stringify([{ type: 'video', media: 'attach://video', caption }]);
		const post = async (caption: string) =>
			await upload(emulator, 'sendMediaGroup', { chat_id, media: media(caption) }, { video });
		accepted(await post('x'.repeat(1024)));
		expectRefusal(await post('x'.repeat(1025)), 400, CAPTION);
	});

	test.each([
		['the data of a button', { inline_keyboard: [[{ text: 'a', callback_data: 'x'.repeat(65) }]] }],
		['a button that is no object', { inline_keyboard: [[null]] }],
		['a button that does nothing', { inline_keyboard: [[{ text: 'a' }]] }],
		['a link without an address', { inline_keyboard: [[{ text: 'a', url: '' }]] }],
		[
			'a button that does two things',
			{ inline_keyboard: [[{ text: 'a', url: 'https://x.example', callback_data: 'a' }]] },
		],
		['a game that is no object', { inline_keyboard: [[{ text: 'a', callback_game: true }]] }],
	])('%s is refused', async (_what, reply_markup) => {
		expectRefusal(
			await emulator.api('sendMessage', { ...demo, text: 'x', reply_markup }),
			400,
			"Bad Request: can't parse inline keyboard button",
		);
	});

	test('the button of a game is first', async () => {
		const game = { text: 'Play', callback_game: {} };
		const link = { text: 'Read', url: 'https://x.example' };
		const send = async (...row: object[]) =>
			await emulator.api('sendMessage', {
				...demo,
				text: 'x',
				reply_markup: { inline_keyboard: [row] },
			});
		accepted(await send(game, link));
		expectRefusal(
			await send(link, game),
			400,
			'Bad Request: the button of a game must be the first one',
		);
	});

	const custom = (hint: string) => ({ keyboard: [['Yes']], input_field_placeholder: hint });

	test.each([
		['a placeholder of 65 characters', custom('x'.repeat(65))],
		['an empty placeholder', custom('')],
		['a keyboard without rows', { keyboard: ['Yes'] }],
		['a switch that is neither on nor off', { keyboard: [['Yes']], resize_keyboard: 'yes' }],
		[
			'a button that asks for two things',
			{ keyboard: [[{ text: 'a', request_contact: true, request_location: true }]] },
		],
		['a button without text', { keyboard: [[{ request_contact: true }]] }],
		['a removal that is false', { remove_keyboard: false }],
	])('%s is refused in a custom keyboard', async (_what, reply_markup) => {
		expectRefusal(
			await emulator.api('sendMessage', { ...demo, text: 'x', reply_markup }),
			400,
			"Bad Request: can't parse reply keyboard markup JSON object",
		);
	});

	test.each([custom('x'.repeat(64)), { keyboard: [[{ text: 'Yes' }]] }, { force_reply: true }])(
		'a custom keyboard within them is taken: %j',
		async (reply_markup) => {
			accepted(await emulator.api('sendMessage', { ...demo, text: 'x', reply_markup }));
		},
	);

	test('the answer to a button has up to 200 characters', async () => {
		const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] };
		const { message_id } = accepted(
			await emulator.api('sendMessage', { ...demo, text: 'x', reply_markup }),
		);
		const press = { ...demo, user_id: users.mia, message_id, callback_data: 'yes' };
		const { query_id: callback_query_id } = await emulator.act('press', press);
		const reply = async (length: number) =>
			await emulator.api('answerCallbackQuery', { callback_query_id, text: 'x'.repeat(length) });
		expectRefusal(await reply(201), 400, 'Bad Request: MESSAGE_TOO_LONG');
		accepted(await reply(200));
	});

	test('a file above 20 MB cannot be downloaded', async () => {
		const known = (bytes: number) => ({ file_id: `of ${bytes}`, kind: 'video', file_size: bytes });
		const most = 20 * 1024 ** 2;
		await emulator.control('post', 'seed', { files: [known(most), known(most + 1)] });
		accepted(await emulator.api('getFile', { file_id: `of ${most}` }));
		const refused = await emulator.api('getFile', { file_id: `of ${most + 1}` });
		expectRefusal(refused, 400, 'Bad Request: file is too big');
	});

	test.each([{ text: FULL + 'x' }, { text: ' ' }, { photo: true, caption: 'x'.repeat(1025) }])(
		'they apply to people too: %#',
		async (words) => {
			const act = emulator.act('message', { user_id: users.mia, ...demo, ...words });
			await expect(act).rejects.toThrow('400');
		},
	);
});
