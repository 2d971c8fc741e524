import type { IDataObject, ITriggerFunctions } from 'n8n-workflow';

import { Owner } from '../api/owner';
import { Bot, type Subscription } from './bot';
import { botIdOf } from './botId';
import { Kept } from './kept';

/** What is remembered of n8n itself, and its bots. */
class Registry extends Owner {
	readonly bots = new Kept((id) => new Bot(id));
}

/** All that outlives a call in this process. No other module-level variable is written to. */
export const registry = new Registry('n8n');

/** The bot of a decrypted credential, at its address. */
export const botOf = (credential: IDataObject = {}): Bot => registry.bots.get(botIdOf(credential));

type Context = Pick<ITriggerFunctions, 'getWorkflow' | 'getNode' | 'getMode'>;

/** Names a node and its workflow in this n8n. */
export const nodeKeyOf = (context: Pick<Context, 'getWorkflow' | 'getNode'>): string =>
	`${context.getWorkflow().id ?? ''}:${context.getNode().id}`;

export const isTestRun = (context: Pick<Context, 'getMode'>) => context.getMode() === 'manual';

/** @param isTest whether it is that of the node's test runs */
export function subscriptionOf(
	bot: Bot,
	context: Context,
	isTest = isTestRun(context),
): Subscription {
	return bot.subscriptions.get(`${nodeKeyOf(context)}:${isTest ? 'test' : 'live'}`);
}

/** Keeps a subscription and its bot for as long as the trigger is there. Returns what lets them go. */
export function hold({ bot, id }: Subscription): () => void {
	const ends = [registry.bots.hold(bot.id), bot.subscriptions.hold(id)];
	return () => ends.forEach((end) => end());
}
