import type { INodeExecutionData, ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { Int } from '../../../reference';
import { Bounded, settle } from '../api/basics';
import { BOUNDS } from '../api/bounds';
import { KeyedQueue, Semaphore } from '../api/queues';
import { PATIENCE, patient, withRetries } from '../api/retry';
import { numberOfBot } from '../api/door';
import type { FileSource } from '../engine/files';
import { type Subscription, subscriptionOf } from '../memory/registry';
import type { Server } from '../memory/server';
import { passToMenu, type Chosen } from '../menus/press';
import { passToQuestion, type AnswerContext } from '../questions/deliver';
import { wordsOf, type QuestionOptions } from '../questions/triggerOptions';
import { Context, type UpdateParts } from '../update/context';
import {
	againTogether,
	albumTogether,
	burstOf,
	burstTogether,
	Gatherer,
	type HasAllSince,
	type Together,
} from '../update/gathering';
import type { GatherOptions } from './form/options';
import type { TriggerForm } from './form/form';
import { itemOf, type Start } from './item';
import { UsageAnswers, type Sources } from './routing';
import { isByWriter, OpenCommands } from './whom';
import { requestWith, warnWith, type BotAccess } from './trigger';

/** What happens with an update. `answer`: it went to a waiting execution, or turned a menu page. */
type Verdict = 'answer' | 'ignored' | Start;

/** The server reports a join twice, as a message and as a member change, this far apart at most. */
const SAME_JOIN_SECONDS = 30;

class StartedJoins {
	/** The joins that have started the workflow of a subscription, by chat and person. */
	private readonly joins = new Bounded<string, { kind: string; date: number }>(BOUNDS.startedJoins);

	/** Notes who joined. Returns whether the other kind of update has started the workflow for all of them. */
	hasAllOf({ kind, date, joined, chatId }: Context): boolean {
		const people = joined.map(({ id }) => `${chatId}:${String(id)}`);
		const fresh = people.filter((person) => {
			const known = this.joins.get(person);
			// Without a date we cannot tell.
			const isSame = known && Math.abs(known.date - date) <= SAME_JOIN_SECONDS;
			return !isSame || known.kind === kind;
		});
		for (const person of fresh) this.joins.set(person, { kind, date });
		return people.length > 0 && fresh.length === 0;
	}
}

/** Lists of administrators that are requested at a time: in a raid, many chats need theirs at once. */
const MOST_LISTS = 10;

class ListRequests extends Semaphore {
	constructor() {
		super(MOST_LISTS);
	}
}

/** The updates of a subscription that are being judged. */
export class UpdateQueue {
	readonly gathering = new Gatherer<Verdict>();

	/** By chat: a rule may count what came before. */
	readonly order = new KeyedQueue();
}

interface Settings {
	options: QuestionOptions & GatherOptions;
	/** Addresses at which n8n takes answers. */
	bases: string[];
	/** Lazy: an answer to a question does not need the form. */
	form: () => TriggerForm;
	isOver: () => boolean;
	hasAllSince: HasAllSince;
	/** The identities of the updates that were handled as one with this one before n8n restarted, in order. */
	partsBefore?: (update: Context) => string[] | undefined;
}

/** What both triggers do with an update. Updates that are handled as one get one verdict and one item. */
export class Trigger implements Sources {
	readonly subscription: Subscription;
	/** Retries if the server does not answer. */
	readonly server: Server & FileSource;
	readonly ownId?: string;
	private readonly workflowId: string;
	/** Passes answers to waiting executions. */
	private readonly answers: AnswerContext;

	constructor(
		context: ITriggerFunctions | IWebhookFunctions,
		{ bot, credential: { data: credential }, call, download }: BotAccess,
		private readonly settings: Settings,
	) {
		const { bases, isOver, options } = settings;
		const warn = warnWith(context);
		this.subscription = subscriptionOf(bot, context);
		const lists = bot.part(ListRequests);
		this.server = {
			call: patient(async (...request) => {
				if (request[0] !== 'getChatAdministrators') return await call(...request);
				return await lists.run(async () => await call(...request));
			}),
			warn,
			helpers: context.helpers,
			download: async (path) =>
				await withRetries('read', async () => await download(path), PATIENCE),
		};
		this.ownId = numberOfBot(credential);
		this.workflowId = context.getWorkflow().id ?? '';
		const [request, words] = [requestWith(context), wordsOf(options)];
		this.answers = { bot, credential, call, bases, warn, isOver, request, words };
	}

	private get form(): TriggerForm {
		return this.settings.form();
	}

	/**
	 * Decides what happens with an update. Rejects if the trigger stops, or if the update cannot be read.
	 *
	 * @param claim called before an update is judged that is no answer; if it returns false, it is ignored
	 */
	async judge(update: Context, claim: () => boolean): Promise<Verdict> {
		const { subscription, answers, workflowId } = this;
		subscription.learn(update);
		if (await passToQuestion(update, answers)) return 'answer';
		const menus = { ...answers, workflowId };
		const chosen = await passToMenu(update, menus, () => this.form.pages);
		if (chosen === 'done') return 'answer';
		const commands = subscription.bot.part(OpenCommands);
		const pressed = commands.pressedIn(update);
		const asked = pressed?.asked;
		if (pressed && (!asked || !isByWriter(update, asked))) {
			this.answerPress(update, asked ? this.form.pages.words.forOthers : answers.words.closed);
			return 'answer';
		}
		// The trigger that asked takes it.
		if (asked && asked.subscription !== subscription) return 'answer';
		if (!claim()) return 'ignored';
		if (pressed && asked) {
			const { key, person } = pressed;
			this.closeQuestion(update);
			const completed = commands.complete(update, key, asked, person);
			return await this.judgeInOrder(Promise.resolve([completed]), update, undefined, completed);
		}
		const together = this.togetherOf(update);
		if (!together) {
			const verdict = await this.judgeInOrder(Promise.resolve([update]), update, chosen);
			if (chosen && verdict === 'ignored') this.answerPress(update, '');
			return verdict;
		}
		return await subscription.part(UpdateQueue).gathering.join(update, together, async (whole) => {
			// An album keeps its place in the chat. The chat does not wait for the rest of a burst.
			const isBurst = this.burstOf(update) !== undefined;
			const parts = isBurst ? Promise.resolve(await whole) : whole;
			return await this.judgeInOrder(parts, update, chosen);
		});
	}

	/** The burst that an update can be part of, if any. */
	private burstOf(update: Context): string | undefined {
		const { gatherSeconds } = this.settings.options;
		if (gatherSeconds === 0 || !this.form.judged.includes('message')) return undefined;
		return burstOf(update);
	}

	/** The group that an update is handled with, if any. */
	togetherOf(update: Context): Together | undefined {
		const { options, hasAllSince, partsBefore } = this.settings;
		const before = partsBefore?.(update);
		if (before) return againTogether(before[0]!, before.length);
		const burst = this.burstOf(update);
		if (burst !== undefined) return burstTogether(burst, options.gatherSeconds, hasAllSince);
		const album = options.gatherAlbums ? update.album : undefined;
		return album === undefined ? undefined : albumTogether(album);
	}

	/** Judges an update or a group, after all earlier ones of its chat. */
	private async judgeInOrder(
		whole: Promise<UpdateParts>,
		update: Context,
		chosen?: Chosen,
		completed?: Context,
	): Promise<Verdict> {
		const judge = async () => await this.judgeNow(await whole, update, chosen, completed);
		const { id } = update.chat;
		if (id === undefined) return await judge();
		return await this.subscription.part(UpdateQueue).order.run(String(id), judge);
	}

	private async judgeNow(
		parts: UpdateParts,
		update: Context,
		chosen?: Chosen,
		completed?: Context,
	): Promise<Verdict> {
		const { form, subscription, server } = this;
		const { bot, tally } = subscription;
		if (!chosen && !completed && !form.judged.includes(update.kind)) {
			tally.leftOut.add(update.kind);
			return 'ignored';
		}
		tally.judged++;
		// A menu press is read as if the button had its value as data.
		const { raw, payload } = update;
		const press = chosen && { ...raw, callback_query: { ...payload, data: chosen.value } };
		const read: UpdateParts = press ? [new Context(press)] : parts;
		const isBotNamed = read.some(({ command }) => command?.bot);
		const ownName = isBotNamed ? await bot.ownUsername(server) : undefined;
		for (const part of read) part.ownName = ownName;
		const findings = await form.judge(read, this);
		if (typeof findings === 'string') {
			tally.lastLeftOut = { update, by: findings };
			return 'ignored';
		}
		const { misfit, ...destination } = await form.router.find(read, this, findings);
		if (misfit !== undefined) {
			tally.lastLeftOut = { update, by: 'Outputs > Commands > Arguments' };
			// Not awaited: it only logs failures.
			void subscription.part(UsageAnswers).answer(completed ?? update, misfit, form.usage, {
				server: this.answers,
				subscription,
			});
			return 'ignored';
		}
		tally.passed++;
		// In a raid, each person counts once.
		const isKnown = subscription.part(StartedJoins).hasAllOf(update);
		if (isKnown && !findings.raid) return 'ignored';
		const isGathered = this.burstOf(update) !== undefined;
		if (completed)
			return { parts: [update], isGathered: false, findings, completed, ...destination };
		return { parts, isGathered, findings, chosen, ...destination };
	}

	/** Answers the press of the button that says whom a command means, and removes the question. */
	private closeQuestion(press: Context): void {
		const { chat, message } = press;
		this.answerPress(press, '');
		const question = { chat_id: chat.id as Int, message_id: message.message_id as Int };
		void settle(this.answers.call('deleteMessage', question));
	}

	/** Answers the press that starts a workflow, if the form says so, or if it is one of a menu. */
	acknowledge(update: Context, { chosen, completed }: Start): void {
		if (completed) return;
		const notice = this.form.notice ?? (chosen && '');
		if (notice !== undefined && update.isPress) this.answerPress(update, notice);
	}

	/** Without an answer, the button keeps spinning. */
	private answerPress({ payload: { id } }: Context, notice: string): void {
		const { call, warn } = this.server;
		if (id === undefined) return;
		const body = { callback_query_id: String(id), ...(notice && { text: notice }) };
		// Not awaited, and a failure is only logged: it may be too late to answer.
		void settle(call('answerCallbackQuery', body)).then(({ error }) => {
			if (error) warn(`A button press could not be answered: ${(error as Error).message}`);
		});
	}

	/** The input of an execution: the item with its files, in the right output. */
	async itemsOf(start: Start): Promise<INodeExecutionData[][]> {
		const { form, server, subscription } = this;
		const { parts, findings } = start;
		if (findings.raid) subscription.rules.raids.complete(findings.raid, parts[0].chatId);
		const outputs: INodeExecutionData[][] = Array.from({ length: form.router.outputs }, () => []);
		outputs[start.output]!.push(await itemOf(start, form.item, server));
		return outputs;
	}
}
