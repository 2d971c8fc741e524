import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';

import { ticks } from '../api/clock';
import type { Bot } from '../bots/bot';
import { subscriptionOf } from '../bots/registry';

/** A trigger that comes back within this time has been restarted by n8n, not published by a person. */
const RESTART_MS = 10 * 60_000;

/** When the trigger that dropped what waited was there last. */
class LastDrop {
	/** In ticks. */
	at = -Infinity;
}

/** Drops the updates that wait when a workflow is published, and only then. */
export class PendingDrop {
	private readonly last: LastDrop;

	constructor(
		private readonly context: IHookFunctions | ITriggerFunctions,
		bot: Bot,
	) {
		this.last = subscriptionOf(bot, context, false).part(LastDrop);
	}

	/**
	 * Whether what waits may be dropped now: when a person publishes. n8n says when it starts; but a
	 * workflow whose trigger failed is restarted with the same word as a publication, again and again.
	 * What has come meanwhile must stay.
	 */
	get isAllowed(): boolean {
		const isPublication = ['activate', 'create'].includes(this.context.getActivationMode());
		return isPublication && ticks() - this.last.at >= RESTART_MS;
	}

	/** Notes that a trigger that drops waiting updates has come or gone. */
	note(): void {
		this.last.at = ticks();
	}

	noteStop(): void {
		if (this.last.at > -Infinity) this.note();
	}
}
