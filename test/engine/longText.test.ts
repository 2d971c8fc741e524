import type { IDataObject } from 'n8n-workflow';

import { operations } from '../../nodes/BotMessaging/operations';
import { inMemory } from '../support/binary';
import { items, useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const LONG = Array.from(
	{ length: 60 },
	(_none, at) => `Paragraph ${at}: ${'word '.repeat(28)}.`,
).join('\n\n');

const send = (text: string, additionalFields: IDataObject): IDataObject => ({
	chatId: byId('-1001'),
	text,
	additionalFields,
});

const YES = {
	replyMarkup: 'json',
	replyMarkupJson: '[[{"text": "Yes", "callback_data": "yes"}]]',
};

const texts = async () => (await emulator.calls('sendMessage')).map(({ params }) => params.text);

describe('Markdown From AI Models', () => {
	test('is sent as HTML', async () => {
		const { error } = await run(
			'sendMessage',
			send('# Hi\n\n- **1 < 2**\n- `x`', { parseMode: 'languageModel' }),
		);
		expect(error).toBeUndefined();
		expect((await emulator.calls())[0].params).toEqual({
			chat_id: -1001,
			text: '<b>Hi</b>\n\n• <b>1 &lt; 2</b>\n• <code>x</code>',
			parse_mode: 'HTML',
		});
	});

	test('in an edit too', async () => {
		const parameters = { messageId: '4', ...send('**Hi**', { parseMode: 'languageModel' }) };
		await run('editMessageText', parameters);
		expect((await emulator.calls())[0].params).toMatchObject({ text: '<b>Hi</b>' });
	});

	test('None sends the text as it is', async () => {
		await run('sendMessage', send('<b>*_', { parseMode: '' }));
		expect((await emulator.calls())[0].params).toEqual({ chat_id: -1001, text: '<b>*_' });
	});
});

describe('a long text', () => {
	test('is split into parts that stay in their topic, and are all silent and protected', async () => {
		const same = { messageThreadId: '3', disableNotification: true, protectContent: true };
		await run('sendMessage', send(LONG, { longText: 'split', ...same }));
		const calls = await emulator.calls('sendMessage');
		const wanted = { message_thread_id: 3, disable_notification: true, protect_content: true };
		expect(calls).toHaveLength(3);
		for (const { params } of calls) expect(params).toMatchObject(wanted);
	});

	test.each([
		['without formatting', LONG, undefined],
		['in HTML', `<b>${LONG}</b>`, 'HTML'],
		['in Markdown', `*${LONG}*`, 'Markdown'],
		['of a language model', `**${LONG.replaceAll('\n\n', '**\n\n**')}**`, 'languageModel'],
	])('%s is split', async (_what, text, parseMode) => {
		const added = { longText: 'split', replyToMessageId: '2', ...(parseMode && { parseMode }) };
		const { json, error } = await run('sendMessage', { ...send(text, added), ...YES });
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ message_id: 6, messageIds: [6, 7, 8] }]);
		const calls = await emulator.calls('sendMessage');
		expect(calls.map(({ params }) => 'reply_to_message_id' in params)).toEqual([
			true,
			false,
			false,
		]);
		expect(calls.map(({ params }) => 'reply_markup' in params)).toEqual([false, false, true]);
		const plain = (await texts()).map((part: string) => part.replace(/<\/?b>/g, ''));
		expect(plain.join('\n\n')).toBe(LONG);
		expect(plain.every((part) => part.startsWith('Paragraph'))).toBe(true);
	});

	test('is refused with its length and the limit', async () => {
		const { error } = await run('sendMessage', send('x'.repeat(5000), { longText: 'refuse' }));
		expect(error?.message).toBe('Text has 5,000 characters, but the limit is 4,096');
		expect(await emulator.calls()).toEqual([]);
	});

	test('that fits is sent as it is, and the item lists its id', async () => {
		const { json } = await run('sendMessage', send('Hi', { longText: 'split' }));
		expect(json).toMatchObject([{ messageIds: [6] }]);
	});

	test('of one item is not mixed up with that of the next', async () => {
		const parameters = send('={{ $json.text }}', { longText: 'split' });
		const input = items({ text: LONG }, { text: 'Next' });
		const { json } = await run('sendMessage', parameters, { items: input });
		expect(json).toMatchObject([{ messageIds: [6, 7, 8] }, { messageIds: [9] }]);
		expect((await texts()).at(-1)).toBe('Next');
	});

	test('below a file follows it', async () => {
		const { json, error } = await run(
			'sendVideo',
			{
				chatId: byId('-1001'),
				...YES,
				additionalFields: { caption: LONG.slice(0, 3000), longText: 'split' },
			},
			{ items: [{ json: {}, binary: { data: inMemory('bytes', 'a.mp4', 'video/mp4') } }] },
		);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ messageIds: [6, 7], video: expect.anything() }]);
		const [video, rest] = await emulator.calls();
		expect([video.method, rest.method]).toEqual(['sendVideo', 'sendMessage']);
		expect(video.params).not.toHaveProperty('reply_markup');
		expect(rest.params).toHaveProperty('reply_markup');
	});
});

describe('a text that has to fit into one message', () => {
	const FIELDS: Array<[operation: string, label: string, given: (text: string) => IDataObject]> = [
		['editMessageText', 'Text', (text) => ({ messageId: '4', text })],
		['sendMessageDraft', 'Text', (text) => ({ chatId: byId('42'), draftId: '1', text })],
		[
			'copyMessage',
			'Caption',
			(caption) => ({ fromChatId: byId('-1001'), messageId: '4', additionalFields: { caption } }),
		],
	];

	test.each(FIELDS)(
		'is refused by %s with the name of the field, before anything is sent',
		async (operation, label, given) => {
			const { error } = await run(operation, { chatId: byId('-1001'), ...given('x'.repeat(4097)) });
			expect(error?.message).toBe(`${label} has 4,097 characters, but the limit is 4,096`);
			expect(error?.description).toContain(`Shorten ${label}.`);
			expect(await emulator.calls()).toEqual([]);
		},
	);

	test.each(FIELDS)('is taken by %s if it just fits', async (operation, _label, given) => {
		await run(operation, { chatId: byId('-1001'), ...given('x'.repeat(4096)) });
		expect(await emulator.calls(operation)).toHaveLength(1);
	});

	test.each([
		['HTML', (text: string) => `<b>${text}</b>`],
		['Markdown', (text: string) => `*${text}*`],
		['languageModel', (text: string) => `**${text}**`],
	])('is counted without the marks of %s', async (parseMode, marked) => {
		const edit = async (length: number) =>
			await run('editMessageText', {
				messageId: '4',
				...send(marked('x'.repeat(length)), { parseMode }),
			});
		expect((await edit(4096)).error).toBeUndefined();
		expect((await edit(4097)).error?.message).toMatch(/^Text has 4,097 characters/);
		expect(await emulator.calls()).toHaveLength(1);
	});

	test('is left to the server to judge if its formatting is broken', async () => {
		const text = `<b>${'x'.repeat(5000)}`;
		const { error } = await run('editMessageText', {
			messageId: '4',
			...send(text, { parseMode: 'HTML' }),
		});
		expect(await emulator.calls('editMessageText')).toHaveLength(1);
		expect(error).toBeDefined();
	});

	test('copied below a file is refused by the server, with the field and the limit', async () => {
		await run(
			'sendVideo',
			{ chatId: byId('-1001') },
			{ items: [{ json: {}, binary: { data: inMemory('bytes', 'a.mp4', 'video/mp4') } }] },
		);
		const { error } = await run('copyMessage', {
			chatId: byId('-1001'),
			fromChatId: byId('-1001'),
			messageId: '6',
			additionalFields: { caption: 'x'.repeat(1025) },
		});
		expect(error?.description).toContain(
			'A caption can hold up to 1,024 characters. Shorten it. Check Caption.',
		);
	});
});

describe('a part that fails', () => {
	const broken = async (status = 403) =>
		await emulator.fault({ kind: 'error', status, skip: 1, description: 'Forbidden: no more' });

	test('says which parts were sent', async () => {
		await broken();
		const { error } = await run('sendMessage', send(LONG, { longText: 'split' }));
		expect(error?.description).toContain('The first part was sent (message ID 6)');
		expect(await texts()).toHaveLength(2);
	});

	test('says so in the item', async () => {
		await broken();
		const { json } = await run('sendMessage', send(LONG, { longText: 'split' }), {
			node: { onError: 'continueRegularOutput' },
		});
		expect(json).toMatchObject([{ error: expect.any(String), messageIds: [6] }]);
	});

	test('is the part where Retry On Fail continues', async () => {
		await broken();
		const { json, error } = await run('sendMessage', send(LONG, { longText: 'split' }), {
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		});
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ messageIds: [6, 7, 8] }]);
		const [first, refused, again, last] = await texts();
		expect(again).toBe(refused);
		expect([first, again, last].join('\n\n')).toBe(LONG);
	});

	test('of another item, in between, sends nothing twice', async () => {
		const parameters = {
			chatId: byId('={{ $json.chatId }}'),
			text: LONG,
			additionalFields: { longText: 'split' },
			traffic: { parallel: 1 },
		};
		await run('sendMessage', parameters, {
			items: items({ chatId: '-1001' }, { chatId: '-1004' }),
			node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
		});
		const calls = await emulator.calls('sendMessage');
		expect(calls.slice(0, 2).map(({ status }) => status)).toEqual([200, 403]);
		const arrived = calls.filter(({ status }) => status === 200);
		expect(arrived.map(({ params }) => params.text).join('\n\n')).toBe(LONG);
	});

	test('is not sent again if it may have arrived', async () => {
		await emulator.fault({ kind: 'cut_after', skip: 1 });
		const { error } = await run('sendMessage', send(LONG, { longText: 'split' }), {
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		});
		expect(error?.description).toContain('(message ID 6)');
		expect(await texts()).toHaveLength(2);
	});
});

describe('formatting that the server refuses', () => {
	test('is left out, and the text is sent as plain text, if the user chose so', async () => {
		const { json, error } = await run(
			'sendMessage',
			send('<b>1 < 2', { parseMode: 'HTML', ifFormatRefused: 'plain' }),
		);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ text: '<b>1 < 2', sentAsPlainText: true }]);
	});

	test('leaves the addresses of its links in the plain text', async () => {
		const refusal = "Bad Request: can't parse entities: unsupported tag";
		await emulator.fault({ kind: 'error', status: 400, description: refusal });
		const links =
			'See <a href="https://a.example/1?x=1&amp;y=2">here</a>, <a href="https://b.example/">b.example</a>, <a href="tg://user?id=1">Mia</a>.';
		const { json } = await run(
			'sendMessage',
			send(links, { parseMode: 'HTML', ifFormatRefused: 'plain' }),
		);
		const text = 'See here (https://a.example/1?x=1&y=2), b.example, Mia.';
		expect(json).toMatchObject([{ text, sentAsPlainText: true }]);
	});

	test('leaves those addresses out if the text would be too long', async () => {
		const refusal = "Bad Request: can't parse entities: unsupported tag";
		await emulator.fault({ kind: 'error', status: 400, description: refusal });
		const words = 'x'.repeat(4090);
		const { json } = await run(
			'sendMessage',
			send(`<a href="https://a.example">${words}</a>`, {
				parseMode: 'HTML',
				ifFormatRefused: 'plain',
			}),
		);
		expect(json).toMatchObject([{ text: words }]);
	});

	test('fails the send by default', async () => {
		const fields = { parseMode: 'HTML', ifFormatRefused: 'fail' };
		const { error } = await run('sendMessage', send('<b>x', fields));
		expect(error?.description).toContain('The formatting of the text is broken');
	});

	test('and formatting that is accepted is kept', async () => {
		const fields = { parseMode: 'HTML', ifFormatRefused: 'plain' };
		const { json } = await run('sendMessage', send('<b>x</b>', fields));
		expect(json).toMatchObject([{ sentAsPlainText: false }]);
	});
});

test('every operation that offers Long Text sends in parts', () => {
	const offering = operations.filter(({ additionalFields = [] }) =>
		additionalFields.some(({ name }) => ['longText', 'ifFormatRefused'].includes(name)),
	);
	expect(offering.length).toBeGreaterThan(0);
	// The operation sends a question itself, in one message.
	expect(offering.filter(({ inParts, run }) => !inParts && !run)).toEqual([]);
});
