import type { IWebhookFunctions } from 'n8n-workflow';

import { albumOf } from '../../update/albums';
import { ticks } from '../../api/clock';
import { Bounded } from '../../api/bounded';
import { MOST_TRIES } from '../unreadableUpdate';
import { identityOf, type Update } from '../../update/update';

/** Updates that a webhook remembers, so that one sent again starts nothing. */
const MOST_REMEMBERED = 10_000;

/** An execution may never report its end. After this time its update counts as dealt with. */
const LONGEST_MS = 5 * 60_000;

type Answer = ReturnType<IWebhookFunctions['getResponseObject']>;

/** What has become of an update that was pushed here; `open`: its push has not been answered. */
export type PushState = 'new' | 'open' | 'done';

interface Push {
	/** In ticks. */
	at: number;
	/** Removed once the server has it: there may be many. */
	answer?: Answer;
	/** Whether an answer of 5xx says that the workflow was not started. */
	failsBeforeStart: boolean;
}

/** The updates that one webhook node has taken of one bot since n8n started; a test run has its own. */
export class Intake {
	private readonly pushes = new Map<string, Push>();

	/** How often an update could not be read. */
	private readonly failures = new Bounded<string, number>(MOST_REMEMBERED);

	/** The first update that the form accepts: the one that a test run was waiting for. */
	private first?: Update;

	/**
	 * Whether a test run takes this update. It takes one event, or all parts of one album.
	 */
	isForTest(update: Update, gatherAlbums: boolean): boolean {
		this.first ??= update;
		if (identityOf(update) === identityOf(this.first)) return true;
		const album = gatherAlbums ? albumOf(update) : undefined;
		return album !== undefined && album === albumOf(this.first);
	}

	stateOf(update: Update): PushState {
		const push = this.pushes.get(identityOf(update));
		if (!push) return 'new';
		const { at, answer, failsBeforeStart } = push;
		if (!answer) return 'done';
		if (!answer.writableEnded) return ticks() - at < LONGEST_MS ? 'open' : 'done';
		return failsBeforeStart && answer.statusCode >= 500 ? 'new' : 'done';
	}

	/** Notes that an update is being dealt with, until its push is answered and from then on. */
	take(update: Update, answer: Answer, failsBeforeStart: boolean): void {
		const push: Push = { at: ticks(), answer, failsBeforeStart };
		this.pushes.set(identityOf(update), push);
		answer.once('close', () => {
			if (this.stateOf(update) === 'done') push.answer = undefined;
		});
		if (this.pushes.size > MOST_REMEMBERED) this.pushes.delete(this.pushes.keys().next().value!);
	}

	/** Notes that an update could not be read; gives back whether it is passed over from now on. */
	noteFailure(update: Update): boolean {
		this.forget(update);
		const identity = identityOf(update);
		const failures = (this.failures.get(identity) ?? 0) + 1;
		this.failures.set(identity, failures);
		return failures >= MOST_TRIES;
	}

	isPassedOver(update: Update): boolean {
		return (this.failures.get(identityOf(update)) ?? 0) >= MOST_TRIES;
	}

	/** As if the update had never come. */
	forget(update: Update): void {
		this.pushes.delete(identityOf(update));
	}

	/** Resolves when the push of an update has been answered, or its connection has ended. */
	async waitForAnswer(update: Update): Promise<void> {
		const answer = this.pushes.get(identityOf(update))?.answer;
		if (!answer || answer.destroyed) return;
		await new Promise<void>((resolve) => answer.once('close', resolve));
	}
}
