import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { makeChats, writeMessages } from '../../scripts/lib/arrivals';
import { credentialFor } from '../../scripts/lib/demo';
import { storedExecutions, type StoredExecution } from '../../scripts/lib/executions';
import { linkPackage, startN8n, type N8n } from '../../scripts/lib/n8n';
import { ownerOf } from '../../scripts/lib/owner';
import { freePort } from '../../scripts/lib/ports';
import { Processes } from '../../scripts/lib/processes';
import type { CredentialReference } from '../../scripts/lib/rest';
import { tallyOf, type Tally, type Updates } from '../../scripts/lib/tally';
import { triggerWorkflow, type TriggerType } from '../../scripts/lib/triggers';
import { until } from '../../scripts/lib/until';
import { useEmulator } from '../support/emulator';
import { found, wordsOf } from './found';

const UPDATES = 300;
/** So many are on the way at a time: n8n has to keep up with them on a busy machine too. */
const PORTION = 30;
/** So many are on the way when n8n is ended. */
const AT_THE_END = 60;
/** Long enough that some are caught in the middle. */
const TAKES_MS = 300;
const WITHIN_MS = 300_000;
/** What an execution of its own would have shown in, if it was begun a second time. */
const NO_MORE_FOR_MS = 8000;

// The server has to come again until n8n is back, however long that takes.
const emulator = useEmulator({ webhookRetryBaseMs: 100, webhookMaxAttempts: 10_000 });

const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-versions-'));
const processes = new Processes();
let port: number;
let n8n: N8n;
let credential: CredentialReference;
let published: string | undefined;
let isRunning = false;

/** Starts n8n on its folder and its port; a webhook stays where it was. */
const start = async () => {
	n8n = await startN8n(processes, { folder, port, owner: ownerOf(folder) });
	isRunning = true;
};

beforeAll(async () => {
	linkPackage(folder);
	port = await freePort();
	await start();
	credential = await n8n.rest.createCredential(credentialFor(emulator.url));
});
beforeEach(async () => await makeChats(emulator.url));
afterEach(async () => {
	// What a test that failed has left behind must not fail the next.
	if (!isRunning) await start();
	if (published) await n8n.rest.unpublish(published);
	published = undefined;
});
afterAll(async () => {
	await processes.stopAll();
	rmSync(folder, { recursive: true, force: true });
});

async function publish(type: TriggerType, takesMs: number): Promise<string> {
	const name = (expect.getState().currentTestName ?? 'Test').slice(-120);
	const id = await n8n.rest.importWorkflow(triggerWorkflow({ name, type, credential, takesMs }));
	published = id;
	await n8n.rest.publish(id);
	return id;
}

/** What a killed n8n has stored and not begun stays `new`: some versions never come back to it. */
const isUnderWay = ({ status }: StoredExecution) => ['running', 'waiting'].includes(status);

/** Until so many executions of a workflow have ended. */
const ended = async (id: string, count: number) =>
	await until(
		`${count} executions have ended`,
		async () => (await n8n.rest.countEnded(id)) >= count,
		WITHIN_MS,
	);

/** Has so many updates written, and waits for each portion of them. */
async function inPortions(id: string, count: number): Promise<Updates> {
	const before = await n8n.rest.countEnded(id);
	let all: Updates | undefined;
	for (let written = PORTION; written <= count; written += PORTION) {
		const { first, last } = await writeMessages(emulator.url, PORTION);
		all = { first: all?.first ?? first, last };
		await ended(id, before + written);
	}
	return all!;
}

/** What became of updates when no more executions come. */
async function tallied(id: string, updates: Updates): Promise<Tally> {
	await sleep(NO_MORE_FOR_MS);
	return tallyOf(await storedExecutions(folder, id), updates);
}

/** Ends n8n while updates are on the way, and starts it again. Updates come before and after. */
async function interrupted(type: TriggerType, end: () => Promise<unknown>): Promise<Tally> {
	const id = await publish(type, TAKES_MS);
	const around = (UPDATES - AT_THE_END) / 2;
	const { first } = await inPortions(id, around);
	await writeMessages(emulator.url, AT_THE_END);
	await ended(id, around + 1);
	expect(await n8n.rest.countEnded(id)).toBeLessThan(around + AT_THE_END);
	await end();
	await start();
	const isThrough = async () => {
		const { updates: waiting } = (await emulator.state()).bots[0];
		const all = await storedExecutions(folder, id);
		// What the server has forgotten may still wait in n8n.
		return waiting.length === 0 && all.length >= around + AT_THE_END && !all.some(isUnderWay);
	};
	await until('no update waits and no execution runs any more', isThrough, WITHIN_MS, {
		pauseMs: 1000,
	});
	const { last } = await inPortions(id, around);
	return await tallied(id, { first, last });
}

const endBy = (signal: 'SIGTERM' | 'SIGKILL') => async () => {
	isRunning = false;
	process.kill(Number(n8n.process.pid), signal);
	await n8n.process.ended;
};

const TRIGGERS: Array<[name: string, type: TriggerType]> = [
	['webhook trigger', 'botMessagingTrigger'],
	['polling trigger', 'botMessagingPollingTrigger'],
];

describe.each(TRIGGERS)('%s', (_name, type) => {
	test(`${UPDATES} updates`, async () => {
		const id = await publish(type, 0);
		const tally = await tallied(id, await inPortions(id, UPDATES));
		// The server pushes several updates at a time; only polling can keep a chat's order.
		const outOfOrder = type === 'botMessagingTrigger' ? 0 : tally.outOfOrder;
		found(wordsOf({ ...tally, outOfOrder }));
		expect({ ...tally, outOfOrder }).toMatchObject({
			updates: UPDATES,
			statuses: { success: UPDATES },
			missing: 0,
			duplicates: 0,
			outOfOrder: 0,
		});
	});

	test('an execution that is stopped', async () => {
		const id = await publish(type, 30_000);
		const { last } = await writeMessages(emulator.url, 1);
		let executions: StoredExecution[] = [];
		const isRunning = async () => {
			executions = await storedExecutions(folder, id);
			return executions.some(({ status }) => status === 'running');
		};
		await until('the execution runs', isRunning, WITHIN_MS);
		await n8n.rest.call('POST', `/rest/executions/${executions[0].id}/stop`);
		await sleep(NO_MORE_FOR_MS);
		executions = await storedExecutions(folder, id);
		found(executions.length === 1 ? 'is not repeated' : `runs ${executions.length} times`);
		expect(executions).toMatchObject([{ status: 'canceled', updateId: last }]);
	});

	test.each([
		['restarted', 'SIGTERM'],
		['killed (-9)', 'SIGKILL'],
	] as const)('n8n is %s in the middle', async (_how, signal) => {
		const tally = await interrupted(type, endBy(signal));
		found(wordsOf({ ...tally, outOfOrder: 0 }));
		expect(tally.updates).toBe(UPDATES);
		// An old n8n thanks for a push before it has stored it, and forgets it when it is killed. A newer one
		// thanks for pushes while it starts, before any trigger sees them.
		const mayForget = type === 'botMessagingTrigger' && signal === 'SIGKILL';
		expect(tally.missing).toBeLessThanOrEqual(mayForget ? AT_THE_END : 0);
		// Without a key n8n may run once more what was on the way, and nothing else.
		expect(tally.duplicates).toBeLessThanOrEqual(AT_THE_END);
	});
});
