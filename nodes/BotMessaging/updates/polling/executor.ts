import { sleep, type INodeExecutionData, type IRun, type ITriggerFunctions } from 'n8n-workflow';

import { UserError } from '../../api/errors';
import { settle, type Settled } from '../../api/settle';
import { toNodeError } from '../../engine/nodeErrors';
import { chatOf, messageOf, type Update } from '../update';
import { executionEndOf, type ExecutionEnd } from './executionEnd';
import type { OpenExecutions } from './openExecutions';
import { stoppedError } from './turns';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** How many times an execution that was cut off is begun again. */
const MOST_REPEATS = 3;
/** An execution whose end is not reported counts as stored after this time. */
const UNWATCHED_STORED_MS = 2000;

/** An update, or the parts of an album, on the way into an execution. */
export interface Job {
	parts: Update[];
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
	 * where it does not begin before the trigger stops, and where n8n is stopping.
	 */
	async execute(job: Job): Promise<void> {
		let pause = FIRST_PAUSE_MS;
		for (let repeats = 0, failures = 0; ;) {
			if (this.options.isClosed()) throw stoppedError();
			const key = job.key && (repeats > 0 ? `${job.key}:${repeats}` : job.key);
			const report = await this.begin({ ...job, key });
			const end = report ? endOf(report, failures) : 'ended';
			if (report?.value) this.options.onRun(report.value);
			if (end === 'ended') return;
			if (end === 'shutdown') {
				if (!this.options.repeats) return;
				// The update stays with the server for the next start.
				while (!this.options.isClosed()) await sleep(FIRST_PAUSE_MS);
				throw stoppedError();
			}
			if (end === 'mustNotWait') {
				this.stopWaiting();
				continue;
			}
			if (end === 'cutOff') {
				if (!this.options.repeats || repeats === MOST_REPEATS) return this.reportCutOff(job.parts);
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
	private async begin(job: Job): Promise<Settled<IRun | undefined> | undefined> {
		const { data, key, onBegun } = job;
		if (this.mustNotWait) {
			this.context.emit(data, undefined, undefined, key);
			onBegun();
			job.onReleased();
			await sleep(UNWATCHED_STORED_MS);
			return undefined;
		}
		const ended = this.context.helpers.createDeferredPromise<IRun>();
		const noteEnd = this.executions.begin(this.options.longestMs, {
			// The server has to send again what is to run again after a crash.
			onStored: () => !this.options.repeats && job.onSafe(),
			onLost: () => job.onSlotFree(),
			onOverdue: () => {
				job.onReleased();
				job.onSafe();
			},
		});
		this.context.emit(data, undefined, ended, key);
		onBegun();
		const report = await settle<IRun | undefined>(ended.promise);
		noteEnd(executionEndOf(report) === 'ended');
		return report;
	}

	private stopWaiting(): void {
		if (!this.mustNotWait) {
			this.options.warn(
				'This n8n starts executions only for triggers that do not wait for their end. So the order in a chat is the order in which executions begin, and Parallel Executions does not limit how many run at the same time.',
			);
		}
		this.mustNotWait = true;
	}

	/** Says where the user looks which update was cut off: n8n has kept nothing of it. */
	private reportCutOff(parts: Update[]): void {
		const names = parts.map(describe).join('; ');
		const words = `The execution for ${names} was cut off, and n8n kept no data to retry it with.`;
		const error = new UserError(
			words,
			'This happens when a worker of n8n is killed in the middle. To have such updates run again, set After an Interrupted Run to Run Again in the Options of the trigger.',
		);
		this.options.warn(words);
		// Older versions of n8n do not have it.
		this.context.saveFailedExecution?.(toNodeError(this.context.getNode(), error));
	}
}

/**
 * After n8n could not start an execution, a report without a run says that its key is taken: n8n has
 * stored the first try, and did not carry it out.
 */
function endOf(report: Settled<IRun | undefined>, failures: number): ExecutionEnd {
	const isTaken = failures > 0 && report.error === undefined && report.value === undefined;
	return isTaken ? 'cutOff' : executionEndOf(report);
}

function describe(update: Update): string {
	const { update_id: id } = update;
	const ids = { update: id, chat: chatOf(update).id, message: messageOf(update).message_id };
	const present = Object.entries(ids).filter(([, value]) => value !== undefined);
	return present.map(([name, value]) => `${name} ${String(value)}`).join(', ');
}
