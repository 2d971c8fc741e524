import type { INodeExecutionData } from 'n8n-workflow';

import { KeyedQueue } from '../api/queues';
import type { Findings } from '../moderation/findings';
import { Albums } from '../update/albums';
import { chatOf, payloadOf, type Update, type UpdateParts } from '../update/update';
import { passToMenu, type Chosen } from '../pages/press';
import * as questions from '../operations/message/sendAndWait/delivering';
import type { TriggerForm } from './form/form';
import { itemOf } from './item';
import type { JudgeContext } from './judge';
import type { Destination } from './routing';
import { UsageAnswers } from './usageAnswer';
import type { MediaSource } from './mediaSource';
import { answerPress } from './pressAnswer';

/** A trigger as the pipeline needs it, for one update. */
export interface Trigger extends JudgeContext {
	readonly workflowId: string;
	readonly form: TriggerForm;
	readonly gatherAlbums: boolean;
	/** Brings answers to the executions that wait for them. */
	readonly messenger: questions.Messenger;
	readonly files: MediaSource;
}

/** An update, or the parts of an album in order, that starts the workflow. */
export interface Start {
	parts: UpdateParts;
	findings: Findings;
	destination: Destination;
	/** What was pressed in a menu. */
	chosen?: Chosen;
}

/**
 * What becomes of an update. `answer`: it answers a question, and an execution that waits has it; or
 * it has turned a menu.
 */
export type Verdict = 'answer' | 'ignored' | Start;

/** The updates of a subscription that are being judged. */
export class Judging {
	readonly albums = new Albums<Verdict>();

	/** By chat: a rule may count what came before. */
	readonly order = new KeyedQueue();
}

/**
 * Says what becomes of an update: the same for both triggers. All parts of an album get one verdict.
 * Rejects if the trigger is stopped meanwhile, and for an update that cannot be read.
 *
 * @param claim called when the update is no answer, before it is judged; it is ignored if that says no
 */
export async function judgeUpdate(
	update: Update,
	trigger: Trigger,
	claim: () => boolean,
): Promise<Verdict> {
	const { subscription, messenger, gatherAlbums } = trigger;
	subscription.bot.learn(update);
	if (await questions.passToQuestion(update, messenger)) return 'answer';
	const { call, warn } = trigger.server;
	const turner = { ...messenger, call, warn, workflowId: trigger.workflowId };
	const pressed = await passToMenu(update, turner, () => trigger.form.pages);
	if (pressed === 'done') return 'answer';
	if (!claim()) return 'ignored';
	const { albums } = subscription.part(Judging);
	const judge = async (whole: Promise<UpdateParts>) =>
		await judgeInOrder(whole, update, trigger, pressed);
	return gatherAlbums ? await albums.join(update, judge) : await judge(Promise.resolve([update]));
}

async function judgeInOrder(
	whole: Promise<UpdateParts>,
	update: Update,
	trigger: Trigger,
	chosen?: Chosen,
): Promise<Verdict> {
	const judge = async (): Promise<Verdict> => {
		const parts = await whole;
		const { form, subscription, messenger } = trigger;
		const read: UpdateParts = chosen ? [withValue(update, chosen)] : parts;
		const findings = await form.judge(read, trigger, chosen !== undefined);
		if (!findings) return 'ignored';
		const destination = await form.router.find(read, trigger, findings);
		const { usage } = destination;
		if (usage === undefined) return { parts, findings, destination, chosen };
		// Nobody waits for it: it only logs what goes wrong.
		void subscription.part(UsageAnswers).answer(update, usage, form.usage, messenger);
		return 'ignored';
	};
	const { id } = chatOf(update);
	if (id === undefined) return await judge();
	return await trigger.subscription.part(Judging).order.run(String(id), judge);
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
export async function itemsOf(
	{ parts, findings, destination, chosen }: Start,
	trigger: Trigger,
): Promise<INodeExecutionData[][]> {
	const { form, files, server, subscription } = trigger;
	const { bot, rules } = subscription;
	const ownName = await bot.username.neededFor(parts, server);
	if (findings.raid) rules.raids.complete(findings.raid, bot.migrations.lastingIdOf(parts[0]));
	const { output, given } = destination;
	const known = { findings: { ...findings, ...(given && { given }) }, ownName, chosen };
	const item = await itemOf(parts, known, form.item, files);
	return Array.from({ length: form.router.outputs }, (_none, index) =>
		index === output ? [item] : [],
	);
}
