import { sleep, type INodeExecutionData, type IRun } from 'n8n-workflow';

import { UserError } from '../../api/errors';
import { settle, type Settled, ticks } from '../../api/basics';
import type { UpdateParts } from '../../update/context';
import { describe, StoppedError } from '../../dispatch/unreadableUpdate';
import type { PendingExecution } from './subscriptionUpdates';
import type { TriggerMemory } from '../../dispatch/staticData';
import type { Subscriber, WrittenUpdates } from './writtenUpdates';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** How often an interrupted execution is repeated. */
const MOST_REPEATS = 3;
/** n8n needs longer to notice a killed worker. If it reports sooner, it could not write to its database. */
const KILLED_AFTER_MS = 60_000;
/** An execution whose end is not reported counts as stored after this time. */
const UNWATCHED_STORED_MS = 2000;

type Report = Settled<IRun | undefined>;

/**
 * What n8n's report about an execution means. `ended`: it succeeded, failed, or was stopped by a person or a
 * time limit. `cutOff`: its process is gone, and n8n keeps no data of it. `shutdown`: n8n is stopping.
 * `notStarted`: n8n could not start it. `mustNotWait`: this n8n runs it only if the trigger does not wait for
 * its end. `refused`: this n8n never runs it.
 */
type ExecutionEnd = 'ended' | 'cutOff' | 'shutdown' | 'notStarted' | 'mustNotWait' | 'refused';

/** An update, or several that are handled as one, on the way into an execution. */
interface Job {
	parts: UpdateParts;
	/** By output. */
	data: INodeExecutionData[][];
	/** n8n's deduplication key: one execution per key. */
	key?: string;
	execution: PendingExecution;
}

interface ExecutingTrigger extends Subscriber {
	readonly isClosed: boolean;
	readonly memory?: TriggerMemory;
	readonly written?: WrittenUpdates;
	noteHandedOver(execution: PendingExecution): void;
}

/** Hands updates to n8n, one execution each, and follows each for as long as n8n reports. */
export class Executor {
	/** This n8n refuses triggers that wait for the end. */
	private mustNotWait = false;

	/** This n8n accepts files if the trigger does not wait. */
	private takesFiles = false;

	constructor(private readonly trigger: ExecutingTrigger) {}

	/** Resolves when it is over, which may be never. Rejects if the trigger or n8n stops before it begins. */
	async execute(job: Job): Promise<void> {
		const { trigger } = this;
		const { repeats: mayRepeat } = trigger.limits;
		const times = mayRepeat ? (trigger.written?.timesBegun(job.parts[0]) ?? 0) : 0;
		if (times > MOST_REPEATS) return this.report('tooOften', job, String(times));
		if (mayRepeat) trigger.written?.begins(job.parts[0]);
		let pause = FIRST_PAUSE_MS;
		// An engine that takes no files says so only to a trigger that waits.
		let isWatched = !this.mustNotWait || (hasFiles(job) && !this.takesFiles);
		for (let repeats = 0, failures = 0; ;) {
			if (trigger.isClosed) throw new StoppedError();
			const key = job.key && (repeats > 0 ? `${job.key}:${repeats}` : job.key);
			const report = await this.begin({ ...job, key }, isWatched);
			const end = report ? endOf(report, failures) : 'ended';
			if (report?.value) trigger.memory?.learnNodes(report.value);
			if (end === 'ended') {
				job.execution.wasJob = report?.value?.jobId !== undefined;
				return;
			}
			job.execution.takenBack();
			if (end === 'mustNotWait') this.stopWaiting(job);
			// When n8n refuses an execution, it deletes the files.
			if (end === 'refused' || (end === 'mustNotWait' && hasFiles(job))) {
				return this.report('refused', job, (report!.error as Error).message);
			}
			if (end === 'mustNotWait') {
				isWatched = false;
			} else if (end === 'shutdown') {
				if (!mayRepeat) return;
				// The update stays with the server for the next start.
				while (!trigger.isClosed) await sleep(FIRST_PAUSE_MS);
			} else if (end === 'notStarted') {
				failures++;
				trigger.warn('n8n could not start an execution, trying again');
				await sleep(pause);
				pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
			} else if (!mayRepeat || repeats === MOST_REPEATS) {
				return this.report('cutOff', job);
			} else if (failures === 0 && this.canAskAgain(job)) {
				// n8n may have stored the execution without starting it. With the same key, n8n replaces it, so that
				// it does not stay queued forever.
				failures = 1;
			} else {
				repeats++;
				failures = 0;
			}
		}
	}

	/** Begins one execution. Resolves with n8n's report of its end, or undefined if we did not ask for one. */
	private async begin(job: Job, isWatched: boolean): Promise<Report | undefined> {
		const { execution } = job;
		// After a crash, the same updates must form the same group: its key comes from the first one.
		if (job.parts.length > 1) await this.trigger.written?.whenSaved();
		const begunAt = ticks();
		const { heard, silence } = this.handOver(job, isWatched);
		if (!isWatched) {
			execution.leaveUnwatched();
			await sleep(UNWATCHED_STORED_MS);
			return undefined;
		}
		const report = (await Promise.race([heard, silence])) ?? (await this.afterSilence(job, heard));
		const isSoon = ticks() - begunAt < KILLED_AFTER_MS;
		if (!this.trigger.limits.repeats && isSoon && executionEndOf(report) === 'cutOff') {
			// n8n could not save the result, and cannot show it. The time limit runs on, and then we report it.
			execution.release();
			this.trigger.warn(
				`The execution for ${namesOf(job)} was interrupted as soon as n8n had stored it. The list of executions names it after Longest Execution, if n8n can write to its database by then.`,
			);
			await silence;
		}
		return report;
	}

	/** Hands an execution to n8n. `heard`: n8n's report, which may never come. `silence`: its time is over. */
	private handOver({ data, key, execution }: Job, isWatched: boolean) {
		const { trigger } = this;
		trigger.written?.refresh();
		const ended = trigger.context.helpers.createDeferredPromise<IRun>();
		const silence = execution.handed();
		trigger.context.emit(data, undefined, isWatched ? ended : undefined, key);
		trigger.noteHandedOver(execution);
		return { heard: settle<IRun | undefined>(ended.promise), silence };
	}

	/**
	 * Reports an execution that n8n said nothing about within the time limit, or reruns it if n8n stored it but
	 * never started it. Only n8n knows which: given the same key again, it replaces an execution that it has
	 * not started, and does nothing if it has started one.
	 */
	private async afterSilence(job: Job, heard: Promise<Report>): Promise<Report> {
		if (this.canAskAgain(job)) {
			this.trigger.warn(
				`n8n has not reported the result of the execution for ${namesOf(job)} within Longest Execution. n8n receives it again, and starts it if it has not started yet.`,
			);
			const again = this.handOver(job, true);
			const report = await Promise.race([again.heard, again.silence]);
			if (report && isOfRun(report)) return report;
			// No report at once, so n8n has taken this one.
			if (!report) heard = again.heard;
		}
		this.report('silent', job);
		return await heard;
	}

	/** Whether n8n supports keys; an older one would start a second execution. */
	private canAskAgain({ key }: Job): boolean {
		const { limits, isClosed, context } = this.trigger;
		return limits.repeats && !isClosed && key !== undefined && context.emit.length >= 4;
	}

	/** From now on, starts executions without waiting for their end. */
	private stopWaiting(refused: Job): void {
		// An engine that takes no files would have said so before.
		this.takesFiles ||= hasFiles(refused);
		if (!this.mustNotWait) {
			// From now on, only n8n's log shows what it refuses.
			const error = new UserError(
				'This n8n does not let triggers wait for the end of an execution. The updates of a chat start in order, but their executions can overlap, and Parallel Executions does not limit how many run at the same time.',
				'The workflow runs on Engine 2.0. If no executions follow this one, n8n refuses to run it there, and says why in its log. Then turn off Engine 2.0 in the settings of the workflow. Newer versions of n8n call it Engine v2.',
			);
			this.trigger.report(error);
		}
		this.mustNotWait = true;
	}

	private report(what: keyof typeof REPORTS, job: Job, reason = ''): void {
		this.trigger.report(new UserError(...REPORTS[what](namesOf(job), reason)));
	}
}

const REPORTS = {
	silent: (names: string): [string, string] => [
		`n8n has not reported the result of the execution for ${names} within Longest Execution. The execution may never have started, or it is still running.`,
		'Check the list of executions: an execution that stays queued there never started. If executions of this workflow take that long, set a higher Longest Execution in the Options of the trigger. To run such updates again, set Interrupted Executions to Run Again.',
	],
	refused: (names: string, reason: string): [string, string] => [
		`n8n does not run this workflow for ${names}: ${reason}`,
		'Turn off Engine 2.0 in the settings of the workflow, or turn off Download Files in the trigger. Newer versions of n8n call it Engine v2.',
	],
	tooOften: (names: string, times: string): [string, string] => [
		`The execution for ${names} was interrupted ${times} times, each time because n8n ended. It does not run again.`,
		'Check what the workflow does with this update: it may be what ends n8n, for example a file that needs too much memory.',
	],
	cutOff: (names: string): [string, string] => [
		`The execution for ${names} was interrupted, and n8n kept no data to retry it with.`,
		'This happens if a worker of n8n is killed during an execution. To run such updates again, set Interrupted Executions to Run Again in the Options of the trigger.',
	],
};

const namesOf = ({ parts }: Job) => parts.map(describe).join('; ');

const hasFiles = ({ data }: Job) => data.flat().some(({ binary }) => binary !== undefined);

/** Whether n8n started an execution: the key was free, and it was able to start it. */
const isOfRun = (report: Report) =>
	(report.value !== undefined || report.error !== undefined) &&
	executionEndOf(report) !== 'notStarted';

/** Asked again, n8n reports nothing if the key is taken: it has stored the first try, and not begun it. */
function endOf(report: Report, failures: number): ExecutionEnd {
	const isTaken = failures > 0 && report.error === undefined && report.value === undefined;
	return isTaken ? 'cutOff' : executionEndOf(report);
}

/** In queue mode n8n reports a failure without its data, and no last node if the worker was killed. */
function isCutOff(run: IRun | undefined): boolean {
	const result = run?.data?.resultData;
	return (
		result?.error !== undefined &&
		result.lastNodeExecuted === undefined &&
		Object.keys(result.runData ?? {}).length === 0
	);
}

/** Before 2.4 n8n gives no reason, and its error has no name of its own, so its message decides. */
function fromError(error: unknown): ExecutionEnd {
	const { reason, message, name, constructor } = error as {
		reason?: unknown;
		message?: unknown;
		name?: unknown;
		constructor?: { name?: string };
	};
	if (reason === 'shutdown') return 'shutdown';
	const words = [name, constructor?.name, message].map(String).join(' ');
	if (/waits for its execution|hand off without waiting/i.test(words)) return 'mustNotWait';
	// Newer versions call it Engine v2.
	if (/^Engine (2\.0|v2) /.test(String(message))) return 'refused';
	const isOver = /cancell?ed|ExecutionNotFound|No active execution/i.test(words);
	return isOver || reason !== undefined ? 'ended' : 'notStarted';
}

/** Interprets how the promise of an execution was settled. */
export function executionEndOf({ value, error }: Report): ExecutionEnd {
	if (error !== undefined) return fromError(error);
	return isCutOff(value) ? 'cutOff' : 'ended';
}
