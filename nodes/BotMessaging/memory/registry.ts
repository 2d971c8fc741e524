import { createHash } from 'crypto';
import type { IDataObject, ITriggerFunctions } from 'n8n-workflow';

import { tokenOf } from '../../../credentials/BotMessagingApi.credentials';
import { Owner, Kept } from '../api/owner';
import { numberOfBot } from '../api/door';
import { ActiveTriggers, Bot, newTally, type ActiveTrigger, type Subscription } from './bot';

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Normalizes an address, because it can be written in two ways. */
function originOf({ service, baseUrl }: IDataObject): string {
	// SafeW has two addresses for the same bots.
	if (service !== 'other') return 'safew';
	const url = trimmed(baseUrl).replace(/\/+$/, '');
	return URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url;
}

/**
 * Names a bot at an address, however its token was pasted: 16 hexadecimal digits. A new secret in its
 * token (reference 2.1) does not make it another bot.
 */
export function botIdOf(credential: IDataObject = {}): string {
	const number = numberOfBot(credential) ?? tokenOf(credential);
	return createHash('sha256')
		.update(`${originOf(credential)} ${number}`)
		.digest('hex')
		.slice(0, 16);
}

/** What is remembered of n8n itself, and its bots. */
class Registry extends Owner {
	/** Whether published triggers run in this process, for any bot: in queue mode, workers run no triggers. */
	hasRunTriggers = false;

	readonly bots = new Kept((id) => new Bot(id));
}

/** Everything that outlives a call in this process. No other module-level variable is mutable. */
export const registry = new Registry('n8n');

export const botOf = (credential: IDataObject = {}): Bot => registry.bots.get(botIdOf(credential));

type WorkflowContext = Pick<ITriggerFunctions, 'getWorkflow' | 'getNode' | 'getMode'>;

/** Names a node and its workflow in this n8n. */
export const nodeKeyOf = (context: Pick<WorkflowContext, 'getWorkflow' | 'getNode'>): string =>
	`${context.getWorkflow().id ?? ''}:${context.getNode().id}`;

export function workflowNameOf(context: Pick<WorkflowContext, 'getWorkflow'>): string {
	const { id, name } = context.getWorkflow();
	return name ?? id ?? '';
}

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
	trigger: Omit<ActiveTrigger, 'tally'>,
): () => void {
	const { bot, id } = subscription;
	const active = bot.part(ActiveTriggers);
	const entry = { ...trigger, tally: (subscription.tally = newTally()) };
	active.set(id, entry);
	registry.hasRunTriggers ||= !trigger.isTest;
	const leave = () => active.get(id) === entry && active.delete(id);
	const ends = [registry.bots.hold(bot.id), bot.subscriptions.hold(id), leave];
	return () => ends.forEach((end) => end());
}
