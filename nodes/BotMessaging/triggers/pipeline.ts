import type { INodeExecutionData } from 'n8n-workflow';

import { Bounded } from '../api/basics';
import { KeyedQueue } from '../api/queues';
import { numberOfBot } from '../api/mask';
import {
	againTogether,
	albumOf,
	albumTogether,
	burstOf,
	burstTogether,
	Gatherer,
	type Together,
} from '../update/gathering';
import { joinedBy } from '../update/membership';
import { chatOf, dateOf, kindOf, payloadOf, type Update, type UpdateParts } from '../update/update';
import { passToMenu, type Chosen } from '../menus/press';
import { passToQuestion } from '../questions/deliver';
import { UsageAnswers, answerPress } from './answers';
import { itemOf, type Start } from './item';
import type { Trigger } from './trigger';

/** What becomes of an update. `answer`: an execution that waits has it, or it has turned a menu. */
export type Verdict = 'answer' | 'ignored' | Start;

/** A join is told as a message and as a change of the member; by the clock of the server, within this. */
const SAME_JOIN_SECONDS = 30;
const MOST_JOINS = 10_000;

/** The joins that have started the workflow of a subscription, by chat and person. */
class StartedJoins extends Bounded<string, { kind: string; date: number }> {
	constructor() {
		super(MOST_JOINS);
	}

	/** Notes who joined; whether all of them have started the workflow by an update of the other kind. */
	hasAllOf(update: Update, chatId: string): boolean {
		const kind = kindOf(update);
		const date = dateOf(update);
		const people = joinedBy(update).map(({ id }) => `${chatId}:${String(id)}`);
		const fresh = people.filter((person) => {
			const known = this.get(person);
			// Without a date nobody knows.
			const isSame = known && Math.abs(known.date - date) <= SAME_JOIN_SECONDS;
			return !isSame || known.kind === kind;
		});
		for (const person of fresh) this.set(person, { kind, date });
		return people.length > 0 && fresh.length === 0;
	}
}

/** The updates of a subscription that are being judged. */
export class UpdateQueue {
	readonly gathering = new Gatherer<Verdict>();

	/** By chat: a rule may count what came before. */
	readonly order = new KeyedQueue();
}

/**
 * Says what becomes of an update: the same for both triggers. All that are brought as one get one verdict.
 * Rejects if the trigger is stopped meanwhile, and for an update that cannot be read.
 *
 * @param claim called when the update is no answer, before it is judged; it is ignored if that says no
 */
export async function judgeUpdate(
	update: Update,
	trigger: Trigger,
	claim: () => boolean,
): Promise<Verdict> {
	const { subscription, answers, server, workflowId } = trigger;
	subscription.bot.learn(update);
	if (await passToQuestion(update, answers)) return 'answer';
	const menus = { ...answers, call: server.call, workflowId };
	const chosen = await passToMenu(update, menus, () => trigger.form.pages);
	if (chosen === 'done') return 'answer';
	if (!claim()) return 'ignored';
	const together = togetherOf(update, trigger);
	const judge = async (whole: Promise<UpdateParts>) => {
		// An album keeps its place in the chat. Nobody waits for what one person may still write.
		const parts = isBurst(update, trigger) ? Promise.resolve(await whole) : whole;
		return await judgeInOrder(parts, update, trigger, chosen);
	};
	if (!together) return await judge(Promise.resolve([update]));
	return await subscription.part(UpdateQueue).gathering.join(update, together, judge);
}

/** Whether an update can be a part of what one person writes within the seconds of the form. */
const isBurst = (update: Update, { gathers, form }: Trigger) =>
	gathers.gatherSeconds > 0 && form.judged.includes('message') && burstOf(update) !== undefined;

/** What an update is brought as one with; nothing if it is brought alone. */
export function togetherOf(update: Update, trigger: Trigger): Together | undefined {
	const { gatherAlbums, gatherSeconds, hasAllSince, partsBefore } = trigger.gathers;
	const before = partsBefore?.(update);
	if (before) return againTogether(before[0]!, before.length);
	if (isBurst(update, trigger)) return burstTogether(burstOf(update)!, gatherSeconds, hasAllSince);
	const album = gatherAlbums ? albumOf(update) : undefined;
	return album === undefined ? undefined : albumTogether(album);
}

/** Says what becomes of what is brought as one, after all of its chat that came before. */
async function judgeInOrder(
	whole: Promise<UpdateParts>,
	update: Update,
	trigger: Trigger,
	chosen?: Chosen,
): Promise<Verdict> {
	const { form, subscription, server, answers } = trigger;
	const judge = async (): Promise<Verdict> => {
		const parts = await whole;
		const read: UpdateParts = chosen ? [withValue(update, chosen)] : parts;
		const { tally } = subscription;
		if (!chosen && !form.judged.includes(kindOf(update))) {
			tally.leftOut.add(kindOf(update));
			return 'ignored';
		}
		tally.judged++;
		const ownName = await subscription.bot.usernameFor(read, server);
		const context = { subscription, server, ownName, ownId: numberOfBot(answers.credential) };
		const findings = await form.judge(read, context);
		if (!findings) return 'ignored';
		const { misfit, ...destination } = await form.router.find(read, context, findings);
		if (misfit !== undefined) {
			// Nobody waits for it: it only logs what goes wrong.
			void subscription.part(UsageAnswers).answer(update, misfit, form.usage, answers);
			return 'ignored';
		}
		const chat = subscription.bot.migrations.lastingIdOf(update);
		tally.passed++;
		// A raid counts each person once, by itself.
		if (subscription.part(StartedJoins).hasAllOf(update, chat) && !findings.raid) return 'ignored';
		const isGathered = isBurst(update, trigger);
		return { parts, isGathered, findings, chosen, ownName, ...destination };
	};
	const { id } = chatOf(update);
	if (id === undefined) return await judge();
	return await subscription.part(UpdateQueue).order.run(String(id), judge);
}

/** The press of a button of a menu as if the button had its value as data. */
const withValue = (update: Update, { value }: Chosen): Update => ({
	...update,
	callback_query: { ...payloadOf(update), data: value },
});

/** Answers the press that starts a workflow, if the form says so, or if it is one of a menu. */
export function acknowledge(update: Update, { chosen }: Start, { form, server }: Trigger): void {
	const notice = form.notice ?? (chosen && '');
	// Nobody waits for it: it only logs what goes wrong.
	if (notice !== undefined) void answerPress(update, notice, server);
}

/** What an execution begins with: the item, with its files, on the output that it belongs to. */
export async function itemsOf(start: Start, trigger: Trigger): Promise<INodeExecutionData[][]> {
	const { form, server, subscription } = trigger;
	const { bot, rules } = subscription;
	const { parts, findings, output } = start;
	if (findings.raid) rules.raids.complete(findings.raid, bot.migrations.lastingIdOf(parts[0]));
	const item = await itemOf(start, form.item, server);
	return Array.from({ length: form.router.outputs }, (_none, index) =>
		index === output ? [item] : [],
	);
}
