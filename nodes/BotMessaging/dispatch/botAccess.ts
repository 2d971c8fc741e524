import type {
	ICredentialsDecrypted,
	IHookFunctions,
	IHttpRequestOptions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { createCall, type Call } from '../api/client';
import { settle, ticks } from '../api/basics';
import { createDownload, type Download } from '../api/download';
import { TransportError, UserError } from '../api/errors';
import { pacedCall } from '../api/pace';
import { DEFAULT_TRAFFIC } from '../api/traffic';
import type { Asked } from '../engine/hints';
import { sentences, toNodeError } from '../engine/nodeErrors';
import { type Bot, botOf, subscriptionOf } from '../memory/registry';

/**
 * An answer can arrive byte by byte, so a request also ends after twice the time without data. A replaced token
 * counts from the next request, however long this function is kept.
 */
const callOf =
	(access: BotAccess): Call =>
	async (method, body, options = {}) => {
		const call = createCall(access.context, access.credential, DEFAULT_TRAFFIC);
		const { timeoutMs = DEFAULT_TRAFFIC.timeoutMs, abortSignal } = options;
		const late = AbortSignal.timeout(2 * timeoutMs);
		const abortSignals = abortSignal ? [abortSignal, late] : [late];
		const ended = { ...options, abortSignal: AbortSignal.any(abortSignals) };
		const answer = await settle(call(method, body, ended));
		if (late.aborted) throw new TransportError('timeout', 'The answer of the server did not end');
		if (answer.error !== undefined) throw answer.error as Error;
		return answer.value!;
	};

type AccessContext = ITriggerFunctions | IHookFunctions | IWebhookFunctions;

/** A bot, and the way to it. */
export class BotAccess<Caller extends AccessContext = AccessContext> {
	readonly bot: Bot;

	constructor(
		readonly context: Caller,
		public credential: ICredentialsDecrypted,
	) {
		this.bot = botOf(credential.data);
	}

	get call(): Call {
		return pacedCall(callOf(this), this.bot);
	}

	readonly download: Download = async (path) =>
		await createDownload(this.context, this.credential, DEFAULT_TRAFFIC)(path);
}

/** What a user reads if the credential of a published trigger is now for another bot. */
export const otherBot = (what: string): [string, string] => [
	`The credential of this trigger is now for another bot, or for a bot at another address. ${what}`,
	'If that is what you want, unpublish this workflow, and publish it again. If not, put the former token and address into the credential, and do the same.',
];

type NamedContext = Pick<ITriggerFunctions, 'getNode' | 'logger'>;

export const named = (context: Pick<NamedContext, 'getNode'>, words: string) =>
	`${context.getNode().name}: ${words}`;

export const warnWith = (context: NamedContext) => (words: string) =>
	context.logger.warn(named(context, words));

/** All requests at the start and end of a trigger can be repeated safely. */
export const ASKED: Asked = { effect: 'repeatable' };

/** Only a polling trigger can save one, in newer versions of n8n. */
type Reporting = NamedContext & Partial<Pick<ITriggerFunctions, 'saveFailedExecution'>>;

/** Reports an error once: as a failed execution, if n8n can save one, and in the log. */
export function report(context: Reporting, error: UserError): void {
	const isShown = context.saveFailedExecution !== undefined;
	warnWith(context)(isShown ? error.message : sentences(error.message, error.hint ?? ''));
	context.saveFailedExecution?.(toNodeError(context.getNode(), error));
}

/** The workflow runs anyway, and the user sees why the menu differs from the form. */
export function reportMenu(context: Reporting, error: unknown): void {
	const { message, description } = toNodeError(context.getNode(), error, ASKED);
	const words = `The menu of the bot does not show all commands: ${message}`;
	report(context, new UserError(words, description ?? undefined));
}

export const requestWith =
	({ helpers }: ITriggerFunctions | IWebhookFunctions) =>
	async (request: IHttpRequestOptions) =>
		(await helpers.httpRequest(request)) as unknown;

/** If a trigger comes back within this time, n8n restarted it, not a person. */
const RESTART_MS = 10 * 60_000;

/** Drops the updates that wait when a person publishes a workflow, and only then. */
class PendingDrop {
	/** When the trigger that dropped updates was last here, in ticks. */
	private lastAt = -Infinity;

	/** n8n marks its own start, but it restarts a failed trigger again and again as if it were published. */
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
