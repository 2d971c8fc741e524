import type { IDataObject } from 'n8n-workflow';

import { inMemory } from '../support/binary';
import { items, useBot } from '../support/bot';
import type { RunOptions, RunResult } from '../support/engine';
import { byId } from '../support/locators';

const { emulator, run } = useBot();
const another = useBot();

const GROUP = '-1001';
const OTHER_CHAT = '1001';

const SEND: IDataObject = { chatId: byId(GROUP), text: '={{ $json.text }}' };

const THREE = items({ text: 'one' }, { text: 'two' }, { text: 'three' });

/** Number of requests before the retry. */
let before = 0;

const retryBegins = async () => {
	before = (await emulator.calls()).length;
};

/** What arrived since then, each message as its chat and its text or caption. */
async function arrived({ calls } = emulator): Promise<string[]> {
	return (await calls())
		.slice(calls === emulator.calls ? before : 0)
		.filter(({ status, method }) => status === 200 && method.startsWith('send'))
		.map(({ params }) => `${params.chat_id} ${params.text ?? params.caption ?? ''}`);
}

const inGroup = (...texts: string[]) => texts.map((text) => `${GROUP} ${text}`);

/** The server refuses the second message of a run, which ends the execution. */
const refuseSecond = async () =>
	await emulator.fault({ kind: 'error', status: 403, skip: 1, description: 'Forbidden' });

type Options = Partial<Omit<RunOptions, 'parameters'>>;

/** A run in which only the first message was sent. */
async function failed(parameters: IDataObject, options: Options = {}): Promise<RunResult> {
	await refuseSecond();
	const result = await run('sendMessage', parameters, { items: THREE, ...options });
	expect(result.error).toMatchObject({ httpCode: '403' });
	await retryBegins();
	return result;
}

/** Retry with currently saved workflow. */
async function retry(
	{ run: retryOf }: RunResult,
	parameters: IDataObject,
	options: Options = {},
	operation = 'sendMessage',
) {
	const result = await run(operation, parameters, { ...options, retryOf });
	expect(result.error).toBeUndefined();
	const { hints = [] } = result.run.data.resultData.runData['Bot Messaging'][0];
	return { json: result.json, hints: hints.map(({ message }) => message) };
}

describe('a failed execution that a person retries', () => {
	test('sends only what is left if nothing was changed', async () => {
		const { json } = await retry(await failed(SEND), SEND);
		expect(await arrived()).toEqual(inGroup('two', 'three'));
		expect(json).toMatchObject(THREE.map((item) => item.json));
	});

	test('does not send again a text that holds the time of day', async () => {
		const parameters = { ...SEND, text: '={{ $json.text }} {{ Math.random() }}' };
		await retry(await failed(parameters), parameters);
		expect(await arrived()).toEqual([
			expect.stringMatching(/two 0\.\d+/),
			expect.stringMatching(/three 0\.\d+/),
		]);
	});

	test('sends a corrected text', async () => {
		const { json } = await retry(await failed(SEND), { ...SEND, text: '={{ $json.text }}!' });
		expect(await arrived()).toEqual(inGroup('one!', 'two!', 'three!'));
		expect(json).toMatchObject([{ text: 'one!' }, { text: 'two!' }, { text: 'three!' }]);
	});

	test('sends only the text that was corrected', async () => {
		const text = '={{ $json.text.replace("three", "3") }}';
		await retry(await failed(SEND), { ...SEND, text });
		expect(await arrived()).toEqual(inGroup('two', '3'));
	});

	test('sends to a corrected chat', async () => {
		await retry(await failed(SEND), { ...SEND, chatId: byId(OTHER_CHAT) });
		const texts = ['one', 'two', 'three'];
		expect(await arrived()).toEqual(texts.map((text) => `${OTHER_CHAT} ${text}`));
	});

	test.each<[what: string, before: IDataObject, after: IDataObject]>([
		['Silent', {}, { additionalFields: { disableNotification: true } }],
		['Protect Content', {}, { additionalFields: { protectContent: true } }],
		[
			'the buttons',
			{},
			{ replyMarkup: 'json', replyMarkupJson: '[[{"text":"a","url":"https://a.b"}]]' },
		],
		['a format', {}, { additionalFields: { parseMode: 'HTML' } }],
		[
			'the format of marks',
			{ text: '*{{ $json.text }}*' },
			{ text: '*{{ $json.text }}*', additionalFields: { parseMode: 'Markdown' } },
		],
		[
			'the marks of a format',
			{ text: '<b>{{ $json.text }}</b>', additionalFields: { parseMode: 'HTML' } },
			{ text: '**{{ $json.text }}**', additionalFields: { parseMode: 'languageModel' } },
		],
		['Speed and Retries', {}, { traffic: { retries: 1 } }],
		['blanks', {}, { text: ' {{ $json.text }}\n' }],
	])('sends nothing twice if only %s was changed', async (_what, before, after) => {
		const form = ({ text = '{{ $json.text }}', ...more }: IDataObject) => ({
			...SEND,
			...more,
			text: `=${text as string}`,
		});
		await retry(await failed(form(before)), form(after));
		const texts = (await arrived()).map((text) => text.replace(/[^\w -]|<b>|<\/b>/g, '').trim());
		expect(texts).toHaveLength(2);
		expect(texts.join()).not.toContain('one');
	});

	test('sends an album again only if more than its format was changed', async () => {
		const binary = { one: inMemory('a', 'a.png', 'image/png') };
		const items = ['A', 'B'].map((title) => ({ json: { title }, binary }));
		const album = (caption: string, parseMode = ''): IDataObject => ({
			chatId: byId(GROUP),
			mediaSource: 'allBinary',
			additionalFields: { caption, ...(parseMode && { parseMode }) },
		});
		await refuseSecond();
		const result = await run('sendMediaGroup', album('={{ $json.title }}'), { items });
		await retryBegins();
		await retry(result, album('=<i>{{ $json.title }}</i>', 'HTML'), {}, 'sendMediaGroup');
		expect((await emulator.calls()).slice(before)).toHaveLength(1);
	});

	test('sends by another bot', async () => {
		const result = await failed(SEND);
		const { url: baseUrl, token: botToken } = another.emulator;
		await retry(result, SEND, { credential: { baseUrl, botToken } });
		expect(await arrived()).toEqual([]);
		expect(await arrived(another.emulator)).toEqual(inGroup('one', 'two', 'three'));
	});

	test('sends what a corrected variable says', async () => {
		const parameters = { ...SEND, text: '={{ $vars.greeting }} {{ $json.text }}' };
		const result = await failed(parameters, { variables: { greeting: 'Hallo' } });
		await retry(result, parameters, { variables: { greeting: 'Hello' } });
		expect(await arrived()).toEqual(inGroup('Hello one', 'Hello two', 'Hello three'));
	});

	test('knows what was sent even if the items change places', async () => {
		const text = '={{ $input.all()[2 - $itemIndex].json.text }}';
		const { json } = await retry(await failed(SEND), { ...SEND, text });
		expect(await arrived()).toEqual(inGroup('three', 'two'));
		expect(json).toMatchObject([{ text: 'three' }, { text: 'two' }, { text: 'one' }]);
	});

	test('sends the same text a second time if an item asks for it', async () => {
		await retry(await failed(SEND), { ...SEND, text: 'one' });
		expect(await arrived()).toEqual(inGroup('one', 'one'));
	});

	test('sends another file, and recognizes the same file in another field', async () => {
		const file = (name: string) => inMemory(name, name, 'text/plain');
		const binary = { first: file('a.txt'), second: file('b.txt'), same: file('a.txt') };
		const sending = (field: string): IDataObject => ({
			chatId: byId(GROUP),
			binaryPropertyName: field,
		});
		await refuseSecond();
		const both = [
			{ json: {}, binary },
			{ json: {}, binary },
		];
		const result = await run('sendDocument', sending('first'), { items: both });
		expect(result.error).toMatchObject({ httpCode: '403' });
		await retryBegins();
		const corrected = sending('={{ ["second", "same"][$itemIndex] }}');
		const { json } = await retry(result, corrected, {}, 'sendDocument');
		expect(json).toMatchObject([
			{ document: { file_name: 'b.txt' } },
			{ document: { file_name: 'a.txt' } },
		]);
		expect(await arrived()).toHaveLength(1);
	});

	test('does again what a changed choice in the form asks for', async () => {
		const { chats, users } = emulator.defaults;
		const promote = { chatId: byId(chats.demoGroup), rights: ['can_pin_messages'] };
		const keep = { ...promote, userId: byId('={{ $json.user }}') };
		const input = items({ user: users.mia }, { user: 999_999 });
		const { run: retryOf } = await run('promoteChatMember', keep, { items: input });
		const of = async () =>
			(await emulator.calls('promoteChatMember')).filter(
				({ params }) => params.user_id === users.mia,
			);
		expect(await of()).toHaveLength(1);
		await run('promoteChatMember', keep, { retryOf });
		expect(await of()).toHaveLength(1);
		await run('promoteChatMember', { ...keep, presentRights: 'replace' }, { retryOf });
		expect(await of()).toHaveLength(2);
	});

	test('does the work of another operation', async () => {
		const result = await failed(SEND);
		await retry(result, { chatId: byId(GROUP) }, {}, 'sendDice');
		const methods = (await emulator.calls()).slice(before).map(({ method }) => method);
		expect(methods).toEqual(['sendDice', 'sendDice', 'sendDice']);
	});

	test('keeps its memory over further tries', async () => {
		const first = await failed(SEND);
		const text = '={{ $json.text.replace("three", "3") }}';
		await emulator.fault({ kind: 'error', status: 403, skip: 1, description: 'Forbidden' });
		const second = await run('sendMessage', { ...SEND, text }, { retryOf: first.run });
		expect(second.error).toMatchObject({ httpCode: '403' });
		await retry(second, SEND);
		expect(await arrived()).toEqual(inGroup('two', 'three'));
	});
});

describe('a long text that was sent in part', () => {
	const paragraphs = (words: string) =>
		Array.from({ length: 60 }, (_none, at) => `Paragraph ${at}: ${words.repeat(28)}.`);
	const LONG = paragraphs('word ').join('\n\n');
	const long = (text: string, chat = GROUP): IDataObject => ({
		chatId: byId(chat),
		text,
		additionalFields: { longText: 'split' },
	});
	const one = items({});

	const texts = async () =>
		(await arrived()).map((message) => message.replace(/^\S+ /, '')).join('\n\n');

	test('continues where it ended', async () => {
		const result = await failed(long(LONG), { items: one });
		const { json, hints } = await retry(result, long(LONG));
		expect(json).toMatchObject([{ messageIds: [6, 7, 8] }]);
		expect(LONG.endsWith(await texts())).toBe(true);
		expect(hints).toEqual([expect.stringContaining('was sent in several')]);
	});

	test('continues with the corrected rest, and says so', async () => {
		const result = await failed(long(LONG), { items: one });
		const corrected = LONG.replace('Paragraph 59', 'The last');
		const { json, hints } = await retry(result, long(corrected));
		expect(json).toMatchObject([{ messageIds: [6, 7, 8] }]);
		expect(corrected.endsWith(await texts())).toBe(true);
		expect(hints).toContainEqual(expect.stringContaining('only the rest was sent'));
	});

	test('is sent whole if its beginning was corrected, and says what is in the chat', async () => {
		const result = await failed(long(LONG), { items: one });
		const corrected = LONG.replace('Paragraph 0', 'The first');
		const { json, hints } = await retry(result, long(corrected));
		expect(json).toMatchObject([{ messageIds: [7, 8, 9] }]);
		expect(await texts()).toBe(corrected);
		expect(hints).toContainEqual(
			expect.stringContaining('the beginning of another text: message 6 is in chat -1001'),
		);
	});

	test('is sent whole to another chat, and says what is in the first one', async () => {
		const result = await failed(long(LONG), { items: one });
		const { hints } = await retry(result, long(LONG, OTHER_CHAT));
		expect(await texts()).toBe(LONG);
		expect((await arrived()).every((message) => message.startsWith(OTHER_CHAT))).toBe(true);
		expect(hints).toContainEqual(expect.stringContaining('message 6 is in chat -1001'));
	});

	test('is not mixed up with another one if the items have changed places', async () => {
		const OTHER = LONG.replaceAll('word', 'term');
		const both = items({ text: LONG }, { text: OTHER });
		const result = await failed(long('={{ $json.text }}'), { items: both });
		const turned = '={{ $input.all()[1 - $itemIndex].json.text }}';
		const { json } = await retry(result, long(turned));
		expect(json).toMatchObject([{ messageIds: [7, 8, 9] }, { messageIds: [6, 10, 11] }]);
		expect((await texts()).startsWith(OTHER)).toBe(true);
		expect(LONG.endsWith((await texts()).slice(OTHER.length + 2))).toBe(true);
	});

	test('says so until it is sent', async () => {
		const first = await failed(long(LONG), { items: one });
		const corrected = LONG.replace('Paragraph 0', 'The first');
		await emulator.fault({ kind: 'error', status: 403, description: 'Forbidden' });
		const second = await run('sendMessage', long(corrected), { retryOf: first.run });
		expect(second.error).toMatchObject({ httpCode: '403' });
		const { hints } = await retry(second, long(corrected));
		expect(hints).toContainEqual(expect.stringContaining('message 6 is in chat -1001'));
	});

	test('continues if it holds the time of day, but never in another chat', async () => {
		const text = `={{ ${JSON.stringify(LONG)} + Math.random() }}`;
		const result = await failed(long(text), { items: one });
		const { json } = await retry(result, long(text));
		expect(json).toMatchObject([{ messageIds: [6, 7, 8] }]);
		const chat = `={{ $execution.id === '1' ? '${GROUP}' : '${OTHER_CHAT}' }}`;
		const moved = await failed(long(LONG, chat), { items: one });
		await retry(moved, long(LONG, chat));
		expect((await arrived()).every((message) => message.startsWith(OTHER_CHAT))).toBe(true);
		expect(await texts()).toBe(LONG);
	});
});

test('no memory of a run holds the token', async () => {
	const { run: saved } = await failed(SEND);
	const secret = emulator.token.split(':')[1];
	expect(JSON.stringify(saved.data.executionData!.contextData)).not.toContain(secret);
});
