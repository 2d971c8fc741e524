import { deepCopy, type IWebhookFunctions } from 'n8n-workflow';

import type { Bot, Subscription } from '../../memory/bot';
import { isTestRun } from '../../memory/registry';
import { isAlone } from '../staticData';
import type { WebhookMemory } from './server';

/** Has a bot know the chats again that a trigger kept before this start of n8n. */
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
