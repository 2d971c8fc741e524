import {
	deepCopy,
	type IDataObject,
	type INode,
	type ITriggerFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

import type { KnownList } from '../commandList/lists';
import type { Bot, Subscription } from '../memory/bot';
import type { KnownChat } from '../memory/chats';
import { isTestRun } from '../memory/registry';

/** What n8n keeps of a workflow, and its own note whether it has to save that. */
export interface N8nWorkflow {
	nodes?: { [name: string]: INode };
	staticData?: { __dataChanged?: boolean };
}

/** n8n shows a trigger the nodes behind it; its own copy of the workflow has the others, too. */
export const workflowOf = (context: object): N8nWorkflow | undefined =>
	(context as { workflow?: N8nWorkflow }).workflow;

/** Triggers remember there how far they got, and code whatever it likes. */
const usesStaticData = ({ type, parameters }: INode) =>
	/trigger|cron|interval/i.test(type) ||
	JSON.stringify(parameters).includes('getWorkflowStaticData');

/** Whether no other node of the workflow may keep something in its static data. */
export function isAlone(context: Pick<ITriggerFunctions, 'getNode'>): boolean {
	const nodes = workflowOf(context)?.nodes;
	const others = Object.values(nodes ?? {}).filter(({ id }) => id !== context.getNode().id);
	return nodes !== undefined && !others.some(usesStaticData);
}

export interface WebhookMemory extends IDataObject {
	/** Origins under which this n8n has registered this node, oldest first. */
	origins?: string[];
	/** Shows whether the server has today's secret, or the address its key, without showing either. */
	mark?: string;
	/** The bot's menu: what was changed in it. */
	menu?: KnownList[];
	/** The chats of the bot of this id, the latest first. */
	chats?: { bot: string; list: KnownChat[] };
	/** Only in the static data of a test run, which n8n keeps apart. */
	isTest?: true;
}

/** Has a bot know the chats again that a webhook trigger kept before this start of n8n. */
export function restoreChats({ chats }: WebhookMemory, bot: Bot): void {
	if (chats?.bot === bot.id) bot.chats.restore(deepCopy(chats.list));
}

/** Up to which change of the bot's chats a trigger has kept them in this process. */
class ChatsKept {
	changes?: number;
}

/** Keeps the bot's chats for the next start: n8n saves them after the push. */
export function keepChats(context: IWebhookFunctions, subscription: Subscription): void {
	const { bot } = subscription;
	const kept = subscription.part(ChatsKept);
	if (kept.changes === bot.chats.changes || isTestRun(context) || !isAlone(context)) return;
	const memory: WebhookMemory = context.getWorkflowStaticData('node');
	// In queue mode, another process has registered the webhook.
	if (kept.changes === undefined) restoreChats(memory, bot);
	kept.changes = bot.chats.changes;
	memory.chats = { bot: bot.id, list: deepCopy(bot.chats.latestFirst) };
}
