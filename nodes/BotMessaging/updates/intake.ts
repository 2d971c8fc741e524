import type { IWebhookFunctions } from 'n8n-workflow';

import { albumOf, Albums } from './albums';
import { ticks } from './clock';
import { identityOf, type Update } from './update';

/** Updates that a webhook remembers, so that one sent again starts nothing. */
const MOST_REMEMBERED = 10_000;

/** An execution may never tell its end. After so long its update is one that is dealt with. */
const LONGEST_MS = 5 * 60_000;

type Answer = ReturnType<IWebhookFunctions['getResponseObject']>;

/** What has become of an update that was pushed here before; `open`: its push is not answered. */
type Standing = 'new' | 'open' | 'done';

interface Taken {
	/** In ticks. */
	at: number;
	/** Let go when it has been given: there may be many. */
	answer?: Answer;
	/** Whether an answer of 5xx tells that the workflow was not started. */
	failsBeforeStart: boolean;
}

/** What one webhook node has taken since n8n started. */
export class Intake {
	readonly albums = new Albums();

	private readonly taken = new Map<string, Taken>();

	/** Of a test run: the event that it was waiting for. */
	private event?: Update;

	/**
	 * Whether a test run takes this update. It takes one event, or all parts of one album: the
	 * rest is for the published workflow, which gets it when the test has ended.
	 */
	isForTest(update: Update, gatherAlbums: boolean): boolean {
		this.event ??= update;
		if (identityOf(update) === identityOf(this.event)) return true;
		const album = gatherAlbums ? albumOf(update) : undefined;
		return album !== undefined && album === albumOf(this.event);
	}

	standing(update: Update): Standing {
		const id = identityOf(update);
		const taken = this.taken.get(id);
		if (!taken) return 'new';
		const { at, answer, failsBeforeStart } = taken;
		if (!answer) return 'done';
		if (!answer.writableEnded && ticks() - at < LONGEST_MS) return 'open';
		if (answer.writableEnded && failsBeforeStart && answer.statusCode >= 500) {
			this.taken.delete(id);
			return 'new';
		}
		taken.answer = undefined;
		return 'done';
	}

	/** Notes that an update is being dealt with, until its push is answered and from then on. */
	take(update: Update, answer: Answer, failsBeforeStart: boolean): void {
		this.taken.set(identityOf(update), { at: ticks(), answer, failsBeforeStart });
		answer.once('close', () => this.standing(update));
		if (this.taken.size > MOST_REMEMBERED) this.taken.delete(this.taken.keys().next().value!);
	}

	/** As if the update had never come. */
	forget(update: Update): void {
		this.taken.delete(identityOf(update));
	}

	/** Resolves when the push of an update has been answered, or its connection has ended. */
	async answered(update: Update): Promise<void> {
		const answer = this.taken.get(identityOf(update))?.answer;
		if (!answer || answer.destroyed) return;
		await new Promise<void>((resolve) => answer.once('close', resolve));
	}
}

const intakes = new Map<string, Intake>();

type Context = Pick<IWebhookFunctions, 'getWorkflow' | 'getNode' | 'getMode'>;

const keyOf = (context: Context) =>
	`${context.getWorkflow().id}:${context.getNode().id}:${context.getMode()}`;

/** The intake of a webhook node; a test run has one of its own. */
export function intakeOf(context: Context): Intake {
	const intake = intakes.get(keyOf(context)) ?? new Intake();
	intakes.set(keyOf(context), intake);
	return intake;
}

/** Begins anew, as each test run does. */
export function newIntake(context: Context): void {
	intakes.delete(keyOf(context));
}
