import {
	deepCopy,
	sleep,
	type IDataObject,
	type IHookFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

import type { Call } from '../../api/client';
import { ticks } from '../../api/clock';
import { settle } from '../../api/settle';
import type { Bot } from '../../memory/bot';
import { homesOf } from '../../questions/triggerOptions';
import { burstOf, burstTogether, Gatherer } from '../../update/gathering';
import { identityOf, type Update, type UpdateParts } from '../../update/update';
import { parseAddress } from './address';
import { proofOf } from './secret';
import { passOn } from './share';

/** Under this name the static data has them. */
const ACCEPTED = 'accepted';
/** Under this name a push of the trigger to itself has them. */
const TOGETHER = 'botMessagingTogether';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
const MOST_TRIES = 60;

/** After a start, servers repeat with pauses what n8n missed: so long they are asked for it. */
const REPEATED_WITHIN_MS = 120_000;
const ASKED_EVERY_MS = 500;

/** How messages that belong together are found and brought to the workflow. */
export interface Bringing {
	seconds: number;
	/** How many updates the server keeps; `NaN` if it does not say. */
	countPending: () => Promise<number>;
	/** Gives them to the trigger as one push. Resolves with whether that has worked. */
	bring: (parts: UpdateParts) => Promise<boolean>;
}

/** What a push of the trigger to itself brings as one. */
export function broughtIn({ [TOGETHER]: parts }: Update): UpdateParts | undefined {
	return Array.isArray(parts) && parts.length > 0 ? (parts as UpdateParts) : undefined;
}

/** To be called while n8n hands the trigger a push or registers it: only then it evaluates expressions. */
export function bringingBy(
	context: IWebhookFunctions | IHookFunctions,
	{ bot, call, secret }: { bot: Bot; call: Call; secret: string },
	{ gatherSeconds: seconds, n8nAddress }: { gatherSeconds: number; n8nAddress: string },
): Bringing {
	const { home, places } = parseAddress(context.getNodeWebhookUrl('default')!)!;
	const homes = homesOf(context, home, n8nAddress);
	return {
		seconds,
		countPending: async () => {
			const { value } = await settle(call('getWebhookInfo', {}));
			return Number(value?.pending_update_count);
		},
		bring: async (parts) => {
			const body = JSON.stringify({ ...parts[0], [TOGETHER]: parts });
			const push = { bot, places: places.slice(0, 1), body, proof: proofOf(secret, body) };
			return (await passOn({ ...push, homes, context })) === 'done';
		},
	};
}

/**
 * The messages that the server may forget and that have not started the workflow: more may belong to them.
 * n8n saves them in the static data of the workflow before the server has its answer.
 */
export class AcceptedMessages {
	private readonly gathering = new Gatherer<void>();

	/** By identity. */
	private messages?: Map<string, Update>;

	private readonly since = ticks();

	/** When the server was asked last, in ticks, and whether it had nothing else. */
	private asked = { at: -Infinity, hasAll: false };

	/** Takes over what was accepted before n8n was started. Returns their identities, the first time. */
	resume({ [ACCEPTED]: before = [] }: IDataObject, how: Bringing): string[] {
		if (this.messages) return [];
		this.messages = new Map();
		for (const update of deepCopy(before as Update[])) this.gather(update, how);
		return [...this.messages.keys()];
	}

	accept(update: Update, memory: IDataObject, how: Bringing): void {
		this.gather(update, how);
		this.write(memory);
	}

	/** Writes down what has not started the workflow, for n8n to save it. */
	write(memory: IDataObject, without: Update[] = []): void {
		const left = new Map(this.messages);
		for (const one of without) left.delete(identityOf(one));
		if (left.size > 0 || memory[ACCEPTED]) memory[ACCEPTED] = deepCopy([...left.values()]);
	}

	private gather(update: Update, how: Bringing): void {
		this.messages ??= new Map();
		this.messages.set(identityOf(update), update);
		const hasAllSince = (time: number) => this.hasAllSince(time, how);
		const together = burstTogether(burstOf(update)!, how.seconds, hasAllSince);
		// Nobody waits for it: the server has its answer.
		void this.gathering.join(update, together, async (whole) => {
			await this.bring(await whole, how);
		});
	}

	private async bring(parts: UpdateParts, { bring }: Bringing): Promise<void> {
		let pause = FIRST_PAUSE_MS;
		for (let tries = 1; !(await bring(parts)); tries++) {
			// They stay in the static data for the next start.
			if (tries === MOST_TRIES) return;
			await sleep(pause);
			pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
		}
		for (const one of parts) this.messages?.delete(identityOf(one));
	}

	private hasAllSince(time: number, { countPending }: Bringing): boolean {
		const now = ticks();
		if (now - this.since > REPEATED_WITHIN_MS) return true;
		if (now - this.asked.at > ASKED_EVERY_MS) {
			this.asked = { at: now, hasAll: false };
			void countPending().then((count) => (this.asked.hasAll = !(count > 0)));
		}
		return this.asked.hasAll && this.asked.at >= time;
	}
}
