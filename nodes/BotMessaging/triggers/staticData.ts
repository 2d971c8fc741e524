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

/** What n8n keeps of a workflow, and its own flag for unsaved changes. */
export interface N8nWorkflow {
	nodes?: { [name: string]: INode };
	staticData?: { __dataChanged?: boolean };
}

/** n8n shows a trigger only the nodes behind it; n8n's own copy of the workflow has all. */
export const workflowOf = (context: object): N8nWorkflow | undefined =>
	(context as { workflow?: N8nWorkflow }).workflow;

/** Triggers store their progress there, and code can store anything. */
const usesStaticData = ({ type, parameters }: INode) =>
	/trigger|cron|interval/i.test(type) ||
	JSON.stringify(parameters).includes('getWorkflowStaticData');

/** Whether no other node of the workflow can use the static data. */
export function isAlone(context: Pick<ITriggerFunctions, 'getNode'>): boolean {
	const nodes = workflowOf(context)?.nodes;
	const others = Object.values(nodes ?? {}).filter(({ id }) => id !== context.getNode().id);
	return nodes !== undefined && !others.some(usesStaticData);
}

export interface WebhookMemory extends IDataObject {
	/** Origins under which this n8n has registered this node, oldest first. */
	origins?: string[];
	/** A fingerprint of today's secret at the server, or of the key in the address. It reveals neither. */
	mark?: string;
	/** The changes to the bot's menu. */
	menu?: KnownList[];
	/** The chats of the bot of this id, the latest first. */
	chats?: { bot: string; list: KnownChat[] };
	/** Only in the static data of a test run, which n8n keeps apart. */
	isTest?: true;
}

/** Restores the chats that a webhook trigger saved before n8n started. */
export function restoreChats({ chats }: WebhookMemory, bot: Bot): void {
	if (chats?.bot === bot.id) bot.chats.restore(deepCopy(chats.list));
}

/** The change counter of the bot's chats at the last save of this process. */
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
