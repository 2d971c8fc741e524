import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CHATS, chatOf, makeChats, write, writings } from '../../bench/arrivals';
import { Processes } from '../../scripts/lib/processes';
import { tallyOf } from '../../bench/tally';
import { QueueMode } from '../../sandbox/queue/queueMode';
import { findServices, type Given, type Services } from '../../sandbox/queue/services';
import { useEmulator } from '../support/emulator';
import { AFTERWARDS, countOf, type Outcome } from './outcome';
import { LiveTrigger, type Subject } from './trigger';

export const POLLING = 'botMessagingPollingTrigger';
export const WEBHOOK = 'botMessagingTrigger';

const LONG = 'Long';
const LONG_MS = 60_000;

export interface Case {
	/** Number of updates for each trigger. */
	updates: number;
	/** Updates before them, each in a separate chat, whose executions take a minute. */
	long?: number;
	/** Minimum run time of the other executions, in ms. */
	takesMs?: number;
	/** The disturbance: runs when a third has ended, and while the second half arrives. */
	disturb?: (mode: QueueMode, workflowIds: string[]) => Promise<void>;
}

/**
 * An n8n in queue mode for a test file, with two workers, and an emulator.
 *
 * @param concurrency executions that one worker runs in parallel
 */
export function useQueueMode<Kind extends Given = Given>(
	concurrency: number,
	startServices: (folder: string) => Promise<Services<Kind>> = findServices as never,
) {
	const emulator = useEmulator();
	const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-queue-'));
	const processes = new Processes();
	let services: Services<Kind> | undefined;
	let mode: QueueMode;
	beforeAll(async () => {
		// Postgres runs under its own account.
		chmodSync(folder, 0o711);
		services = await startServices(folder);
		const urls = { postgresUrl: services.postgres.url, redisUrl: services.redis.url };
		mode = await QueueMode.start(processes, { folder, ...urls, workers: 2, concurrency });
	});
	afterAll(async () => {
		await mode?.end();
		await processes.stopAll();
		await services?.postgres.stop();
		await services?.redis.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	const publish = async (subjects: Subject[], takesMs: string) => {
		const triggers: LiveTrigger[] = [];
		const rest = await mode.rest();
		for (const subject of subjects) {
			triggers.push(await LiveTrigger.publish(emulator, mode.database, rest, subject, takesMs));
		}
		return triggers;
	};

	return {
		emulator,

		get mode() {
			return mode;
		},

		get services() {
			return services!;
		},

		/** Sends updates to each trigger, disturbs, waits, and counts in n8n's database. */
		async run(subjects: readonly Subject[], options: Case): Promise<Outcome[]> {
			const { updates: count, long = 0, takesMs = 0, disturb } = options;
			const takes = `$json.text === '${LONG}' ? ${LONG_MS} : ${takesMs}`;
			const triggers = await publish([...subjects], takes);
			const bots = triggers.map(({ bot }) => bot);
			await makeChats(emulator.url, CHATS + long, bots);
			const longOnes = Array.from({ length: long }, (_none, index) => ({
				chat_id: chatOf(CHATS + index),
				text: LONG,
			}));
			const messages = [...longOnes, ...writings(count)];
			const half = disturb ? messages.length / 2 : messages.length;
			const begun = Date.now();
			await write(emulator.url, messages.slice(0, half));
			if (disturb) await Promise.all(triggers.map((one) => one.untilEnded(messages.length / 3)));
			const disturbedAt = Date.now();
			await Promise.all([
				disturb?.(
					mode,
					triggers.map(({ workflowId }) => workflowId),
				),
				write(emulator.url, messages.slice(half)),
			]);
			const during = { first: 1, last: messages.length };
			const all = await Promise.all(triggers.map((one) => one.settled(during)));

			await write(emulator.url, writings(AFTERWARDS));
			const after = { first: during.last + 1, last: during.last + AFTERWARDS };
			const more = await Promise.all(triggers.map((one) => one.settled(after)));
			const rest = await mode.rest();
			for (const { workflowId } of triggers) await rest.unpublish(workflowId);
			const named = await Promise.all(triggers.map(async (one) => (await one.read()).named));
			return triggers.map((_trigger, index): Outcome => {
				const end = Math.max(...all[index].map(({ stoppedAt = 0 }) => stoppedAt));
				return {
					...countOf(all[index], during),
					named: named[index],
					afterwards: tallyOf(more[index], after),
					perSecond: messages.length / ((end - begun) / 1000),
					disturbedAt,
				};
			});
		},
	};
}
