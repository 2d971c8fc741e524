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
import { tallyOf, type Tally } from '../../scripts/lib/tally';
import type { TriggerType } from '../../scripts/lib/triggers';
import { until } from '../../scripts/lib/until';
import { useEmulator } from '../support/emulator';
import { Arriving, NO_MORE_FOR_MS, PATIENT_SERVER, TRIGGERS, UPDATES, WITHIN_MS } from './arriving';
import { found, wordsOf } from './found';

/** So many are on the way when n8n is ended. */
const AT_THE_END = 60;
/** Long enough that some are caught in the middle. */
const TAKES_MS = 300;

const emulator = useEmulator(PATIENT_SERVER);

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

/** What a killed n8n has stored and not begun stays `new`: some versions never come back to it. */
const isUnderWay = ({ status }: StoredExecution) => ['running', 'waiting'].includes(status);

/** Ends n8n while updates are on the way, and starts it again. Updates come before and after. */
async function interrupted(type: TriggerType, end: () => Promise<unknown>): Promise<Tally> {
	const workflow = { type, credential, takesMs: TAKES_MS };
	const arriving = await Arriving.publish(() => n8n.rest, emulator.url, workflow);
	const { id } = arriving;
	published = id;
	const around = (UPDATES - AT_THE_END) / 2;
	const { first } = await arriving.inPortions(around);
	await writeMessages(emulator.url, AT_THE_END);
	await arriving.ended(around + 1);
	expect(await arriving.countEnded()).toBeLessThan(around + AT_THE_END);
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
	const { last } = await arriving.inPortions(around);
	await sleep(NO_MORE_FOR_MS);
	return tallyOf(await storedExecutions(folder, id), { first, last });
}

const endBy = (signal: 'SIGTERM' | 'SIGKILL') => async () => {
	isRunning = false;
	process.kill(Number(n8n.process.pid), signal);
	await n8n.process.ended;
};

describe.each(TRIGGERS)('%s', (_name, type) => {
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
