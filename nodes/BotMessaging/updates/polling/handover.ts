import { sleep, type INodeExecutionData, type IRun, type ITriggerFunctions } from 'n8n-workflow';

import { UserError } from '../../api/errors';
import { settle, type Settled } from '../../api/settle';
import { toNodeError } from '../../engine/nodeErrors';
import type { Update } from '../update';
import { chatOf, messageOf } from '../update';
import { endingOf, type Ending } from './ending';
import type { Executions } from './executions';
import { STOPPED } from './turns';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** So often one update's execution is begun again after it was cut off. */
const MOST_REPEATS = 3;
/** Without word of its end, an execution counts as stored after so long. */
const UNWATCHED_STORED_MS = 2000;

/** An update, or the parts of an album, on the way into an execution. */
export interface Errand {
	parts: Update[];
	item: INodeExecutionData;
	/** n8n's key for it: one execution a key. */
	key?: string;
	/** n8n has been given it. */
	onBegun(): void;
	/** The server may forget the updates. */
	onSafe(): void;
	/** Others may have the place and the chat. */
	onReleased(): void;
}

export interface HandoverOptions {
	/** Whether what was cut off is begun again, rather than named. */
	repeats: boolean;
	/** Milliseconds that an execution may hold its place and its chat. */
	longestMs: number;
	isClosed(): boolean;
	/** What n8n said about an execution that ended. */
	onRun?(run: IRun): void;
}

/** Hands updates to n8n, one execution each, and follows them as far as n8n tells. */
export class Handover {
	private mustNotWait = false;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly executions: Executions,
		private readonly options: HandoverOptions,
	) {}

	/**
	 * Resolves when the execution is over, which may be never: `onReleased` comes in any case. Rejects
	 * where it does not begin before the trigger stops, and where n8n is stopping.
	 */
	async carryOut(errand: Errand): Promise<void> {
		let pause = FIRST_PAUSE_MS;
		for (let repeats = 0, failures = 0; ;) {
			if (this.options.isClosed()) throw new Error(STOPPED);
			const key = errand.key && (repeats > 0 ? `${errand.key}:${repeats}` : errand.key);
			const told = await this.begin({ ...errand, key });
			const ending = told ? meaningOf(told, failures) : 'ended';
			if (told?.value) this.options.onRun?.(told.value);
			if (ending === 'ended') return;
			if (ending === 'shutdown') {
				if (!this.options.repeats) return;
				// The update stays with the server for the next start.
				while (!this.options.isClosed()) await sleep(FIRST_PAUSE_MS);
				throw new Error(STOPPED);
			}
			if (ending === 'mustNotWait') {
				this.stopWaiting();
				continue;
			}
			if (ending === 'cutOff') {
				if (!this.options.repeats || repeats === MOST_REPEATS) return this.name(errand.parts);
				repeats++;
				failures = 0;
				continue;
			}
			failures++;
			this.warn('n8n could not start an execution, trying again');
			await sleep(pause);
			pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
		}
	}

	/** Begins one execution; resolves with what n8n tells of its end, if it was asked to. */
	private async begin(errand: Errand): Promise<Settled<IRun | undefined> | undefined> {
		const { item, key, onBegun } = errand;
		if (this.mustNotWait) {
			this.context.emit([[item]], undefined, undefined, key);
			onBegun();
			errand.onReleased();
			await sleep(UNWATCHED_STORED_MS);
			return undefined;
		}
		const ended = this.context.helpers.createDeferredPromise<IRun>();
		const end = this.executions.begin(this.options.longestMs, {
			// What is to run again after a crash has to come again then.
			onStored: () => !this.options.repeats && errand.onSafe(),
			onOverdue: () => {
				errand.onReleased();
				errand.onSafe();
			},
		});
		this.context.emit([[item]], undefined, ended, key);
		onBegun();
		const told = await settle<IRun | undefined>(ended.promise);
		end(endingOf(told) === 'ended');
		return told;
	}

	private stopWaiting(): void {
		if (!this.mustNotWait) {
			this.warn(
				'This n8n starts executions only for triggers that do not wait for their end. So the order in a chat is the order in which executions begin, and Parallel Executions does not limit how many run at the same time.',
			);
		}
		this.mustNotWait = true;
	}

	/** Says which update has been cut off, where the user looks: n8n has kept nothing of it. */
	private name(parts: Update[]): void {
		const names = parts.map(nameOf).join('; ');
		const words = `The execution for ${names} was cut off, and n8n kept no data to retry it with.`;
		const error = new UserError(
			words,
			'This happens when a worker of n8n is killed in the middle. To have such updates run again, set After an Interrupted Run to Run Again in the Options of the trigger.',
		);
		this.warn(words);
		// Older versions of n8n do not have it.
		this.context.saveFailedExecution?.(toNodeError(this.context.getNode(), error));
	}

	private warn(words: string): void {
		this.context.logger.warn(`${this.context.getNode().name}: ${words}`);
	}
}

/**
 * After n8n could not start an execution, a word without a run says that its key is taken: n8n has
 * stored the first try, and did not carry it out.
 */
function meaningOf(told: Settled<IRun | undefined>, failures: number): Ending {
	const isTaken = failures > 0 && told.error === undefined && told.value === undefined;
	return isTaken ? 'cutOff' : endingOf(told);
}

function nameOf(update: Update): string {
	const { id: chat } = chatOf(update);
	const { message_id: message } = messageOf(update);
	const where = [
		chat !== undefined && `chat ${String(chat)}`,
		message !== undefined && `message ${String(message)}`,
	].filter(Boolean);
	return [`update ${update.update_id}`, ...where].join(', ');
}
