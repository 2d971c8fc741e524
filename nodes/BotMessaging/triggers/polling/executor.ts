import { sleep, type INodeExecutionData, type IRun, type ITriggerFunctions } from 'n8n-workflow';

import { UserError } from '../../api/errors';
import { settle, type Settled } from '../../api/settle';
import { ticks } from '../../api/clock';
import type { Update, UpdateParts } from '../../update/update';
import { describe, StoppedError } from '../unreadableUpdate';
import { executionEndOf, type ExecutionEnd } from './executionEnd';
import type { OpenExecutions } from './openExecutions';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** How many times an execution that was cut off is begun again. */
const MOST_REPEATS = 3;
/** n8n takes longer to find out that a worker was killed: sooner, it could not write to its database. */
const KILLED_AFTER_MS = 60_000;
/** An execution whose end is not reported counts as stored after this time. */
const UNWATCHED_STORED_MS = 2000;

/** What n8n says of an execution that it was given. */
type Report = Settled<IRun | undefined>;

/** An update, or the parts of an album, on the way into an execution. */
export interface Job {
	parts: UpdateParts;
	/** By output. */
	data: INodeExecutionData[][];
	/** n8n's key for it: one execution a key. */
	key?: string;
	/** n8n has been given it. */
	onBegun(): void;
	/** The server may forget the updates. */
	onSafe(): void;
	/** Others may have the slot, but the chat is not free yet. */
	onSlotFree(): void;
	/** Others may have the slot and the chat. */
	onReleased(): void;
}

export interface ExecutorOptions {
	/** Whether what was cut off is begun again, and not only reported. */
	repeats: boolean;
	/** Milliseconds for which an execution may hold its slot and its chat. */
	longestMs: number;
	isClosed(): boolean;
	/** Gets what n8n reported about an execution that ended. */
	onRun(run: IRun): void;
	warn(words: string): void;
	/** Shows the user what went wrong. */
	report(error: UserError): void;
}

/** Hands updates to n8n, one execution each, and follows each for as long as n8n reports. */
export class Executor {
	private mustNotWait = false;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly executions: OpenExecutions,
		private readonly options: ExecutorOptions,
	) {}

	/**
	 * Resolves when the execution is over, which may be never: `onReleased` comes in any case. Rejects
	 * if it does not begin before the trigger stops, and if n8n is stopping.
	 */
	async execute(job: Job): Promise<void> {
		let pause = FIRST_PAUSE_MS;
		// Only a trigger that waits hears that an engine takes no files.
		let isWatched = !this.mustNotWait || hasFiles(job);
		for (let repeats = 0, failures = 0; ;) {
			if (this.options.isClosed()) throw new StoppedError();
			const key = job.key && (repeats > 0 ? `${job.key}:${repeats}` : job.key);
			const report = await this.begin({ ...job, key }, isWatched);
			const end = report ? endOf(report, failures) : 'ended';
			if (report?.value) this.options.onRun(report.value);
			if (end === 'ended') return;
			if (end === 'shutdown') {
				if (!this.options.repeats) return;
				// The update stays with the server for the next start.
				while (!this.options.isClosed()) await sleep(FIRST_PAUSE_MS);
				throw new StoppedError();
			}
			if (end === 'mustNotWait') {
				this.stopWaiting();
				isWatched = false;
				continue;
			}
			if (end === 'refused') return this.reportRefused(job.parts, report!.error as Error);
			if (end === 'cutOff') {
				if (!this.options.repeats || repeats === MOST_REPEATS) return this.reportCutOff(job.parts);
				// n8n may have stored it without beginning it. It puts this one in its place then, so that
				// it does not stay queued for ever.
				if (failures === 0 && this.canAskAgain(job)) {
					failures = 1;
					continue;
				}
				repeats++;
				failures = 0;
				continue;
			}
			failures++;
			this.options.warn('n8n could not start an execution, trying again');
			await sleep(pause);
			pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
		}
	}

	/** Begins one execution; resolves with n8n's report of its end, if n8n was asked for one. */
	private async begin(job: Job, isWatched: boolean): Promise<Report | undefined> {
		const { onBegun } = job;
		if (!isWatched) {
			this.context.emit(job.data, undefined, undefined, job.key);
			onBegun();
			job.onReleased();
			await sleep(UNWATCHED_STORED_MS);
			return undefined;
		}
		const begunAt = ticks();
		const { heard, silence } = this.handOver(job);
		onBegun();
		const report = (await Promise.race([heard, silence])) ?? (await this.afterSilence(job, heard));
		if (this.isUnwritten(report, begunAt)) {
			job.onReleased();
			job.onSafe();
			const names = job.parts.map(describe).join('; ');
			this.options.warn(
				`The execution for ${names} was interrupted as soon as n8n had stored it. The list of executions names it after Longest Execution, if n8n can write to its database by then.`,
			);
			await silence;
		}
		return report;
	}

	/** Whether n8n could not write down what became of an execution: then it cannot show it, either. */
	private isUnwritten(report: Report, begunAt: number): boolean {
		const isSoon = ticks() - begunAt < KILLED_AFTER_MS;
		return !this.options.repeats && isSoon && executionEndOf(report) === 'cutOff';
	}

	/** Gives n8n an execution. `heard`: its report, which may never come. `silence`: its time is over. */
	private handOver(job: Job): { heard: Promise<Report>; silence: Promise<undefined> } {
		const { data, key } = job;
		const begunAt = ticks();
		const ended = this.context.helpers.createDeferredPromise<IRun>();
		const silence = this.context.helpers.createDeferredPromise<undefined>();
		const noteEnd = this.executions.begin(this.options.longestMs, {
			// The server has to send again what is to run again after a crash.
			onStored: () => !this.options.repeats && job.onSafe(),
			onLost: () => job.onSlotFree(),
			onOverdue: () => {
				job.onReleased();
				job.onSafe();
			},
			onSilence: () => silence.resolve(undefined),
		});
		this.context.emit(data, undefined, ended, key);
		const heard = settle<IRun | undefined>(ended.promise);
		void heard.then((report) => {
			// Its time runs on, to name it when that is over.
			if (!this.isUnwritten(report, begunAt)) noteEnd(executionEndOf(report) === 'ended');
		});
		return { heard, silence: silence.promise };
	}

	/**
	 * Names an execution of which n8n has said nothing for so long, or has it run again if n8n stored
	 * it and never began it. Only n8n knows which: given the same key once more, it begins an execution
	 * in the place of one that it has not begun, and none beside one that it has.
	 */
	private async afterSilence(job: Job, heard: Promise<Report>): Promise<Report> {
		if (this.canAskAgain(job)) {
			const names = job.parts.map(describe).join('; ');
			this.options.warn(
				`n8n has not reported the result of the execution for ${names} within Longest Execution. n8n receives it again, and starts it if it has not started yet.`,
			);
			const again = this.handOver(job);
			const report = await Promise.race([again.heard, again.silence]);
			if (report && isOfRun(report)) return report;
			// Nothing has come of it at once, so it is the one that n8n has.
			if (!report) heard = again.heard;
		}
		this.reportSilence(job.parts);
		return await heard;
	}

	/** Whether n8n can tell; an older one would begin a second execution in any case. */
	private canAskAgain({ key }: Job): boolean {
		const { repeats, isClosed } = this.options;
		return repeats && !isClosed() && key !== undefined && this.context.emit.length >= 4;
	}

	private stopWaiting(): void {
		if (!this.mustNotWait) {
			// What n8n refuses from now on, only its log says.
			const error = new UserError(
				'This n8n does not let triggers wait for the end of an execution. The updates of a chat start in order, but their executions can overlap, and Parallel Executions does not limit how many run at the same time.',
				'The workflow runs on Engine 2.0. If no executions follow this one, n8n refuses to run it there, and says why in its log. Then turn off Engine 2.0 in the settings of the workflow.',
			);
			this.options.report(error);
		}
		this.mustNotWait = true;
	}

	/** Says where the user looks which update may not have had its execution. */
	private reportSilence(parts: Update[]): void {
		const names = parts.map(describe).join('; ');
		const words = `n8n has not reported the result of the execution for ${names} within Longest Execution. The execution may never have started, or it is still running.`;
		const error = new UserError(
			words,
			'Check the list of executions: an execution that stays queued there never started. If executions of this workflow take that long, set a higher Longest Execution in the Options of the trigger. To run such updates again, set Interrupted Executions to Run Again.',
		);
		this.options.report(error);
	}

	/** Says where the user looks which update this n8n does not run the workflow for, and why. */
	private reportRefused(parts: Update[], { message }: Error): void {
		const names = parts.map(describe).join('; ');
		const error = new UserError(
			`n8n does not run this workflow for ${names}: ${message}`,
			'Turn off Engine 2.0 in the settings of the workflow, or turn off Download Files in the trigger.',
		);
		this.options.report(error);
	}

	/** Says where the user looks which update was cut off: n8n has kept nothing of it. */
	private reportCutOff(parts: Update[]): void {
		const names = parts.map(describe).join('; ');
		const words = `The execution for ${names} was interrupted, and n8n kept no data to retry it with.`;
		const error = new UserError(
			words,
			'This happens if a worker of n8n is killed during an execution. To run such updates again, set Interrupted Executions to Run Again in the Options of the trigger.',
		);
		this.options.report(error);
	}
}

const hasFiles = ({ data }: Job) => data.flat().some(({ binary }) => binary !== undefined);

/** Whether n8n has begun an execution: its key was not taken, and it could start it. */
const isOfRun = (report: Report) =>
	(report.value !== undefined || report.error !== undefined) &&
	executionEndOf(report) !== 'notStarted';

/**
 * After n8n could not start an execution, a report without a run says that its key is taken: n8n has
 * stored the first try, and did not carry it out.
 */
function endOf(report: Report, failures: number): ExecutionEnd {
	const isTaken = failures > 0 && report.error === undefined && report.value === undefined;
	return isTaken ? 'cutOff' : executionEndOf(report);
}
