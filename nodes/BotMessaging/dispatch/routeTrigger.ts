import type { INodeExecutionData, ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';

import { settle } from '../api/basics';
import { numberOfBot } from '../api/door';
import { Semaphore } from '../api/queues';
import { PATIENCE, patient, withRetries } from '../api/retry';
import type { FileSource } from '../engine/files';
import { publishedIfFirst, type Subscription, subscriptionOf } from '../memory/registry';
import type { Server } from '../memory/server';
import type { MenuContext } from '../menus/press';
import { wordsOf, type QuestionOptions } from '../questions/triggerOptions';
import type { Context } from '../update/context';
import {
	againTogether,
	albumTogether,
	burstOf,
	burstTogether,
	type HasAllSince,
	type Together,
} from '../update/gathering';
import type { TriggerForm } from './form/form';
import type { GatherOptions } from './form/options';
import { itemOf, type Start } from './item';
import type { Sources } from './sources';
import { requestWith, warnWith, type BotAccess } from './botAccess';

/** Lists of administrators that are requested at a time: in a raid, many chats need theirs at once. */
const MOST_LISTS = 10;

class ListRequests extends Semaphore {
	constructor() {
		super(MOST_LISTS);
	}
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

/** What the stations of the route (route.ts) need of a trigger of either kind. */
export class RouteTrigger implements Sources {
	readonly subscription: Subscription;
	/** Retries if the server does not answer. */
	readonly server: Server & FileSource;
	readonly ownId?: string;
	private readonly passing: Omit<MenuContext, 'credential'>;

	constructor(
		context: ITriggerFunctions | IWebhookFunctions,
		private readonly access: BotAccess,
		private readonly settings: Settings,
	) {
		const { bot, call, download } = access;
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
		this.ownId = numberOfBot(access.credential.data);
		const workflowId = context.getWorkflow().id ?? '';
		const [request, words] = [requestWith(context), wordsOf(options)];
		const published = () => publishedIfFirst(this.subscription);
		this.passing = { bot, call, bases, warn, isOver, request, words, workflowId, published };
	}

	/** What passes answers to waiting executions, and turns menus: a replaced token counts at once. */
	get answers(): MenuContext {
		return { ...this.passing, credential: this.access.credential.data };
	}

	get form(): TriggerForm {
		return this.settings.form();
	}

	/** The burst that an update can be part of, if any. */
	private burstOf(update: Context): string | undefined {
		const { gatherSeconds } = this.settings.options;
		if (gatherSeconds === 0 || !this.form.judged.includes('message')) return undefined;
		return burstOf(update);
	}

	/** Whether it is judged with what the same person writes within some seconds. */
	isGathered(update: Context): boolean {
		return this.burstOf(update) !== undefined;
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

	/** Answers the press that starts a workflow, if the form says so, or if it is one of a menu. */
	acknowledge(update: Context, { chosen, completed }: Start): void {
		if (completed) return;
		const notice = this.form.notice ?? (chosen && '');
		if (notice !== undefined && update.isPress) this.answerPress(update, notice);
	}

	/** Without an answer, the button keeps spinning. */
	answerPress({ payload: { id } }: Context, notice: string): void {
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
