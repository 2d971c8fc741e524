import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeChats, writeMessages } from '../../scripts/lib/arrivals';
import { credentialFor } from '../../scripts/lib/demo';
import type { StoredExecution } from '../../scripts/lib/executions';
import { Processes } from '../../scripts/lib/processes';
import type { CredentialReference } from '../../scripts/lib/rest';
import { tallyOf, type Tally } from '../../scripts/lib/tally';
import { triggerWorkflow, type TriggerType } from '../../scripts/lib/triggers';
import { until } from '../../scripts/lib/until';
import { queuedExecutions } from '../../scripts/queue/executions';
import { POSTGRES_URL } from '../../scripts/queue/postgres';
import { QueueMode, type Services } from '../../scripts/queue/queueMode';
import { REDIS_URL } from '../../scripts/queue/redis';
import { useEmulator } from '../support/emulator';

/** Long enough for n8n to find out about a killed worker: about 80 s after it. */
const ENDED_WITHIN_MS = 400_000;
const AFTERWARDS = 100;

export interface Case {
	type: TriggerType;
	/** How many updates come. */
	updates: number;
	options?: object;
	/** How long an execution takes at least, in ms. */
	takesMs?: number;
	/** What happens when a third of the executions has ended. */
	disturb?: (mode: QueueMode, workflowId: string) => Promise<void>;
}

export interface Outcome extends Tally {
	all: StoredExecution[];
	/** Of the updates that were written after all that, in the same terms. */
	afterwards: Tally;
	perSecond: number;
}

/** An n8n in queue mode for a test file, and an emulator with ten chats. */
export function useQueueMode(services?: (folder: string) => Promise<Services>) {
	const emulator = useEmulator();
	const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-queue-'));
	const processes = new Processes();
	let mode: QueueMode;
	let credential: CredentialReference;
	beforeAll(async () => {
		const where = (await services?.(folder)) ?? { postgresUrl: POSTGRES_URL, redisUrl: REDIS_URL };
		mode = await QueueMode.start(processes, folder, where);
		credential = await mode.main.rest.createCredential(credentialFor(emulator.url));
	});
	beforeEach(async () => await makeChats(emulator.url));
	afterAll(async () => {
		await mode?.end();
		await processes.stopAll();
		rmSync(folder, { recursive: true, force: true });
	});

	/** Until so many updates have executions that have ended, and none waits at the server. */
	const settled = async (id: string, first: number, last: number) => {
		let all: StoredExecution[] = [];
		const isSettled = async () => {
			all = await queuedExecutions(mode.database, id);
			const of = all.filter(({ updateId = 0 }) => updateId >= first && updateId <= last);
			const ended = new Set(of.filter(({ stoppedAt }) => stoppedAt).map((e) => e.updateId));
			const isThrough = (await emulator.state()).bots[0].updates.length === 0;
			return isThrough && ended.size > last - first && of.every(({ stoppedAt }) => stoppedAt);
		};
		await until(`the updates ${first} to ${last} are done`, isSettled, ENDED_WITHIN_MS, {
			pauseMs: 500,
		});
		return all.filter(({ updateId = 0 }) => updateId >= first && updateId <= last);
	};

	return {
		emulator,
		get mode() {
			return mode;
		},
		/** Has the updates come, disturbs, waits for the end, and counts in n8n's database. */
		async run({ type, updates: count, options = {}, takesMs, disturb }: Case): Promise<Outcome> {
			const name = (expect.getState().currentTestName ?? 'Queue').slice(-120);
			const workflow = { name, type, parameters: { options }, credential, takesMs };
			const id = await mode.main.rest.importWorkflow(triggerWorkflow(workflow));
			await mode.main.rest.publish(id);
			const begun = Date.now();
			const written = writeMessages(emulator.url, count);
			if (disturb) {
				const inTheMiddle = async () => {
					const done = await queuedExecutions(mode.database, id);
					return done.filter(({ stoppedAt }) => stoppedAt).length >= count / 3;
				};
				await until('a third of it is done', inTheMiddle, ENDED_WITHIN_MS, { pauseMs: 250 });
				await disturb(mode, id);
			}
			const updates = await written;
			const all = await settled(id, updates.first, updates.last);
			const end = Math.max(...all.map(({ stoppedAt }) => stoppedAt!));
			const more = await writeMessages(emulator.url, AFTERWARDS);
			const afterwards = tallyOf(await settled(id, more.first, more.last), more);
			await mode.main.rest.unpublish(id);
			const perSecond = count / ((end - begun) / 1000);
			return { ...tallyOf(all, updates), all, afterwards, perSecond };
		},
	};
}

/** What has to hold in every case: each update has one execution, and the trigger goes on. */
export const oneExecutionEach = (updates: number) => ({
	updates,
	executions: updates,
	missing: 0,
	duplicates: 0,
	afterwards: expect.objectContaining({
		updates: AFTERWARDS,
		executions: AFTERWARDS,
		missing: 0,
		duplicates: 0,
		statuses: { success: AFTERWARDS },
	}),
});
