import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chatOf, makeChats, write, writings, type Writing } from '../../scripts/lib/arrivals';
import { credentialFor } from '../../scripts/lib/demo';
import { Processes } from '../../scripts/lib/processes';
import { tallyOf, type Tally, type Updates } from '../../scripts/lib/tally';
import { triggerWorkflow, type TriggerType } from '../../scripts/lib/triggers';
import { until } from '../../scripts/lib/until';
import {
	queuedExecutions,
	type Naming,
	type QueuedExecution,
} from '../../scripts/queue/executions';
import { QueueMode } from '../../scripts/queue/queueMode';
import { findServices, type Given, type Services } from '../../scripts/queue/services';
import { useEmulator } from '../support/emulator';

/** n8n finds out about a killed worker after about 80 s, and the machine may be busy. */
const ENDED_WITHIN_MS = 600_000;
/**
 * Where the database goes away, n8n may never write down that an execution has ended. This is longer
 * than it takes n8n to tell of a killed worker.
 */
const NO_MORE_WORD_MS = 120_000;
/** Updates that are written when all is over, to see that a trigger goes on. */
const AFTERWARDS = 100;
const FIRST_BOT = 6_000_000_000;

export const POLLING = 'botMessagingPollingTrigger';
export const WEBHOOK = 'botMessagingTrigger';

/** A trigger of a case, with a bot of its own. */
export interface Subject {
	type: TriggerType;
	options?: object;
}

export interface Case {
	/** How many updates each trigger gets. */
	updates: number;
	/** Updates beside them, each in a chat of its own, whose executions take 60 s. */
	long?: number;
	/** How long the other executions take at least, in ms. */
	takesMs?: number;
	/** What happens in the middle: when a third has ended, and while the second half comes. */
	disturb?: (mode: QueueMode, workflowIds: string[]) => Promise<void>;
}

export interface Outcome extends Tally {
	all: QueuedExecution[];
	/** Executions that did not succeed. */
	failed: QueuedExecution[];
	/** Executions whose end n8n has not written down. Nothing is known of their order. */
	unended: number;
	/** What the trigger has told its user about updates that were cut off. */
	named: Naming[];
	/** Of the updates that were written after all that, in the same terms. */
	afterwards: Tally;
	/** When what happened in the middle began, in Unix milliseconds. */
	disturbedAt: number;
	perSecond: number;
}

/** One trigger while its case runs. */
interface Running {
	id: string;
	bot: number;
}

/**
 * An n8n in queue mode for a test file, with two workers, and an emulator.
 *
 * @param concurrency executions that one worker carries out at the same time
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
	let bots = 0;
	beforeAll(async () => {
		// Postgres runs under an account of its own.
		chmodSync(folder, 0o711);
		services = await startServices(folder);
		const [postgresUrl, redisUrl] = [services.postgres.url, services.redis.url];
		mode = await QueueMode.start(processes, {
			folder,
			postgresUrl,
			redisUrl,
			workers: 2,
			concurrency,
		});
	});
	afterAll(async () => {
		await mode?.end();
		await processes.stopAll();
		await services?.postgres.stop();
		await services?.redis.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	/** n8n loses the data of some executions; what they were about was read before. */
	const known = new Map<number, QueuedExecution>();
	const read = async (id: string) => {
		const { executions, named } = await queuedExecutions(mode.database, id);
		for (const execution of executions) {
			execution.updateId ??= known.get(execution.id)?.updateId;
			execution.chatId ??= known.get(execution.id)?.chatId;
			known.set(execution.id, execution);
		}
		return { executions, named };
	};

	const waiting = async (bot: number) =>
		(await emulator.state()).bots.find(({ id }) => id === bot)!.updates;

	/** Until these updates have executions that have ended, and none waits at the server. */
	const settled = async ({ id, bot }: Running, { first, last }: Updates) => {
		let of: QueuedExecution[] = [];
		let open = '';
		let openSince = 0;
		const isSettled = async () => {
			const { executions } = await read(id);
			of = executions.filter(({ updateId = 0 }) => updateId >= first && updateId <= last);
			const isThrough = (await waiting(bot)).length === 0;
			const started = new Set(of.map(({ updateId }) => updateId));
			if (!isThrough || started.size <= last - first) return false;
			const unended = of.filter(({ stoppedAt }) => !stoppedAt).map((execution) => execution.id);
			if (unended.join() !== open) [open, openSince] = [unended.join(), performance.now()];
			return unended.length === 0 || performance.now() - openSince > NO_MORE_WORD_MS;
		};
		await until(`the updates ${first} to ${last} are done`, isSettled, ENDED_WITHIN_MS, {
			pauseMs: 500,
		});
		return of;
	};

	const publish = async (subject: Subject, takes: string): Promise<Running> => {
		const bot = FIRST_BOT + bots++;
		const token = `${bot}:secret`;
		await emulator.control('post', 'seed', {
			bots: [{ id: bot, token }],
			users: [{ id: bot, is_bot: true, first_name: `Bot ${bot}` }],
		});
		const rest = await mode.rest();
		const credential = credentialFor(emulator.url);
		const workflow = triggerWorkflow({
			name: `${subject.type} ${bot}`,
			type: subject.type,
			parameters: { options: subject.options ?? {} },
			credential: await rest.createCredential({
				...credential,
				data: { ...credential.data, botToken: token },
			}),
			takesMs: takes,
		});
		const id = await rest.importWorkflow(workflow);
		await rest.publish(id);
		return { id, bot };
	};

	/** Waits until a third of the updates has ended everywhere. */
	const untilInTheMiddle = async (running: Running[], count: number) => {
		const isInTheMiddle = async () => {
			const read_ = await Promise.all(running.map(async ({ id }) => await read(id)));
			return read_.every(
				({ executions }) => executions.filter(({ stoppedAt }) => stoppedAt).length >= count / 3,
			);
		};
		await until('a third of it is done', isInTheMiddle, ENDED_WITHIN_MS, { pauseMs: 250 });
	};

	return {
		get services() {
			return services!;
		},
		/** Has updates come for each trigger, disturbs, waits, and counts in n8n's database. */
		async run(
			subjects: Subject[],
			{ updates: count, long = 0, takesMs = 0, disturb }: Case,
		): Promise<Outcome[]> {
			const running: Running[] = [];
			const takes = `$json.text === 'Long' ? 60000 : ${takesMs}`;
			for (const subject of subjects) running.push(await publish(subject, takes));
			const longOnes = Array.from({ length: long }, (_none, index): Writing => ({
				chat_id: chatOf(index + 10),
				text: 'Long',
			}));
			await makeChats(
				emulator.url,
				10 + long,
				running.map(({ bot }) => bot),
			);
			const messages = [...longOnes, ...writings(count)];
			const half = disturb ? messages.length / 2 : messages.length;
			const begun = Date.now();
			await write(emulator.url, messages.slice(0, half));
			let disturbedAt = 0;
			if (disturb) {
				await untilInTheMiddle(running, messages.length);
				disturbedAt = Date.now();
				await Promise.all([
					disturb(
						mode,
						running.map(({ id }) => id),
					),
					write(emulator.url, messages.slice(half)),
				]);
			}
			const during = { first: 1, last: messages.length };
			const all = await Promise.all(running.map(async (one) => await settled(one, during)));
			await write(emulator.url, writings(AFTERWARDS));
			const after = { first: during.last + 1, last: during.last + AFTERWARDS };
			const more = await Promise.all(running.map(async (one) => await settled(one, after)));
			const outcomes: Outcome[] = [];
			for (const [index, { id }] of running.entries()) {
				const { named } = await read(id);
				await (await mode.rest()).unpublish(id);
				const ended = all[index].filter(({ stoppedAt }) => stoppedAt);
				const end = Math.max(...ended.map(({ stoppedAt }) => stoppedAt!));
				outcomes.push({
					...tallyOf(all[index], during),
					outOfOrder: tallyOf(ended, during).outOfOrder,
					unended: all[index].length - ended.length,
					all: all[index],
					failed: all[index].filter(({ status }) => status !== 'success'),
					named,
					afterwards: tallyOf(more[index], after),
					disturbedAt,
					perSecond: messages.length / ((end - begun) / 1000),
				});
			}
			return outcomes;
		},
	};
}

/** What has to hold in every case: each update has one execution, and the trigger goes on. */
export const oneExecutionEach = (updates: number) => ({
	updates,
	executions: updates,
	missing: 0,
	duplicates: 0,
	unended: 0,
	afterwards: goesOn,
});

/** After a case each further update has its execution, and it succeeds. */
export const goesOn = expect.objectContaining({
	updates: AFTERWARDS,
	executions: AFTERWARDS,
	missing: 0,
	duplicates: 0,
	statuses: { success: AFTERWARDS },
}) as unknown;

/**
 * How many places of triggers stand empty in the median, from a kill until n8n tells of the first
 * execution that it has cut off, or until all updates have begun.
 *
 * @param places how many executions the triggers have at the same time
 */
export function idlePlaces(outcomes: Outcome[], places: number): number {
	const all = outcomes.flatMap((outcome) => outcome.all);
	const cutOff = outcomes.flatMap((outcome) => outcome.failed);
	const from = outcomes[0].disturbedAt;
	const lastBegun = outcomes.map((outcome) => Math.max(...outcome.all.map((e) => e.createdAt)));
	const to = Math.min(...cutOff.map(({ stoppedAt }) => stoppedAt!), ...lastBegun);
	const counts: number[] = [];
	for (let at = from; at < to; at += 250) {
		const isOpen = (e: QueuedExecution) => e.createdAt <= at && e.stoppedAt! > at;
		counts.push(all.filter((e) => isOpen(e) && !cutOff.includes(e)).length);
	}
	return places - counts.sort((one, other) => one - other)[Math.floor(counts.length / 2)];
}
