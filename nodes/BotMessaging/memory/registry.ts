import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject, IDataObject, ITriggerFunctions } from 'n8n-workflow';

import { baseUrl, SAFEW_URLS, tokenOf } from '../../../credentials/BotMessagingApi.credentials';
import { shownAddress } from '../api/addresses';
import { settle, ticks } from '../api/basics';
import { GivenUp } from '../api/bounds';
import type { Call } from '../api/client';
import { statusOf } from '../api/errors';
import { numberOfBot } from '../api/door';
import { Owner, Kept } from '../api/owner';
import { RuleMemory } from '../moderation/rules';
import { Context } from '../update/context';
import { People } from '../update/people';
import { isUpdate } from '../update/update';
import { Chats, Migrations } from './chats';
import { Members } from './members';
import { CachedAnswers, type Server } from './server';
import { WrittenMessages } from './written';

const KEPT_MS = 60 * 60_000;

async function askForUsername({ call, warn }: Server): Promise<string | undefined> {
	const { value, error } = await settle(call('getMe', {}));
	const { username } = Object(value) as IDataObject;
	if (typeof username === 'string') return username.toLowerCase();
	const reason = error ? (error as Error).message : 'the answer has none';
	warn(
		`The username of the bot cannot be read (${reason}). Until then, mentions and commands that name a bot, such as /help@my_bot, count as those of another bot.`,
	);
	return undefined;
}

/** Counts what a trigger did with its updates since it started. */
export const newTally = () => ({
	judged: 0,
	/** Updates that passed its filters and rules. */
	passed: 0,
	/** The kinds of updates that have come and are not in Trigger On. */
	leftOut: new Set<string>(),
	/** The last update of a chosen kind that did not pass, and the field of the form that left it out. */
	lastLeftOut: undefined as { update: Context; by: string } | undefined,
	/** The last update, and the field of the form that left it out, if one did. */
	last: undefined as { update: Context; by?: string } | undefined,
	/** Why n8n keeps nothing for the trigger, and what to do. */
	unsaved: undefined as { words: string; whatToDo: string } | undefined,
});

/** A trigger that runs in this process, as others here may know it. */
export interface ActiveTrigger {
	workflow: string;
	/** A test run in the editor. */
	isTest: boolean;
	/** The kinds that may start the workflow, and the kinds requested from the server. */
	judged: string[];
	kinds: string[];
	/** The commands that have an output of their own, without the slash. */
	commands?: string[];
	/** Whether a webhook URL leads to it. Polling triggers have none. */
	isAt?: (url: string) => boolean;
	/** Why a polling trigger currently gets no updates; undefined if it gets them. */
	trouble?: () => { state: string; words: string } | undefined;
	/** What the server cannot do for a polling trigger, in words. */
	lacks?: () => string | undefined;
	tally: ReturnType<typeof newTally>;
	/** The registry may forget it. */
	release: () => void;
}

/** A bot's running triggers in this process, by subscription ID. */
export class ActiveTriggers extends Map<string, ActiveTrigger> {}

export const publishedTriggers = (bot: Owner): ActiveTrigger[] =>
	[...bot.part(ActiveTriggers).values()].filter(({ isTest }) => !isTest);

/** The IDs of the published workflows with triggers of a bot, if this one is the first: it speaks for all. */
export function publishedIfFirst({ bot, id }: Subscription): string[] | undefined {
	const live = [...bot.part(ActiveTriggers)].filter(([, { isTest }]) => !isTest);
	return live[0]?.[0] === id ? live.map(([one]) => one.split(':', 1)[0]!) : undefined;
}

/** The names of the published workflows of this n8n that poll for a bot's updates. */
export function workflowsPolling(bot: Owner): string[] {
	const polling = publishedTriggers(bot).filter(({ isAt }) => !isAt);
	return [...new Set(polling.map(({ workflow }) => workflow))];
}

/** The memory of one node of one workflow, for either its live runs or its test runs. */
export class Subscription extends Owner {
	readonly rules: RuleMemory;

	/** Restarts with each publication. */
	tally = newTally();

	/** The change counter of the bot's chats when a webhook trigger last saved them in this process. */
	chatsKept?: number;

	/** @param id as `subscriptionOf` makes it: the same in each publication */
	constructor(
		readonly bot: Bot,
		id: string,
	) {
		super(id);
		this.rules = new RuleMemory(bot.part(GivenUp));
	}

	/** Learns what an update says besides what it is about. */
	learn(update: Context): void {
		this.bot.learn(update);
		const { before, after } = update.change ?? {};
		if (before?.status !== 'administrator' || after?.status === 'administrator') return;
		// What an administrator wrote does not count against them afterwards.
		const chat = this.bot.migrations.lastingIdOf(update);
		this.rules.repeats.forget(chat, String(after?.user?.id));
	}
}

/** The memory of one bot at one address, kept while in use; its id comes from `botIdOf`. */
export class Bot extends Owner {
	readonly chats = new Chats();
	readonly migrations = new Migrations();
	readonly members = new Members(this.migrations, this.part(GivenUp));
	private readonly username = new CachedAnswers<string>(KEPT_MS, { most: 1 });
	readonly subscriptions = new Kept((id) => new Subscription(this, id));

	/** Its lowercase username; `undefined` if the server does not say. */
	async ownUsername(server: Server): Promise<string | undefined> {
		return await this.username.get('', async () => await askForUsername(server));
	}

	learn(update: Context): void {
		this.chats.learn(update);
		this.migrations.learn(update);
		this.members.learn(update);
		this.part(People).learn(update);
		if (update.kind === 'message') this.part(WrittenMessages).learn(update, this.part(GivenUp));
	}
}

const NONE_SEEN = 'This bot has received no messages since n8n was started.';
const FETCHED_ELSEWHERE =
	'Another program receives the updates of this bot, so its chats are not known here.';

/**
 * Remembers the chats of the updates that wait on the server, without confirming any. Asks only if some wait:
 * then no other program can have a held request, which a second request would end (reference 3.2). Resolves
 * with why there may be no chats. Throws as a call does.
 */
export async function lookAtWaiting(call: Call, bot: Bot): Promise<string> {
	if (workflowsPolling(bot).length > 0) return NONE_SEEN;
	const { value: info, error } = await settle(call('getWebhookInfo', {}));
	if (error !== undefined && statusOf(error) !== 404) throw error as Error;
	const { url, pending_update_count: pending = 0 } = Object(info) as Partial<typeof info & object>;
	if (url) return `The updates of this bot go to ${shownAddress(url)}. ${NONE_SEEN}`;
	if (!(Number(pending) > 0)) return NONE_SEEN;
	const polled = await settle(call('getUpdates', { limit: 100, timeout: 0 }));
	if (statusOf(polled.error) === 409) return FETCHED_ELSEWHERE;
	if (polled.error !== undefined) throw polled.error as Error;
	if (Array.isArray(polled.value)) {
		polled.value.filter(isUpdate).forEach((update) => bot.chats.learn(new Context(update)));
	}
	return NONE_SEEN;
}

/** Normalizes an address: it can be written in several ways, and SafeW has two for the same bots. */
function originOf(credential: IDataObject): string {
	const given = baseUrl(credential as ICredentialDataDecryptedObject);
	if (!URL.canParse(given)) return given;
	const url = new URL(given);
	if (/^(localhost|\[::1\])$/.test(url.hostname)) url.hostname = '127.0.0.1';
	const address = url.href.replace(/\/+$/, '');
	return Object.values<string>(SAFEW_URLS).includes(address) ? 'safew' : address;
}

/** Names a bot at an address, whatever the secret in its token is (reference 2.1): 16 hexadecimal digits. */
export function botIdOf(credential: IDataObject = {}): string {
	const number = numberOfBot(credential) ?? tokenOf(credential);
	const name = `${originOf(credential)} ${number}`;
	return createHash('sha256').update(name).digest('hex').slice(0, 16);
}

/** If n8n starts no workflow for this time, it has finished starting them. */
const QUIET_MS = 5000;
/** The longest wait for a start: one that never ends must not stop a bot. */
const LONGEST_START_MS = 120_000;

/** What is remembered of n8n itself, and its bots. */
class Registry extends Owner {
	/** Whether published triggers run in this process, for any bot: in queue mode, workers run no triggers. */
	hasRunTriggers = false;

	/** When n8n, during its start, first and last started one of our triggers, of any bot. In ticks. */
	private firstStartAt = -Infinity;
	private lastStartAt = -Infinity;

	noteStart(): void {
		if (ticks() - this.lastStartAt >= QUIET_MS) this.firstStartAt = ticks();
		this.lastStartAt = ticks();
	}

	/** Whether n8n, which starts workflows one after the other, may still start some. */
	get isStarting(): boolean {
		const now = ticks();
		return now - this.lastStartAt < QUIET_MS && now - this.firstStartAt < LONGEST_START_MS;
	}

	readonly bots = new Kept((id) => new Bot(id));
}

/** Everything that outlives a call in this process. No other module-level variable is mutable. */
export const registry = new Registry('n8n');

export const botOf = (credential: IDataObject = {}): Bot => registry.bots.get(botIdOf(credential));

type WorkflowContext = Pick<ITriggerFunctions, 'getWorkflow' | 'getNode' | 'getMode'>;

/** Names a node and its workflow in this n8n. */
export const nodeKeyOf = (context: Pick<WorkflowContext, 'getWorkflow' | 'getNode'>): string =>
	`${context.getWorkflow().id ?? ''}:${context.getNode().id}`;

export const isTestRun = (context: Pick<WorkflowContext, 'getMode'>) =>
	context.getMode() === 'manual';

/** @param isTest for the node's test runs */
export function subscriptionOf(
	bot: Bot,
	context: WorkflowContext,
	isTest = isTestRun(context),
): Subscription {
	return bot.subscriptions.get(`${nodeKeyOf(context)}:${isTest ? 'test' : 'live'}`);
}

/** Keeps a subscription and its bot while the trigger is active. Returns the function that releases them. */
export function hold(
	subscription: Subscription,
	context: WorkflowContext,
	trigger: Omit<ActiveTrigger, 'workflow' | 'tally' | 'release'>,
): () => void {
	const { bot, id } = subscription;
	const { id: workflowId = '', name = workflowId } = context.getWorkflow();
	const active = bot.part(ActiveTriggers);
	active.get(id)?.release();
	const holds = [registry.bots.hold(bot.id), bot.subscriptions.hold(id)];
	const release = () => {
		holds.forEach((end) => end());
		if (active.get(id)?.release === release) active.delete(id);
	};
	active.set(id, { ...trigger, workflow: name, tally: (subscription.tally = newTally()), release });
	registry.hasRunTriggers ||= !trigger.isTest;
	return release;
}
