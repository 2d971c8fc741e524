import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { makeChats, writeMessages } from '../../bench/arrivals';
import { credentialFor } from '../../sandbox/lib/demo';
import { storedExecutions, type StoredExecution } from '../../sandbox/lib/executions';
import { linkPackage, startN8n, type N8n } from '../../sandbox/lib/n8n';
import { ownerOf } from '../../sandbox/lib/owner';
import { freePort } from '../../scripts/lib/ports';
import { Processes } from '../../scripts/lib/processes';
import type { CredentialReference } from '../../sandbox/lib/rest';
import { tallyOf, type Tally } from '../../bench/tally';
import type { TriggerType } from '../../sandbox/lib/triggers';
import { until } from '../../scripts/lib/until';
import { useEmulator } from '../support/emulator';
import { Arriving, NO_MORE_FOR_MS, PATIENT_SERVER, TRIGGERS, UPDATES, WITHIN_MS } from './arriving';
import { found, wordsOf } from './found';

/** Updates in progress when n8n is ended. */
const AT_THE_END = 60;
/** Long enough that some are interrupted. */
const TAKES_MS = 300;

const emulator = useEmulator(PATIENT_SERVER);

const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-versions-'));
const processes = new Processes();
let port: number;
let n8n: N8n;
let credential: CredentialReference;
let published: string | undefined;
let isRunning = false;

/** Starts n8n on its folder and port; a webhook keeps its address. */
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
	// What a failed test left behind must not make the next one fail.
	if (!isRunning) await start();
	if (published) await n8n.rest.unpublish(published);
	published = undefined;
});
afterAll(async () => {
	await processes.stopAll();
	rmSync(folder, { recursive: true, force: true });
});

/** An execution stored but not started by a killed n8n stays `new`: some versions never start it. */
const isUnderWay = ({ status }: StoredExecution) => ['running', 'waiting'].includes(status);

/** Ends n8n while updates arrive, and restarts it. There are updates before and after. */
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
		// n8n may still hold updates that the server no longer has.
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
		// An old n8n accepts a push before it stores it, and loses it when it is killed. A newer one accepts
		// pushes during its start, before any trigger gets them.
		const mayForget = type === 'botMessagingTrigger' && signal === 'SIGKILL';
		expect(tally.missing).toBeLessThanOrEqual(mayForget ? AT_THE_END : 0);
		// Without keys, n8n may repeat the executions in progress, but no others.
		expect(tally.duplicates).toBeLessThanOrEqual(AT_THE_END);
	});
});
