import type { IDataObject } from 'n8n-workflow';

import { operations } from '../../nodes/BotMessaging/operations';
import { inMemory } from '../support/binary';
import { items, useBot } from '../support/bot';
import type { Json } from '../support/emulator';
import { byId } from '../support/locators';
import { OpenQuestion } from '../support/openQuestion';

const { emulator, run } = useBot();
const { demoGroup } = emulator.defaults.chats;

const CHAT = { chatId: byId(demoGroup) };
const REFUSED = "Bad Request: can't parse entities: Unsupported start tag";

const opened: OpenQuestion[] = [];
afterEach(() => {
	for (const question of opened.splice(0)) question.close();
});

async function ask(parameters: IDataObject): Promise<OpenQuestion> {
	const question = await OpenQuestion.ask(emulator, parameters);
	opened.push(question);
	return question;
}

const send = async (text: string, additionalFields: IDataObject, more: IDataObject = {}) =>
	await run('sendMessage', { ...CHAT, text, additionalFields, ...more });

/** The accepted messages, as readers see them. */
async function seen(): Promise<Json[]> {
	const calls = await emulator.calls();
	return calls.filter(({ status }) => status === 200).map(({ response }) => response?.result);
}

const PHOTO = { json: {}, binary: { data: inMemory('\xff\xd8\xff', 'a.jpg', 'image/jpeg') } };

test('A1 openclaw #81799: each part of a long text is readable even if the formatting of one part is refused', async () => {
	const word = (n: number) => `w${String(n).padStart(4, '0')}`;
	const words = Array.from({ length: 3000 }, (_none, n) => word(n));
	const paragraphs = Array.from({ length: 30 }, (_none, n) => {
		const own = words.slice(n * 100, n * 100 + 100).join(' ');
		if (n % 6 === 5) return `<pre>${own.replaceAll(' ', '\n')}</pre>`;
		return n % 2 ? `<i>${own}</i>` : `<b>${own}</b>`;
	});
	const text = paragraphs.join('\n\n');
	expect(text.length).toBeGreaterThan(18_000);
	await emulator.fault({ kind: 'error', status: 400, description: REFUSED, skip: 2 });
	const { json, error } = await send(text, {
		parseMode: 'HTML',
		longText: 'split',
		ifFormatRefused: 'plain',
	});
	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ sentAsPlainText: true }]);
	const parts = await seen();
	expect(parts.length).toBeGreaterThan(4);
	expect(parts.map(({ entities }) => entities === undefined)).toEqual(
		parts.map((_part, place) => place === 2),
	);
	const read = parts.map((part) => part.text as string);
	expect(read.join(' ').split(/\s+/)).toEqual(words);
});

describe('A2 openclaw #4071: an address in angle brackets, in HTML', () => {
	const text = '<b>From:</b> Chad <chad@example.com> & <a@b.c>';

	beforeEach(async () => {
		await emulator.fault({ kind: 'error', status: 400, description: REFUSED });
	});

	test('is visible in the text that is sent without formatting', async () => {
		const { error } = await send(text, { parseMode: 'HTML', ifFormatRefused: 'plain' });
		expect(error).toBeUndefined();
		const [message] = await seen();
		expect(message.text).toContain('Chad <chad@example.com> & <a@b.c>');
	});

	test('is refused with the name of the field by default', async () => {
		const { error } = await send(text, { parseMode: 'HTML' });
		expect(error?.description).toMatch(/formatting of the text is broken.*Format/is);
	});
});

describe('A4 openclaw #42240: a long text with buttons', () => {
	const buttons = {
		replyMarkup: 'json',
		replyMarkupJson: '[[{"text": "Yes", "callback_data": "yes"}]]',
	};
	const long = 'word '.repeat(1800);

	test('is split, with the buttons below the last part', async () => {
		const { error } = await send(long, { longText: 'split' }, buttons);
		expect(error).toBeUndefined();
		const marked = (await seen()).map(({ reply_markup: markup }) => markup !== undefined);
		expect(marked).toEqual([false, false, true]);
	});

	const page = (text: string) => ({
		...{ menu: 'form', updates: ['message'] },
		menuPages: {
			page: [
				{
					...{ name: 'Start', text },
					buttons: { button: [{ label: 'Tea', onPress: 'start', value: 'tea' }] },
				},
			],
		},
	});
	const label = { fieldLabel: 'x'.repeat(5000), fieldType: 'text' };

	test.each<[what: string, operation: string, given: IDataObject, says: string]>([
		['Question', 'sendAndWait', { message: long }, 'Question has 9,000 characters'],
		[
			...(['Label', 'askForm'] as const),
			{ personId: '1003', formFields: { values: [label] } },
			'Question 1 has 5,041 characters',
		],
		['Text', 'showMenu', {}, 'Menu Pages 1: Text has 5,000 characters'],
	])('as %s of %s is refused before it is sent', async (_name, operation, given, says) => {
		const trigger = page('x'.repeat(5000));
		const { error } = await run(operation, { ...CHAT, ...given }, { trigger });
		expect(error?.message).toContain(says);
		expect(await emulator.calls()).toEqual([]);
	});
});

describe('A5 openclaw #86805: a block of code of a model shows no tags', () => {
	const text = 'So:\n\n```text\na < b && c\n```';
	const additionalFields = { parseMode: 'languageModel' };

	const expectBlock = (words: string, entities: Json[]) => {
		expect(words).toMatch(/^So:\s+a < b && c$/);
		expect(entities.map(({ type }) => type)).toEqual(['pre']);
	};

	test('in a message and in an edit', async () => {
		await send(text, additionalFields);
		await run('editMessageText', { ...CHAT, messageId: '4', text, additionalFields });
		const messages = await seen();
		expect(messages).toHaveLength(2);
		for (const message of messages) expectBlock(message.text, message.entities);
	});

	test('in a caption', async () => {
		const fields = { ...additionalFields, caption: text };
		await run('sendPhoto', { ...CHAT, additionalFields: fields }, { items: [PHOTO] });
		const [message] = await seen();
		expectBlock(message.caption, message.caption_entities);
	});

	test('in a question, also with its outcome below', async () => {
		const question = await ask({ message: text, additionalFields });
		expectBlock((await seen())[0].text, (await seen())[0].entities);
		await question.bring(question.press());
		const { text: words, entities } = (await seen()).at(-1)!;
		expect(words).toMatch(/^So:\s+a < b && c\s+Mia: Approved/);
		expect(entities.filter(({ type }: Json) => type === 'pre')).toHaveLength(1);
	});
});

const FORMATS = [
	...['', 'HTML', 'telegramHtml', 'languageModel'],
	...['Markdown', 'MarkdownV2', 'telegramMarkdown', 'telegramMarkdownV2'],
];

test.each(FORMATS)(
	'A7 n8n #19183: a question with unbalanced marks arrives with its buttons in the format "%s"',
	async (parseMode) => {
		const message = `${'An answer of a model. '.repeat(68).padEnd(1504, 'x')}_ and *more [here`;
		const question = await ask({ message, additionalFields: { parseMode } });
		const { inline_keyboard: rows } = question.message.reply_markup as Json;
		expect(rows.flat()).toHaveLength(2);
		expect(String(question.message.text)).toContain('here');
	},
);

describe('A7 n8n #19183: if the server refuses the formatting of a question', () => {
	const message = '<b>May</b> <a href="https://a.example/b">this</a> stay?';
	const plain = 'May this (https://a.example/b) stay?';
	const refuseOnce = async () =>
		await emulator.fault({
			...{ kind: 'error', status: 400, method: 'sendMessage', times: 1 },
			description: REFUSED,
		});

	test.each(['approval', 'freeText', 'links'])(
		'it arrives as plain text, with its buttons and its outcome (%s)',
		async (responseType) => {
			await refuseOnce();
			const question = await ask({
				message,
				responseType,
				additionalFields: { parseMode: 'HTML' },
			});
			expect(question.message).toMatchObject({ text: plain, reply_markup: expect.anything() });
			if (responseType !== 'approval') return;
			await question.bring(question.press());
			expect((await seen()).at(-1)!.text).toMatch(/^May this \(.*\) stay\?\s+Mia: Approved/);
		},
	);

	test('a note above the output says so', async () => {
		await refuseOnce();
		const given = { ...CHAT, message, additionalFields: { parseMode: 'HTML' } };
		const { run: saved } = await run('sendAndWait', given);
		const [{ hints }] = saved.data.resultData.runData['Bot Messaging'];
		expect(hints).toMatchObject([
			{ message: 'The server did not accept the formatting, so the question was sent without it.' },
		]);
	});

	test('it is not sent if If Formatting Is Refused is Fail', async () => {
		await refuseOnce();
		const additionalFields = { parseMode: 'HTML', ifFormatRefused: 'fail' };
		await expect(ask({ message, additionalFields })).rejects.toMatchObject({ message: REFUSED });
		expect(await seen()).toEqual([]);
	});

	test('any other refusal is still an error', async () => {
		await emulator.fault({ kind: 'error', status: 400, method: 'sendMessage', description: 'Bad' });
		await expect(ask({ message, additionalFields: { parseMode: 'HTML' } })).rejects.toMatchObject({
			message: 'Bad',
		});
	});
});

test('A8 n8n #13815: an item without a text is refused with the name of the field, and the others are sent', async () => {
	const given = [
		'one',
		'',
		null,
		' \n\u200b',
		'**',
		'<b></b>',
		'![](https://a.example/b.png)',
		'two',
	];
	const formats = ['', '', '', '', 'Markdown', 'HTML', 'languageModel', ''];
	const { json } = await run(
		'sendMessage',
		{ ...CHAT, text: '={{ $json.text }}', additionalFields: { parseMode: '={{ $json.format }}' } },
		{
			items: items(...given.map((text, place) => ({ text, format: formats[place] }))),
			node: { onError: 'continueRegularOutput' },
		},
	);
	const formattedAway = 'Text is empty: no text is left after formatting';
	expect(json.map(({ error }) => error)).toEqual([
		undefined,
		...Array.from({ length: 3 }, () => 'Text is empty'),
		...[formattedAway, formattedAway],
		// A picture alone is a link.
		...[undefined, undefined],
	]);
	const [first, picture, last, ...more] = (await seen()).map(({ text }) => text);
	expect([first, last, more]).toEqual(['one', 'two', []]);
	expect(picture).toContain('a.example/b.png');
});

test('A10 openclaw #93263: a text from a model is sent with a method that all clients show', async () => {
	const additionalFields = { parseMode: 'languageModel' };
	const text = '# Plan\n\n| a | b |\n|---|---|\n| 1 | 2 |';
	await run('sendMessageDraft', { chatId: byId('1003'), draftId: '1', text, additionalFields });
	await run('sendMessage', { ...CHAT, text, additionalFields });
	const calls = await emulator.calls();
	expect(calls.map(({ method }) => method)).toEqual(['sendMessageDraft', 'sendMessage']);
	for (const { params } of calls) expect(String(params.text)).toContain('Plan');
	expect((await seen()).at(-1)!.text).toContain('Plan');
	expect(operations.map(({ method }) => method)).not.toContain('sendRichMessage');
});
