import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeChats, writeMessages } from '../../../bench/arrivals';
import { credentialFor } from '../../../sandbox/lib/demo';
import { storedExecutions, type StoredExecution } from '../../../sandbox/lib/executions';
import { linkPackage, startN8n, type N8n } from '../../../sandbox/lib/n8n';
import { ownerOf } from '../../../sandbox/lib/owner';
import { freePort } from '../../../scripts/lib/ports';
import { Processes } from '../../../scripts/lib/processes';
import { tallyOf } from '../../../bench/tally';
import { triggerWorkflow } from '../../../sandbox/lib/triggers';
import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';

const UPDATES = 500;
/** The trigger's default. */
const PARALLEL = 5;
const TAKES_MS = 60;
const WITHIN_MS = 150_000;
/** n8n marks running executions as crashed, unless its log had only the start when it was killed. */
const CUT_OFF = ['crashed', 'running'];

const emulator = useEmulator();

const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-crash-'));
const processes = new Processes();

afterAll(async () => {
	await processes.stopAll();
	rmSync(folder, { recursive: true, force: true });
});

/** Starts n8n on its folder, as after a crash of the machine that it ran on. */
const start = async () =>
	await startN8n(processes, { folder, port: await freePort(), owner: ownerOf(folder) });

/** Kills n8n at any point of its work. */
async function kill({ process: n8n }: N8n): Promise<void> {
	process.kill(Number(n8n.pid), 'SIGKILL');
	expect(await n8n.ended).toBe('was ended by SIGKILL');
}

/**
 * Queues updates, kills n8n after it has handled some, and restarts it. Returns all executions, and the ids
 * of those that were running at the time.
 */
async function interrupted(options: object) {
	linkPackage(folder);
	await makeChats(emulator.url);
	const updates = await writeMessages(emulator.url, UPDATES);
	const first = await start();
	const credential = await first.rest.createCredential(credentialFor(emulator.url));
	const id = await first.rest.importWorkflow(
		triggerWorkflow({
			name: 'Interrupted',
			type: 'botMessagingPollingTrigger',
			parameters: { options },
			credential,
			takesMs: TAKES_MS,
		}),
	);
	await first.rest.publish(id);
	const inTheMiddle = async () => (await first.rest.countEnded(id)) >= UPDATES / 3;
	await until('a third of the updates has run', inTheMiddle, WITHIN_MS);
	await kill(first);
	const before = await storedExecutions(folder, id);
	expect(before.filter(({ status }) => status === 'success').length).toBeLessThan(UPDATES);
	const cutOff = before
		.filter(({ status }) => status === 'running')
		.map(({ id: number }) => number);

	const second = await start();
	const isThrough = async () => (await emulator.state()).bots[0].updates.length === 0;
	await until('no update waits any more', isThrough, WITHIN_MS);
	let executions: StoredExecution[] = [];
	const haveEnded = async () => {
		executions = await storedExecutions(folder, id);
		// n8n may still hold updates that the server no longer has.
		const haveAll = tallyOf(executions, updates).missing === 0;
		return (
			haveAll && executions.every((one) => one.stoppedAt !== undefined || cutOff.includes(one.id))
		);
	};
	await until('all executions that were not cut off have ended', haveEnded, WITHIN_MS);
	await second.rest.unpublish(id);
	await second.process.stop();
	return { updates, cutOff, executions };
}

/** Expects every execution that did not succeed to be visibly interrupted by the kill. */
function expectOnlyCutOff(executions: StoredExecution[], cutOff: number[]): void {
	const left = executions.filter(({ status }) => status !== 'success');
	expect(left.map(({ id }) => id)).toEqual(cutOff);
	expect(cutOff.length).toBeLessThanOrEqual(PARALLEL);
	for (const { status } of left) expect(CUT_OFF).toContain(status);
}

describe(`n8n is killed in the middle of ${UPDATES} updates and started again`, () => {
	test('Run Again: each has an execution that finished, and few have two', async () => {
		const { updates, cutOff, executions } = await interrupted({ afterInterruption: 'again' });
		const tally = tallyOf(executions, updates);
		const finished = executions.filter(({ status }) => status === 'success');
		expect(tallyOf(finished, updates)).toMatchObject({ updates: UPDATES, missing: 0 });
		expect(tally.duplicates).toBeLessThanOrEqual(PARALLEL);
		expectOnlyCutOff(executions, cutOff);
	});

	test('Do Not Retry: each has at most one, and an interrupted one stays visible', async () => {
		const { updates, cutOff, executions } = await interrupted({ afterInterruption: 'leave' });
		const tally = tallyOf(executions, updates);
		expect(tally).toMatchObject({
			updates: UPDATES,
			executions: UPDATES,
			missing: 0,
			duplicates: 0,
		});
		expect(cutOff).not.toEqual([]);
		expectOnlyCutOff(executions, cutOff);
	});
});
