import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { chatOf, makeChats } from '../../../bench/arrivals';
import { storedTexts } from '../../../sandbox/lib/executions';
import { credentialFor, withCredential } from '../../../sandbox/lib/demo';
import type { CredentialReference } from '../../../sandbox/lib/rest';
import { triggerWorkflow, WORK, type TriggerType } from '../../../sandbox/lib/triggers';
import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { byId } from '../../support/locators';
import { botMessaging, workflowOf } from '../support/execute';
import { useOwnN8n } from '../support/n8n';

const WITHIN_MS = 300_000;

const emulator = useEmulator();
const n8n = useOwnN8n(undefined, { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' });
const { olga } = emulator.defaults.users;

type Call = Awaited<ReturnType<typeof emulator.calls>>[number];

const WAYS: TriggerType[] = ['botMessagingPollingTrigger', 'botMessagingTrigger'];
const TO_CHAT = {
	resource: 'message',
	operation: 'sendMessage',
	chatId: byId('={{ $json.chatId }}'),
};

const limit = async (settings: object) =>
	await emulator.settings({ rateLimitStyle: '429', retryAfterSeconds: 1, ...settings });

interface Published {
	credential: CredentialReference;
	updates?: string;
	/** Code that makes items of each update. */
	jsCode?: string;
}

/** A published workflow that answers each update with this node. */
async function publish(
	type: TriggerType,
	parameters: object,
	{ credential, updates = 'message', jsCode }: Published,
): Promise<string> {
	const given = { name: `Pace ${type}`, type, credential, parameters: { updates: [updates] } };
	const made = triggerWorkflow({ ...given, jsCode });
	const [trigger, work] = made.nodes;
	const answer = { ...work, ...botMessaging({ ...parameters }, jsCode ? 'Answer' : WORK) };
	if (jsCode) {
		made.connections[WORK] = { main: [[{ node: answer.name, type: 'main', index: 0 }]] };
		made.nodes = [trigger, work, { ...answer, id: randomUUID() }];
	} else {
		made.nodes = [trigger, answer];
	}
	const id = await n8n.rest.importWorkflow(withCredential(made, credential));
	await n8n.rest.publish(id);
	return id;
}

const credentialAt = async (url: string) => await n8n.rest.createCredential(credentialFor(url));

const write = async (chat_id: number, text = 'Hello') =>
	await emulator.act('message', { user_id: olga, chat_id, text });

const whenEnded = async (id: string, count: number) => {
	const haveEnded = async () => (await n8n.rest.countEnded(id)) >= count;
	await until(`${count} executions have ended`, haveEnded, WITHIN_MS, { pauseMs: 1000 });
};

const sends = async () => await emulator.calls('sendMessage');
const taken = async () => (await sends()).filter(({ status }) => status === 200);

/** Requests a second from the first to the last. */
const rateOf = (calls: Array<{ started_at: number }>) =>
	((calls.length - 1) * 1000) / (calls.at(-1)!.started_at - calls[0].started_at);

test.each(WAYS)('%s: 600 people in 600 groups get their answers at 30 a second', async (type) => {
	const groups = Array.from({ length: 600 }, (_none, index) => chatOf(index));
	await makeChats(emulator.url, groups.length);
	await limit({ sendRatePerSecond: 30 });
	const credential = await credentialAt(emulator.url);
	const id = await publish(type, { ...TO_CHAT, text: 'Answer' }, { credential });
	await Promise.all(groups.map(async (group) => await write(group)));
	await whenEnded(id, groups.length);
	// An execution without items, which saves what waits, is among those that have ended.
	const areAnswered = async () => (await taken()).length >= groups.length;
	await until('all are answered', areAnswered, WITHIN_MS);
	await n8n.rest.unpublish(id);
	const [all, answers] = [await sends(), await taken()];
	const begun = (await n8n.executions(id)).map(({ startedAt }) => ({ started_at: startedAt! }));
	console.log(
		`${type}: ${answers.length} of 600, ${all.length - answers.length} refused, ${rateOf(answers).toFixed(1)} a second; n8n began ${rateOf(begun).toFixed(1)} a second`,
	);
	expect(answers.map(({ params }) => params.chat_id as number).sort()).toEqual(groups.sort());
	// Pushes begin all at once: while n8n is busy with that, requests leave it in bunches.
	const most = type === 'botMessagingTrigger' ? 0.1 : 0.05;
	expect(all.length - answers.length).toBeLessThanOrEqual(most * all.length);
});

test('beside 2,000 messages at 10 a second, answers and presses wait for 20 at most (p99 of 200)', async () => {
	const [MESSAGES, RATE, ROUNDS] = [2000, 10, 100];
	await makeChats(emulator.url, MESSAGES);
	await limit({ sendRatePerSecond: RATE });
	const credential = await credentialAt(emulator.url);
	const type = 'botMessagingPollingTrigger';
	const ids = [
		await publish(type, { ...TO_CHAT, text: '={{ $json.text }}' }, { credential }),
		await publish(
			type,
			{
				resource: 'callback',
				operation: 'answerCallbackQuery',
				callbackQueryId: '={{ $json.callbackQueryId }}',
			},
			{ credential, updates: 'callback_query' },
		),
	];
	const jsCode = `return Array.from({ length: ${MESSAGES} }, (_none, i) => ({ json: { chatId: ${chatOf(0)} - i } }));`;
	const people = {
		name: 'People',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode },
	};
	const broadcast = workflowOf('Broadcast', [people, botMessaging({ ...TO_CHAT, text: 'News' })]);
	const { demoGroup: chat_id } = emulator.defaults.chats;
	const keyboard = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] };
	const { body } = await emulator.api('sendMessage', {
		chat_id,
		text: 'Ok?',
		reply_markup: keyboard,
	});
	const { message_id } = body.result as { message_id: number };
	const broadcastId = await n8n.rest.importWorkflow(withCredential(broadcast, credential));
	await n8n.rest.run(broadcastId, 'Start');
	await until('it has begun', async () => (await sends()).length > 20, WITHIN_MS);
	const answers: Array<(call: Call) => boolean>[] = [[], []];
	for (let round = 0; round < ROUNDS; round++) {
		const text = `Question ${round}`;
		const { query_id } = await emulator.act('press', {
			user_id: olga,
			chat_id,
			message_id,
			callback_data: 'yes',
		});
		await write(chat_id, text);
		answers[0].push(({ params }) => params.text === text);
		answers[1].push(({ params }) => params.callback_query_id === query_id);
		const isDone = async () => {
			const calls = await emulator.calls();
			return answers.every((all) => calls.some(all[round]));
		};
		await until('both are answered', isDone, WITHIN_MS);
	}
	const news = (await taken()).filter(({ params }) => params.text === 'News');
	for (const id of ids) await whenEnded(id, ROUNDS);
	for (const id of ids) await n8n.rest.unpublish(id);
	const calls = await emulator.calls();
	/** How many requests began between an execution, which n8n begins late if it is busy, and its answer. */
	const before: number[] = [];
	for (const [index, id] of ids.entries()) {
		const executions = await n8n.executions(id);
		for (const [round, isAnswer] of answers[index].entries()) {
			const { started_at: at } = calls.find(isAnswer)!;
			const from = executions[round].startedAt!;
			before.push(calls.filter((one) => one.started_at > from && one.started_at < at).length);
		}
	}
	before.sort((one, other) => one - other);
	console.log(`after ${before.join(', ')} requests; ${news.length} messages were sent`);
	expect(news.length).toBeLessThan(MESSAGES);
	expect(before).toHaveLength(200);
	expect(before[197]).toBeLessThanOrEqual(2 * RATE);
});

test('1, 10 and 100 executions with 20 requests a second send 20', async () => {
	const COUNT = 100;
	await makeChats(emulator.url, COUNT);
	const credential = await credentialAt(emulator.url);
	const jsCode = `return Array.from({ length: Number($json.text) }, (_none, i) => ({ json: { chatId: ${chatOf(0)} - i } }));`;
	const parameters = { ...TO_CHAT, text: 'At 20', traffic: { requestsPerSecond: 20 } };
	const id = await publish('botMessagingPollingTrigger', parameters, { credential, jsCode });
	let ended = 0;
	for (const count of [1, 10, 100]) {
		const groups = Array.from({ length: count }, (_none, index) => chatOf(index));
		await Promise.all(groups.map(async (group) => await write(group, String(COUNT / count))));
		await whenEnded(id, (ended += count));
		const calls = (await taken()).slice(-COUNT);
		console.log(`${count} executions: ${rateOf(calls).toFixed(2)} requests a second`);
		expect(rateOf(calls)).toBeLessThanOrEqual(21);
	}
	await n8n.rest.unpublish(id);
	expect(await taken()).toHaveLength(3 * COUNT);
});

test('two nodes with 10 and 40 requests a second, and 100 executions of each, send 10', async () => {
	const COUNT = 100;
	await makeChats(emulator.url, COUNT);
	const credential = await credentialAt(emulator.url);
	const ids: string[] = [];
	for (const requestsPerSecond of [10, 40]) {
		const parameters = {
			...TO_CHAT,
			text: `At ${requestsPerSecond}`,
			traffic: { requestsPerSecond },
		};
		ids.push(await publish('botMessagingTrigger', parameters, { credential }));
	}
	const groups = Array.from({ length: COUNT }, (_none, index) => chatOf(index));
	await Promise.all(groups.map(async (group) => await write(group)));
	for (const id of ids) await whenEnded(id, COUNT);
	for (const id of ids) await n8n.rest.unpublish(id);
	const calls = (await taken()).filter(({ params }) => /^At /.test(params.text as string));
	expect(calls).toHaveLength(2 * COUNT);
	const last = calls.map(({ params }) => params.text as string).lastIndexOf('At 10');
	const together = calls.slice(0, last + 1);
	console.log(`${together.length} requests at ${rateOf(together).toFixed(2)} a second`);
	expect(rateOf(together)).toBeLessThanOrEqual(10.5);
});

describe('a chat that the server always refuses', () => {
	const CLOSED = chatOf(0);
	let front: Server;
	let refused = 0;

	beforeEach(async () => {
		refused = 0;
		front = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const body = Buffer.concat(chunks);
				const isClosed =
					/\/sendMessage$/.test(request.url!) && body.includes(`"chat_id":${CLOSED}`);
				if (isClosed || body.includes(`"chat_id":"${CLOSED}"`)) {
					refused++;
					response.writeHead(429, { 'content-type': 'application/json' });
					const parameters = { retry_after: 1 };
					response.end(
						JSON.stringify({
							ok: false,
							error_code: 429,
							description: 'Too Many Requests',
							parameters,
						}),
					);
					return;
				}
				const { method, headers, url } = request;
				const options = { method, headers: headers as never, body: body.length ? body : undefined };
				void fetch(`${emulator.url}${url}`, options).then(async (answer) => {
					response.writeHead(answer.status, { 'content-type': 'application/json' });
					response.end(await answer.text());
				});
			});
		});
		await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
	});
	afterEach(() => {
		front.closeAllConnections();
		front.close();
	});

	test('takes nothing from others: 100 executions fail together, with one error each', async () => {
		const others = Array.from({ length: 100 }, (_none, index) => chatOf(index + 1));
		await makeChats(emulator.url, others.length + 1);
		const { port } = front.address() as AddressInfo;
		const credential = await credentialAt(`http://127.0.0.1:${port}`);
		const parameters = { ...TO_CHAT, text: 'Answer' };
		const id = await publish('botMessagingPollingTrigger', parameters, { credential });
		await Promise.all(others.flatMap((other) => [write(CLOSED), write(other)]));
		await whenEnded(id, 2 * others.length);
		await n8n.rest.unpublish(id);
		const executions = await n8n.executions(id);
		const failed = executions.filter(({ status }) => status === 'error');
		console.log(`${refused} requests for the chat that is refused`);
		expect(new Set(failed.map(({ chatId }) => chatId))).toEqual(new Set([CLOSED]));
		expect(failed).toHaveLength(others.length);
		const words = await storedTexts(
			n8n.folder,
			id,
			/limits how fast a bot may write\. Run the node again later/,
		);
		expect(words).toHaveLength(others.length);
		const answers = await taken();
		expect(answers.map(({ params }) => params.chat_id as number).sort()).toEqual(others.sort());
		expect(refused).toBeLessThanOrEqual(30);
	});
});
