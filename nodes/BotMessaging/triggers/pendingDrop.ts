import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';

import { ticks } from '../api/clock';

/** A trigger that comes back within this time has been restarted by n8n, not published by a person. */
const RESTART_MS = 10 * 60_000;

/** When triggers that dropped what waited were there last, in ticks. */
const lastSeen = new Map<string, number>();

/** Drops the updates that wait when a workflow is published, and only then. */
export class PendingDrop {
	private readonly key: string;

	/** @param bot names the bot */
	constructor(
		private readonly context: IHookFunctions | ITriggerFunctions,
		bot: string,
	) {
		this.key = [bot, context.getWorkflow().id, context.getNode().id].join(':');
	}

	/**
	 * Whether what waits may be dropped now: when a person publishes. n8n says when it starts; but a
	 * workflow whose trigger failed is restarted with the same word as a publication, again and again.
	 * What has come meanwhile must stay.
	 */
	get isAllowed(): boolean {
		const isPublication = ['activate', 'create'].includes(this.context.getActivationMode());
		return isPublication && ticks() - (lastSeen.get(this.key) ?? -Infinity) >= RESTART_MS;
	}

	/** Notes that a trigger that drops waiting updates has come or gone. */
	note(): void {
		lastSeen.set(this.key, ticks());
	}

	noteStop(): void {
		if (lastSeen.has(this.key)) this.note();
	}
}
