import type {
	IDataObject,
	IHookFunctions,
	IHttpRequestOptions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { Call } from '../api/client';
import type { Download } from '../api/download';
import { ticks } from '../api/basics';
import { UserError } from '../api/errors';
import { withRetries } from '../api/retry';
import type { FileSource } from '../engine/files';
import type { Asked } from '../engine/hints';
import { sentences, toNodeError } from '../engine/nodeErrors';
import type { Bot } from '../memory/bot';
import { subscriptionOf } from '../memory/registry';
import type { Server } from '../memory/server';
import type { AnswerContext } from '../questions/deliver';
import { wordsOf, type QuestionOptions } from '../questions/triggerOptions';
import type { HasAllSince } from '../update/gathering';
import type { Update } from '../update/update';
import type { GatherOptions } from './form/fields';
import type { TriggerForm } from './form/form';
import type { JudgeContext } from './routing';

/** A bot, and the way to it. */
export interface BotAccess {
	readonly bot: Bot;
	/** The decrypted credential. */
	readonly data: IDataObject | undefined;
	readonly call: Call;
	readonly download: Download;
}

/** Which updates start one execution together. */
export interface Gathers extends GatherOptions {
	hasAllSince: HasAllSince;
	/** What an update was brought as one with before n8n was started, the first one first. */
	partsBefore?: (update: Update) => string[] | undefined;
}

export interface Trigger extends JudgeContext {
	/** Asks again if there is no answer. */
	readonly server: Server & FileSource;
	readonly workflowId: string;
	readonly form: TriggerForm;
	readonly gathers: Gathers;
	/** Brings answers to the executions that wait for them. */
	readonly answers: AnswerContext;
}

/** Requests for other things than updates are tried several times: nobody repeats them by hand. */
const PATIENCE = { retries: 3, longestWaitMs: 30_000 };

/** A call that asks again, for what does no harm a second time. */
export const patient =
	(call: Call): Call =>
	async (...request) =>
		await withRetries('repeatable', async () => await call(...request), PATIENCE);

type NamedContext = Pick<ITriggerFunctions, 'getNode' | 'logger'>;

export const named = (context: Pick<NamedContext, 'getNode'>, words: string) =>
	`${context.getNode().name}: ${words}`;

export const warnWith = (context: NamedContext) => (words: string) =>
	context.logger.warn(named(context, words));

/** All that the start and the end of a trigger ask of the server leads to the same end however often. */
export const ASKED: Asked = { effect: 'repeatable' };

/** Only a polling trigger can save one, in newer versions of n8n. */
type Reporting = NamedContext & Partial<Pick<ITriggerFunctions, 'saveFailedExecution'>>;

/** Says once what went wrong: by a failed execution, if n8n can save it, and in the log. */
export function report(context: Reporting, error: UserError): void {
	const isShown = context.saveFailedExecution !== undefined;
	warnWith(context)(isShown ? error.message : sentences(error.message, error.hint ?? ''));
	context.saveFailedExecution?.(toNodeError(context.getNode(), error));
}

/** The workflow runs all the same, and its user sees why the menu is not as the form says. */
export function reportMenu(context: Reporting, error: unknown): void {
	const { message, description } = toNodeError(context.getNode(), error, ASKED);
	const words = `The menu of the bot does not show all commands: ${message}`;
	report(context, new UserError(words, description ?? undefined));
}

export const requestWith =
	({ helpers }: ITriggerFunctions | IWebhookFunctions) =>
	async (request: IHttpRequestOptions) =>
		(await helpers.httpRequest(request)) as unknown;

interface Settings extends Omit<Gathers, keyof GatherOptions> {
	options: QuestionOptions & GatherOptions;
	/** Where n8n takes answers. */
	bases: string[];
	/** An answer to a question does not need it. */
	form: () => TriggerForm;
	isOver: () => boolean;
}

export function triggerOf(
	context: ITriggerFunctions | IWebhookFunctions,
	{ bot, data: credential, call, download }: BotAccess,
	{ options, bases, form, isOver, ...gathers }: Settings,
): Trigger {
	const warn = warnWith(context);
	return {
		subscription: subscriptionOf(bot, context),
		server: {
			call: patient(call),
			warn,
			helpers: context.helpers,
			download: async (path) =>
				await withRetries('read', async () => await download(path), PATIENCE),
		},
		workflowId: context.getWorkflow().id ?? '',
		get form() {
			return form();
		},
		gathers: { ...options, ...gathers },
		answers: {
			...{ bot, credential, call, bases, warn, isOver },
			request: requestWith(context),
			words: wordsOf(options),
		},
	};
}

/** A trigger that comes back within this time has been restarted by n8n, not published by a person. */
const RESTART_MS = 10 * 60_000;

/** Drops the updates that wait when a workflow is published, and only then. */
export class PendingDrop {
	/** When the trigger that dropped what waited was there last, in ticks. */
	private lastAt = -Infinity;

	/**
	 * Whether what waits may be dropped now: when a person publishes. n8n says when it starts; but a
	 * workflow whose trigger failed is restarted with the same word as a publication, again and again.
	 * What has come meanwhile must stay.
	 */
	isAllowed(context: IHookFunctions | ITriggerFunctions): boolean {
		const isPublication = ['activate', 'create'].includes(context.getActivationMode());
		return isPublication && ticks() - this.lastAt >= RESTART_MS;
	}

	note(): void {
		this.lastAt = ticks();
	}

	noteStop(): void {
		if (this.lastAt > -Infinity) this.note();
	}
}

export const pendingDropOf = (bot: Bot, context: IHookFunctions | ITriggerFunctions): PendingDrop =>
	subscriptionOf(bot, context, false).part(PendingDrop);
