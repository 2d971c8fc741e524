import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { credentialFor } from '../../sandbox/lib/demo';
import { TYPE_VERSIONS } from '../../sandbox/lib/triggers';
import type { CredentialReference, Workflow } from '../../sandbox/lib/rest';
import { PACKAGE_NAME } from '../../scripts/lib/paths';
import { until } from '../../scripts/lib/until';
import { DEFAULTS, useEmulator } from '../support/emulator';
import { byId } from '../support/locators';
import { LONG_PATIENCE_MS } from '../support/patience';
import { TapServer, type Flow } from '../support/tap';
import { modelCredential } from './support/languageModel';
import { useN8n } from './support/n8n';
import { readRun } from './support/runData';

const emulator = useEmulator();
const n8n = useN8n();
const server = new TapServer();

const { chats, users } = DEFAULTS;

const ANSWER = 'Answer';
const AFTER = 'After';

/** The newest message of the group before a test. */
const NEWEST = 5;

let bot: CredentialReference;
let openAi: CredentialReference;
const published: string[] = [];

beforeAll(async () => {
	await server.listen();
	bot = await n8n.rest.createCredential(credentialFor(emulator.url));
	openAi = await modelCredential(n8n.rest, server.url);
});
beforeEach(() => void server.flows.splice(0));
afterEach(async () => {
	for (const id of published.splice(0)) await n8n.rest.unpublish(id);
});
afterAll(async () => await server.close());

const node = (name: string, type: string, typeVersion: number, more: object = {}) => ({
	id: randomUUID(),
	name,
	type,
	typeVersion,
	position: [0, 0] as [number, number],
	parameters: {},
	...more,
});

const into = (name: string, type = 'main') => ({ [type]: [[{ node: name, type, index: 0 }]] });

const chatModel = () =>
	node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
		parameters: { model: { __rl: true, mode: 'id', value: 'model' }, options: {} },
		credentials: { openAiApi: openAi },
	});

/** A message in the demo group is answered. */
function answering(
	type: 'botMessagingPollingTrigger' | 'botMessagingTrigger',
	{ additionalFields = {}, ...given }: IDataObject & { additionalFields?: object } = {},
): Workflow {
	const credentials = { botMessagingApi: bot };
	const parameters = {
		resource: 'message',
		operation: 'streamAnswer',
		chatId: byId('={{ $json.chatId }}'),
		prompt: '={{ $json.text }}',
		additionalFields: {
			stopButton: 'Stop',
			stopUserId: '={{ $json.userId }}',
			allowPrivateAddresses: true,
			...additionalFields,
		},
		...given,
	};
	return {
		name: (expect.getState().currentTestName ?? 'Answers').slice(-120),
		nodes: [
			node('Trigger', `${PACKAGE_NAME}.${type}`, TYPE_VERSIONS[type], {
				parameters: { updates: ['message'] },
				webhookId: randomUUID(),
				credentials,
			}),
			node(ANSWER, `${PACKAGE_NAME}.botMessaging`, 1, { parameters, credentials }),
			node(AFTER, 'n8n-nodes-base.noOp', 1),
			chatModel(),
		],
		connections: {
			Trigger: into(ANSWER),
			[ANSWER]: into(AFTER),
			Model: into(ANSWER, 'ai_languageModel'),
		},
		settings: { executionOrder: 'v1' },
	};
}

async function publish(workflow: Workflow): Promise<string> {
	const id = await n8n.rest.importWorkflow(workflow);
	published.push(id);
	await n8n.rest.publish(id);
	return id;
}

const write = async (text: string) =>
	await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text });

interface Shown {
	message_id: number;
	text: string;
	reply_markup?: { inline_keyboard: Array<Array<{ text: string; callback_data: string }>> };
}

/** The answers of the bot in the demo group. */
async function shown(): Promise<Shown[]> {
	const { messages } = (await emulator.state()) as unknown as {
		messages: Array<Shown & { chat_id: number; from_id: number; deleted?: boolean }>;
	};
	const isAnswer = (one: (typeof messages)[number]) =>
		one.chat_id === chats.demoGroup &&
		one.from_id === DEFAULTS.botId &&
		!one.deleted &&
		one.message_id > NEWEST;
	return messages.filter(isAnswer).slice(-10);
}

const soon = async (what: string, isSo: () => Promise<boolean>) =>
	await until(what, isSo, LONG_PATIENCE_MS);

const shows = async (text: string) =>
	await soon(`the chat shows ${text}`, async () => (await shown()).at(-1)?.text === text);

/** The data of the execution, when it has ended. */
async function ended(id: string) {
	// An execution without items, which saves what grows, ends before it.
	const own = async () => (await n8n.executions(id))[0];
	await soon('the execution ends', async () => /^(?:success|error)$/.test((await own())?.status));
	const execution = await own();
	const { data } = await n8n.rest.call<{ data: string }>('GET', `/rest/executions/${execution.id}`);
	return { status: execution.status, ...readRun(data).resultData };
}

const press = async (user: number, { message_id, reply_markup }: Shown) => {
	const [[{ callback_data }]] = reply_markup!.inline_keyboard;
	return await emulator.act('press', {
		user_id: user,
		chat_id: chats.demoGroup,
		message_id,
		callback_data,
	});
};

const told = async () =>
	(await emulator.calls('answerCallbackQuery')).map(({ params }) => params.text as string);

/** Words come every 50 ms, 200 in all. */
async function speak(flow: Flow, count: number): Promise<string> {
	let text = '';
	for (let word = 0; word < count; word++) {
		const piece = word % 10 === 0 ? `**w${word}** ` : `w${word} `;
		flow.write(piece);
		text += piece;
		await new Promise((go) => setTimeout(go, 50));
	}
	return text;
}

describe.each(['botMessagingPollingTrigger', 'botMessagingTrigger'] as const)('with %s', (type) => {
	test('the answer of a chat model of 200 words in 10 s grows, and is whole', async () => {
		const id = await publish(answering(type));
		await write('Tell me');
		const flow = await server.flow();
		expect(JSON.stringify(flow.asked)).toContain('Tell me');
		const writtenAt = Date.now();
		const speaking = speak(flow, 200);
		await soon('the first words are there', async () => (await shown()).length > 0);
		const firstMs = Date.now() - writtenAt;
		await speaking;
		flow.end();
		const { status, runData } = await ended(id);
		expect(status).toBe('success');
		const edits = await emulator.calls('editMessageText');
		console.log({ type, firstMs, edits: edits.length });
		expect(edits.length).toBeGreaterThan(2);
		expect(edits.every((edit) => edit.status === 200)).toBe(true);
		const [{ text, reply_markup }] = await shown();
		expect(text).toContain('<b>w0</b> w1');
		expect(text.trim().endsWith('w199')).toBe(true);
		expect(reply_markup).toBeUndefined();
		expect(runData[AFTER]).toHaveLength(1);
	}, 180_000);

	test('who asked stops it, nobody else', async () => {
		const id = await publish(answering(type));
		await write('Tell me');
		const flow = await server.flow();
		flow.write('Once upon');
		await shows('Once upon');
		const [message] = await shown();
		await press(users.noah, message);
		await soon('Noah is told', async () => (await told()).length > 0);
		expect(await told()).toEqual(['Only who asked, and administrators, can stop this answer.']);
		expect(flow.isClosed).toBe(false);
		await press(users.mia, message);
		const { status, runData } = await ended(id);
		expect(status).toBe('success');
		expect(flow.isClosed).toBe(true);
		expect(await shown()).toMatchObject([{ text: 'Once upon\n\n⏹' }]);
		expect((await shown())[0].reply_markup).toBeUndefined();
		expect(runData[AFTER][0].data!.main[0]![0].json).toMatchObject({ stopped: true });
	}, 180_000);

	test('a model that breaks off leaves what is there with a mark, and the item fails', async () => {
		const id = await publish(answering(type));
		await write('Tell me');
		const flow = await server.flow();
		flow.write('Once upon');
		await shows('Once upon');
		flow.fail();
		const { status, error } = await ended(id);
		expect(status).toBe('error');
		expect(error?.message).toContain('terminated');
		expect(await shown()).toMatchObject([{ text: 'Once upon\n\n⚠️' }]);
	}, 180_000);

	test('a model that stalls is left after the time-out', async () => {
		const id = await publish(answering(type, { traffic: { timeout: 3 } }));
		await write('Tell me');
		const flow = await server.flow();
		flow.write('Once upon');
		const { status, error } = await ended(id);
		expect(status).toBe('error');
		expect(error?.message).toBe('No more text came for 3 seconds');
		expect(flow.isClosed).toBe(true);
		expect(await shown()).toMatchObject([{ text: 'Once upon\n\n⚠️' }]);
	}, 180_000);

	test('a model that sends 5 MB fills ten messages at most', async () => {
		const id = await publish(answering(type));
		await write('Tell me');
		const flow = await server.flow();
		for (let part = 0; part < 5000; part++) flow.write('word '.repeat(200));
		const { status, error } = await ended(id);
		expect(status).toBe('error');
		expect(error?.message).toBe('The answer has more than 40000 characters');
		expect(flow.isClosed).toBe(true);
		expect(await shown()).toHaveLength(10);
	}, 180_000);
});

test('files and buttons of the node come below the whole answer', async () => {
	const of = (field: string) => `={{ $('Trigger').item.json.${field} }}`;
	const workflow = answering('botMessagingPollingTrigger', {
		...{ chatId: byId(of('chatId')), prompt: of('text') },
		...{ replyMarkup: 'json', replyMarkupJson: '[[{"text": "Again", "callback_data": "again"}]]' },
		additionalFields: { stopUserId: of('userId'), binaryPropertyNames: 'data' },
	});
	const parameters = {
		...{ operation: 'toText', sourceProperty: 'text' },
		options: { fileName: 'question.txt' },
	};
	workflow.nodes.push(node('File', 'n8n-nodes-base.convertToFile', 1.1, { parameters }));
	Object.assign(workflow.connections, { Trigger: into('File'), File: into(ANSWER) });
	const id = await publish(workflow);
	await write('Tell me');
	const flow = await server.flow();
	flow.write('Once **upon');
	await shows('Once **upon');
	expect(await shown()).toMatchObject([
		{ reply_markup: { inline_keyboard: [[{ text: 'Stop' }]] } },
	]);
	flow.write('** a time');
	flow.end();
	const { status, runData } = await ended(id);
	expect(status).toBe('success');
	const [answer, file, ...others] = await shown();
	expect(others).toEqual([]);
	expect(answer).toMatchObject({
		text: 'Once <b>upon</b> a time',
		reply_markup: { inline_keyboard: [[{ text: 'Again' }]] },
	});
	expect(file.reply_markup).toBeUndefined();
	expect(await emulator.calls('sendDocument')).toMatchObject([
		{ status: 200, files: { document: { filename: 'question.txt' } } },
	]);
	const { messageIds } = runData[AFTER][0].data!.main[0]![0].json;
	expect(messageIds).toEqual([answer.message_id, file.message_id]);
}, 180_000);

test('an agent behind a Chat Trigger that streams', async () => {
	const chat = randomUUID();
	await publish({
		name: 'Agent that streams',
		nodes: [
			node('Chat', '@n8n/n8n-nodes-langchain.chatTrigger', 1.4, {
				webhookId: chat,
				parameters: { public: true, mode: 'webhook', options: { responseMode: 'streaming' } },
			}),
			node('Agent', '@n8n/n8n-nodes-langchain.agent', 3, { parameters: { options: {} } }),
			chatModel(),
		],
		connections: { Chat: into('Agent'), Model: into('Agent', 'ai_languageModel') },
		settings: { executionOrder: 'v1' },
	});
	const id = await publish(
		answering('botMessagingPollingTrigger', {
			answerSource: 'address',
			url: `${n8n.url}/webhook/${chat}/chat`,
			requestBody: '={{ { chatInput: $json.text, sessionId: String($json.chatId) } }}',
		}),
	);
	await write('Tell me');
	const flow = await server.flow();
	flow.write('Once **upon');
	await shows('Once **upon');
	flow.write('** a time');
	flow.end();
	const { status, runData } = await ended(id);
	expect(status).toBe('success');
	expect(await shown()).toMatchObject([{ text: 'Once <b>upon</b> a time' }]);
	expect(runData[AFTER][0].data!.main[0]![0].json).toMatchObject({
		answer: 'Once **upon** a time',
	});
}, 180_000);
