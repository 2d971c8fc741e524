import type { IWebhookFunctions } from 'n8n-workflow';

import { Bounded, ticks } from '../../api/basics';
import { MOST_TRIES } from '../unreadableUpdate';

const MOST_REMEMBERED = 10_000;

/** An execution may never report its end. After this time its update counts as dealt with. */
const LONGEST_MS = 5 * 60_000;

type WebhookResponse = ReturnType<IWebhookFunctions['getResponseObject']>;

/** The state of a pushed update; `open`: its push has not been answered. */
export type PushState = 'new' | 'open' | 'done';

interface Push {
	/** In ticks. */
	at: number;
	/** Removed once the server has it, to save memory. */
	answer?: WebhookResponse;
	/** Whether an answer of 5xx says that the workflow was not started. */
	failsBeforeStart: boolean;
}

/** The updates that were pushed to a node for one bot since n8n started, by `identityOf`; tests have their own. */
export class Pushes {
	private readonly pushes = new Bounded<string, Push>(MOST_REMEMBERED);
	private readonly failures = new Bounded<string, number>(MOST_REMEMBERED);

	/** The first update that the form accepted: a test run waits for this one. */
	private first?: { key: string; together?: string };

	/** Whether a test run takes this update. It takes one event, or all parts of one group. */
	isForTest(key: string, together?: string): boolean {
		this.first ??= { key, together };
		return key === this.first.key || (together !== undefined && together === this.first.together);
	}

	stateOf(key: string): PushState {
		const push = this.pushes.get(key);
		if (!push) return 'new';
		const { at, answer, failsBeforeStart } = push;
		if (!answer) return 'done';
		if (!answer.writableEnded) return ticks() - at < LONGEST_MS ? 'open' : 'done';
		return failsBeforeStart && answer.statusCode >= 500 ? 'new' : 'done';
	}

	/** Notes that an update is being handled, and later that its push was answered. */
	take(key: string, answer: WebhookResponse, failsBeforeStart: boolean): void {
		// The pushes of a whole group wait for it.
		answer.setMaxListeners(0);
		const push: Push = { at: ticks(), answer, failsBeforeStart };
		this.pushes.set(key, push);
		answer.once('close', () => {
			if (this.stateOf(key) === 'done') push.answer = undefined;
		});
	}

	/** Notes that an update could not be read. Returns whether it is skipped after this many tries. */
	noteFailure(key: string, tries = MOST_TRIES): boolean {
		this.forget(key);
		const failures = (this.failures.get(key) ?? 0) + 1;
		this.failures.set(key, failures < tries ? failures : MOST_TRIES);
		return failures >= tries;
	}

	isSkipped(key: string): boolean {
		return (this.failures.get(key) ?? 0) >= MOST_TRIES;
	}

	forget(key: string): void {
		this.pushes.delete(key);
	}

	/** Resolves when the push of an update has been answered, or its connection has ended. */
	async waitForAnswer(key: string): Promise<void> {
		const answer = this.pushes.get(key)?.answer;
		if (!answer || answer.destroyed) return;
		await new Promise<void>((resolve) => answer.once('close', resolve));
	}
}
