import { randomUUID } from 'node:crypto';

import { credentialFor } from '../../sandbox/lib/demo';
import type { Workflow } from '../../sandbox/lib/rest';
import { TYPE_VERSIONS, type TriggerType } from '../../sandbox/lib/triggers';
import { PACKAGE_NAME } from '../../scripts/lib/paths';
import { until } from '../../scripts/lib/until';
import { readRun } from '../e2e/support/runData';
import { byId } from '../support/locators';
import { TapServer, type Flow } from '../support/tap';
import { POLLING, useQueueMode, WEBHOOK } from './queue';

const WITHIN_MS = 300_000;

const queue = useQueueMode(5);
const { emulator } = queue;
const { chats, users } = emulator.defaults;

const server = new TapServer();
beforeAll(async () => await server.listen());
afterAll(async () => await server.close());
beforeEach(() => void server.flows.splice(0));

let workflow = '';
afterEach(async () => await (await queue.mode.rest()).unpublish(workflow));

/** A message in the demo group is answered by an address that streams. */
async function publish(type: TriggerType): Promise<void> {
	const rest = await queue.mode.rest();
	const credentials = { botMessagingApi: await rest.createCredential(credentialFor(emulator.url)) };
	const node = (name: string, kind: string, typeVersion: number, parameters: object) => ({
		...{ id: randomUUID(), name, type: `${PACKAGE_NAME}.${kind}`, typeVersion, credentials },
		...{ position: [0, 0] as [number, number], webhookId: randomUUID() },
		parameters: parameters as Workflow['nodes'][number]['parameters'],
	});
	workflow = await rest.importWorkflow({
		name: `Streams ${type}`,
		nodes: [
			node('Trigger', type, TYPE_VERSIONS[type], { updates: ['message'] }),
			node('Answer', 'botMessaging', 1, {
				...{ resource: 'message', operation: 'streamAnswer', answerSource: 'address' },
				...{ chatId: byId('={{ $json.chatId }}'), url: server.url },
				requestBody: '={{ { text: $json.text } }}',
				additionalFields: {
					...{ stopButton: 'Stop', stopUserId: '={{ $json.userId }}' },
					allowPrivateAddresses: true,
				},
			}),
		],
		connections: { Trigger: { main: [[{ node: 'Answer', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	await rest.publish(workflow);
}

const sent = async () => await emulator.calls('sendMessage');

const soon = async (what: string, isSo: () => Promise<boolean>) =>
	await until(what, isSo, WITHIN_MS, { pauseMs: 250 });

/** Somebody writes, and the answer to it grows. */
async function growing(): Promise<Flow> {
	const before = (await sent()).length;
	const at = server.flows.length;
	await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text: 'Tell me' });
	const asked = async () => server.flows.length > at;
	await soon('the address is asked', asked);
	server.flows[at].write('Once upon');
	await soon('it is shown', async () => (await sent()).length > before);
	return server.flows[at];
}

const QUERY = `
	SELECT e.status, d.data FROM execution_entity e
	LEFT JOIN execution_data d ON d."executionId" = e.id WHERE e."workflowId" = $1 ORDER BY e.id`;

const executions = async () =>
	await queue.mode.database.query<{ status: string; data: string | null }>(QUERY, [workflow]);

test.each([POLLING, WEBHOOK] as const)(
	'a worker streams a whole answer, without a button that nobody hears, and says so: %s',
	async (type) => {
		await publish(type);
		const flow = await growing();
		for (let word = 0; word < 40; word++) {
			flow.write(` word${word}`);
			await new Promise((go) => setTimeout(go, 100));
		}
		flow.end();
		const done = async () => (await executions()).some(({ data }) => data?.includes('word39'));
		await soon('the execution ends', done);
		const [first, ...others] = await sent();
		expect(others).toEqual([]);
		const edits = await emulator.calls('editMessageText');
		expect(edits.length).toBeGreaterThan(2);
		for (const { status, params } of [first, ...edits]) {
			expect({ status, markup: params.reply_markup }).toEqual({ status: 200, markup: undefined });
		}
		expect(edits.at(-1)!.params.text).toMatch(/^Once upon word0 .* word39$/);
		const { data } = (await executions()).find((one) => one.data?.includes('word39'))!;
		const [{ hints }] = readRun(data!).resultData.runData.Answer;
		expect(JSON.stringify(hints)).toContain('no trigger of this bot runs in the same process');
	},
	WITHIN_MS,
);

test('a killed worker leaves the message as it is, and nothing is sent twice', async () => {
	await publish(POLLING);
	await growing();
	for (const worker of queue.mode.workers) await worker.kill();
	const failed = async () =>
		(await executions()).some(({ status }) => /error|crashed/.test(status));
	await soon('n8n gives the execution up', failed);
	expect(await sent()).toHaveLength(1);
	const next = await growing();
	next.end();
	await soon('it is over', async () =>
		(await executions()).some((one) => one.status === 'success'),
	);
	const { messages } = await emulator.state();
	const mine = messages.filter(({ from_id }) => from_id === emulator.defaults.botId);
	expect(mine.slice(-2).map(({ text }) => text)).toEqual(['Once upon', 'Once upon']);
});
