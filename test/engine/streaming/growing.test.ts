import { sleep, type IDataObject } from 'n8n-workflow';

import { until } from '../../../scripts/lib/until';
import { useBot } from '../../support/bot';
import { byId } from '../../support/locators';
import { startOddServer } from '../../support/odd';
import { PATIENCE_MS } from '../../support/patience';
import { STREAM_FORMS, TapModel, TapServer, type Flow } from '../../support/tap';

const { emulator, run } = useBot();
const { privateMia } = emulator.defaults.chats;

const GROUP = -1001;

const texts = async (method: string) =>
	(await emulator.calls(method)).map(({ params }) => params.text as string);

const shows = async (text: string) =>
	await until(
		`the chat shows ${text}`,
		async () => {
			const all = [...(await texts('sendMessage')), ...(await texts('editMessageText'))];
			return all.at(-1) === text;
		},
		PATIENCE_MS,
	);

const asking = (given: IDataObject = {}): IDataObject => ({
	chatId: byId(String(GROUP)),
	prompt: 'How are you?',
	...given,
});

let model: TapModel;
let server: TapServer;

beforeEach(async () => {
	model = new TapModel();
	server = new TapServer();
	await server.listen();
});
afterEach(async () => await server.close());

const fromModel = async (given?: IDataObject) =>
	await run('streamAnswer', asking(given), { model });

const fromAddress = async ({ additionalFields, ...given }: IDataObject = {}) =>
	await run('streamAnswer', {
		...asking({ answerSource: 'address', url: server.url, ...given }),
		additionalFields: { allowPrivateAddresses: true, ...(additionalFields as IDataObject) },
	});

/** Lets a text flow in two pieces, between which the chat shows the first one. */
async function flows(flow: Flow): Promise<void> {
	flow.write('One **two');
	await shows('One **two');
	flow.write('** three');
	flow.end();
}

const WHOLE = 'One <b>two</b> three';

test('the answer of a chat model grows in its message', async () => {
	const running = fromModel({ additionalFields: { systemMessage: 'Be short' } });
	const flow = await model.flow();
	expect(flow.asked).toEqual([
		{ role: 'system', content: 'Be short' },
		{ role: 'user', content: 'How are you?' },
	]);
	await flows(flow);
	const { error, json } = await running;
	expect(error).toBeUndefined();
	expect(json).toMatchObject([
		{
			chatId: GROUP,
			messageId: 6,
			messageIds: [6],
			answer: 'One **two** three',
			stopped: false,
		},
	]);
	expect(await texts('sendMessage')).toEqual(['One **two']);
	expect((await texts('editMessageText')).at(-1)).toBe(WHOLE);
});

test.each(Object.keys(STREAM_FORMS))('an address that streams as %s', async (form) => {
	server.form = STREAM_FORMS[form];
	const running = fromAddress({ requestBody: { chatInput: 'Hi' } });
	const flow = await server.flow();
	expect(flow.asked).toEqual({ chatInput: 'Hi' });
	await flows(flow);
	const { error, json } = await running;
	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ messageId: 6, answer: 'One **two** three' }]);
	expect((await texts('editMessageText')).at(-1)).toBe(WHOLE);
});

test.each(Object.keys(STREAM_FORMS).filter((form) => form !== 'lines of JSON'))(
	'an answer that ends in the middle is not taken for a whole one: %s',
	async (form) => {
		server.form = STREAM_FORMS[form];
		const running = fromAddress();
		const flow = await server.flow();
		flow.write('One');
		await shows('One');
		flow.breakOff();
		expect((await running).error?.message).toBe('The answer ended in the middle');
		expect((await texts('editMessageText')).at(-1)).toBe('One\n\n⚠️');
	},
);

test('numbers that come as they are belong to the text', async () => {
	const data = (text: string) => `data: ${text}\n\n`;
	server.form = { type: 'text/event-stream', piece: data, end: data('[DONE]') };
	const running = fromAddress();
	const flow = await server.flow();
	for (const piece of ['It is ', '42', ' or ', 'null', '.']) flow.write(piece);
	flow.end();
	expect((await running).json).toMatchObject([{ answer: 'It is 42 or null.' }]);
});

test('an address that only thinks for a while is not given up', async () => {
	const { piece, ...rest } = STREAM_FORMS.OpenAI;
	const thinks = piece('').replace('content', 'reasoning_content');
	server.form = { ...rest, piece: (text) => (text ? piece(text) : thinks) };
	const running = fromAddress({ traffic: { timeout: 2 } });
	const flow = await server.flow();
	for (let second = 0; second < 3; second++) {
		flow.write('');
		await sleep(1000);
	}
	flow.write('Hi');
	flow.end();
	expect((await running).json).toMatchObject([{ answer: 'Hi' }]);
});

test('an address that sends lines without text is given up', async () => {
	const data = (text: string) => `data: ${text}\n\n`.replace(': \n', ':\n');
	server.form = { type: 'text/event-stream', piece: data, end: data('[DONE]') };
	const running = fromAddress({ traffic: { timeout: 2 } });
	const flow = await server.flow();
	const ended = running.then(() => true);
	while (!(await Promise.race([ended, sleep(300)]))) flow.write('');
	expect((await running).error?.message).toBe('No more text came for 2 seconds');
});

test('an address that does not even begin to answer is left after the time-out', async () => {
	let isClosed = false;
	const silent = await startOddServer(
		(request) => void request.on('close', () => (isClosed = true)),
	);
	const running = fromAddress({ url: silent.url, traffic: { timeout: 2 } });
	expect((await running).error?.message).toBe('No more text came for 2 seconds');
	await until('the connection is closed', async () => isClosed, PATIENCE_MS);
	await silent.close();
});

test('half a sign is not shown', async () => {
	const running = fromModel();
	const flow = await model.flow();
	flow.write('Hi \ud83d');
	await shows('Hi');
	flow.write('\ude00');
	flow.end();
	expect((await running).json).toMatchObject([{ answer: 'Hi 😀' }]);
	expect((await texts('editMessageText')).at(-1)).toBe('Hi 😀');
	const cut = fromModel();
	const long = await model.flow(1);
	long.write(`a${'😀'.repeat(30_000)}`);
	expect((await cut).error?.message).toBe('The answer has more than 40000 characters');
	const all = [...(await texts('sendMessage')), ...(await texts('editMessageText'))];
	expect(all.filter((text) => JSON.stringify(text).includes('\\ud'))).toEqual([]);
});

test('an address without a body is asked by GET', async () => {
	const running = fromAddress();
	const flow = await server.flow();
	expect(flow.asked).toBeUndefined();
	flow.write('Hi');
	flow.end();
	expect((await running).json).toMatchObject([{ answer: 'Hi' }]);
});

test('what a model thinks is not shown, however it is cut', async () => {
	const running = fromModel();
	const flow = await model.flow();
	for (const piece of '<think>Hm **so') flow.write(piece);
	flow.write(' it is</think>\n\nTwo');
	await shows('Two');
	flow.write(' words');
	flow.end();
	const { json } = await running;
	expect(json).toMatchObject([{ answer: 'Two words' }]);
	expect(await texts('sendMessage')).toEqual(['Two']);
});

test('while nothing comes, “typing” is asked for, and only once of a server that does not have it', async () => {
	const asked = async () => (await emulator.calls('sendChatAction')).map(({ params }) => params);
	const running = fromModel();
	const flow = await model.flow();
	await until('it is asked for', async () => (await asked()).length > 0, PATIENCE_MS);
	expect(await asked()).toEqual([{ chat_id: GROUP, action: 'typing' }]);
	flow.write('Hi');
	flow.end();
	expect((await running).error).toBeUndefined();
	const silent = await fromModel({ traffic: { timeout: 2 } });
	expect(silent.error?.message).toBe('No more text came for 2 seconds');
	expect(await asked()).toHaveLength(1);
});

test('a person sees that the bot is typing while the model thinks, and long thoughts are no long answer', async () => {
	const typing = async () => (await emulator.calls('sendChatAction')).length;
	const running = fromModel();
	const flow = await model.flow();
	flow.write('<think>Hm');
	await until('it is typing', async () => (await typing()) > 0, PATIENCE_MS);
	for (let part = 0; part < 60; part++) flow.write(' so it is'.repeat(100));
	flow.write('</think>\n\nTwo');
	await shows('Two');
	flow.write(' words');
	flow.end();
	expect((await running).json).toMatchObject([{ answer: 'Two words' }]);
});

test('thoughts without an end are given up', async () => {
	const running = fromModel();
	const flow = await model.flow();
	flow.write('<think>Hm');
	for (let part = 0; part < 30; part++) flow.write(' so it is'.repeat(5000));
	expect((await running).error?.message).toBe('The model has thought more than 1000000 characters');
	expect(flow.isClosed).toBe(true);
});

test('an answer of thoughts alone is empty', async () => {
	const running = fromModel();
	const flow = await model.flow();
	flow.write('<think>Hm');
	flow.end();
	expect((await running).error?.message).toBe('The answer is empty');
	expect(await emulator.calls()).toEqual([]);
});

describe('an answer that is not whole', () => {
	test('has a mark, and the item fails with its messages', async () => {
		const running = fromModel();
		const flow = await model.flow();
		flow.write('```js\nlet one');
		await shows('<pre class="language-js">let one</pre>');
		flow.fail();
		const { error } = await running;
		expect(error?.message).toContain('The model broke off');
		expect((await texts('editMessageText')).at(-1)).toContain('</pre>\n\n⚠️');
	});

	test('of a model that never says anything, sends nothing', async () => {
		const running = fromModel();
		(await model.flow()).fail();
		expect((await running).error?.message).toContain('The model broke off');
		expect(await emulator.calls()).toEqual([]);
	});

	test('goes on in the same message, if n8n tries again', async () => {
		const running = run('streamAnswer', asking(), {
			model,
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		const first = await model.flow();
		first.write('One');
		await shows('One');
		first.fail();
		const second = await model.flow(1);
		second.write('Another answer');
		second.end();
		const { error, json } = await running;
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ messageIds: [6], answer: 'Another answer' }]);
		expect(await texts('sendMessage')).toEqual(['One']);
		expect((await texts('editMessageText')).at(-1)).toBe('Another answer');
	});

	test('closes the model if its message is deleted meanwhile', async () => {
		const running = fromModel();
		const flow = await model.flow();
		flow.write('One');
		await shows('One');
		await emulator.api('deleteMessage', { chat_id: GROUP, message_id: 6 });
		flow.write(' two');
		const { error } = await running;
		expect(error?.message).toBeDefined();
		expect(flow.isClosed).toBe(true);
		expect(await texts('sendMessage')).toEqual(['One']);
	});
});

test('a private address is not asked without leave', async () => {
	const { error } = await run('streamAnswer', asking({ answerSource: 'address', url: server.url }));
	expect(error?.message).toContain('may be in a private network');
	expect(server.flows).toEqual([]);
});

test.each([
	{ type: 'error', content: 'No credit' },
	{ type: 'response.failed', response: { status: 'failed', error: { message: 'No credit' } } },
])('an error in the stream is said: $type', async (line) => {
	const failing = { type: 'application/json', piece: () => `${JSON.stringify(line)}\n`, end: '' };
	server.form = failing;
	const running = fromAddress();
	(await server.flow()).write('x');
	expect((await running).error?.message).toBe('The answer ended with an error: No credit');
});

test('an answer that a model ends at its longest is whole', async () => {
	server.form = {
		...STREAM_FORMS['OpenAI, the newer one'],
		end: `data: ${JSON.stringify({ type: 'response.incomplete', response: { error: null } })}\n\n`,
	};
	const running = fromAddress();
	const flow = await server.flow();
	flow.write('As much as');
	flow.end();
	const { error, json } = await running;
	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ answer: 'As much as' }]);
});

test('in a private chat, too, it grows in its message, and not in what the person writes', async () => {
	const draftIn = async () => {
		const { chats } = (await emulator.state()) as unknown as {
			chats: Array<{ id: number; draft?: { text: string } }>;
		};
		return chats.find(({ id }) => id === privateMia)?.draft?.text;
	};
	// As the person would write half a message.
	await emulator.act('message', { user_id: privateMia, chat_id: privateMia, text: 'Hi' });
	const draft = { chat_id: privateMia, draft_id: 1, text: 'I want to' };
	expect((await emulator.api('sendMessageDraft', draft)).status).toBe(200);
	const running = fromModel({ chatId: byId(String(privateMia)) });
	await flows(await model.flow());
	expect((await running).error).toBeUndefined();
	expect(await draftIn()).toBe('I want to');
	const { messages } = await emulator.state();
	expect(messages.at(-1)).toMatchObject({ chat_id: privateMia, text: WHOLE });
	// The other way: each change takes the place of the person's words, and no message is there at the end.
	for (const text of ['One', WHOLE]) {
		await emulator.api('sendMessageDraft', { ...draft, draft_id: 2, text, parse_mode: 'HTML' });
	}
	expect(await draftIn()).toBe(WHOLE);
	expect((await emulator.state()).messages).toHaveLength(messages.length);
});
