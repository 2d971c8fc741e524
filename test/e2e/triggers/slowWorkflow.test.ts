import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { storedExecutions } from '../../../sandbox/lib/executions';
import { linkPackage, startN8n, type N8n } from '../../../sandbox/lib/n8n';
import { ownerOf } from '../../../sandbox/lib/owner';
import { freePort } from '../../../scripts/lib/ports';
import { Processes } from '../../../scripts/lib/processes';
import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { Gate, inOneLine, MESSAGES, SlowWorkflow } from '../support/slowWorkflow';

const WITHIN_MS = 600_000;

const emulator = useEmulator({ webhookRetryBaseMs: 100 });
const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-slow-'));
const processes = new Processes();
let n8n: N8n;
let gate: Gate;

const start = async () => {
	// As the page about triggers recommends: otherwise, each push costs n8n an isolate.
	const settings = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };
	const port = await freePort();
	n8n = await startN8n(processes, { folder, port, owner: ownerOf(folder), settings });
};

beforeAll(async () => {
	linkPackage(folder);
	await start();
});
beforeEach(async () => (gate = await new Gate().listen()));
afterEach(() => gate.close());
afterAll(async () => {
	await processes.stopAll();
	rmSync(folder, { recursive: true, force: true });
});

const scene = (type: 'botMessagingPollingTrigger' | 'botMessagingTrigger') =>
	new SlowWorkflow(async () => n8n.rest, emulator, type, gate);

test(
	'pushed: 1,000 messages for a slow workflow hold up no other',
	async () => {
		const workflows = scene('botMessagingTrigger');
		const ids = await workflows.publish();
		const before = await workflows.measure(await workflows.prepare());
		const prepared = await workflows.prepare();
		await workflows.flood();
		const during = await workflows.measure(prepared);
		console.log(inOneLine('pushed', before, during));
		for (const id of ids) await n8n.rest.unpublish(id);
	},
	WITHIN_MS,
);

test(
	'polled: 1,000 messages hold up no other workflow, and a kill neither loses nor repeats any',
	async () => {
		const workflows = scene('botMessagingPollingTrigger');
		const ids = await workflows.publish();
		const before = await workflows.measure(await workflows.prepare());
		const prepared = await workflows.prepare();
		await workflows.flood();
		const during = await workflows.measure(prepared);
		console.log(inOneLine('polled', before, during));

		process.kill(Number(n8n.process.pid), 'SIGKILL');
		await n8n.process.ended;
		gate.open();
		await start();
		const executions = async () => await storedExecutions(folder, workflows.slowId);
		const updatesOf = (all: Awaited<ReturnType<typeof executions>>) =>
			all.map((one) => one.updateId);
		const haveAll = async () => new Set(updatesOf(await executions())).size >= MESSAGES;
		await until('all messages have an execution', haveAll, WITHIN_MS);
		const isThrough = async () => (await emulator.state()).bots[0].updates.length === 0;
		await until('no update waits any more', isThrough, WITHIN_MS);
		const all = updatesOf(await executions());
		expect([all.length, new Set(all).size]).toEqual([MESSAGES, MESSAGES]);
		for (const id of ids) await n8n.rest.unpublish(id);
	},
	2 * WITHIN_MS,
);
