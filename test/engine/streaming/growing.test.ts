import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../scripts/lib/until';
import { useBot } from '../../support/bot';
import { byId } from '../../support/locators';
import { PATIENCE_MS } from '../../support/patience';
import { STREAM_FORMS, TapModel, TapServer, type Flow } from '../../support/tap';

const { emulator, run } = useBot();

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

test('an error in the stream is said', async () => {
	const failing = {
		type: 'application/json',
		piece: () => '{"type":"error","content":"No credit"}\n',
		end: '',
	};
	server.form = failing;
	const running = fromAddress();
	(await server.flow()).write('x');
	expect((await running).error?.message).toBe('The answer ended with an error: No credit');
});
