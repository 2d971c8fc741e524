import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { createCall, loadCredential, type Call } from '../api/client';
import { Door } from '../api/door';
import { UserError } from '../api/errors';
import { settle } from '../api/settle';
import type { Asked } from '../engine/hints';
import { statusOf, toNodeError } from '../engine/nodeErrors';
import type { Bot } from '../memory/bot';
import type { KnownChat } from '../memory/chats';
import { botOf } from '../memory/registry';
import { plain } from '../moderation/spelling';
import { workflowsPolling } from '../triggers/polling/poller';
import { isUpdate } from '../update/update';
import { shownAddress } from '../triggers/polling/diagnosis';

/** Short, because a person waits for the list. */
const TIMEOUT_MS = 10_000;

const ASKED: Asked = { effect: 'read' };

const WHAT_TO_DO =
	'Write a message to the bot, or in a group with the bot, and open this list again. Or choose By ID or By Name.';

/** n8n shows the message of such an error and leaves the description out. */
const nothingToShow = (reason: string) => new UserError(`${reason} ${WHAT_TO_DO}`);

const NONE_SEEN = 'This bot has received no messages since n8n was started.';
const FETCHED_ELSEWHERE =
	'Another program receives the updates of this bot, so this list does not show its chats.';

interface WebhookInfo {
	url?: unknown;
	pending_update_count?: unknown;
}

/** What the server says of its deliveries; nothing if it does not offer that. */
async function webhookInfo(call: Call): Promise<WebhookInfo> {
	const { value, error } = await settle(call('getWebhookInfo', {}));
	if (error !== undefined && statusOf(error) !== 404) throw error;
	return Object(value) as WebhookInfo;
}

/**
 * Remembers the chats of the updates that wait on the server, without confirming any. It asks only
 * if some wait: no other program can then be holding a request for them open, which a second
 * request would end (reference 3.2). Throws if the server must not be asked.
 */
async function lookAtWaiting(call: Call, bot: Bot): Promise<void> {
	if (workflowsPolling(bot).length > 0) throw nothingToShow(NONE_SEEN);
	const { url, pending_update_count: pending } = await webhookInfo(call);
	if (url) {
		throw nothingToShow(`The updates of this bot go to ${shownAddress(String(url))}. ${NONE_SEEN}`);
	}
	if (!(Number(pending) > 0)) throw nothingToShow(NONE_SEEN);
	const { value: updates, error } = await settle(call('getUpdates', { limit: 100, timeout: 0 }));
	if (statusOf(error) === 409) throw nothingToShow(FETCHED_ELSEWHERE);
	if (error !== undefined) throw error;
	if (Array.isArray(updates)) updates.filter(isUpdate).forEach((update) => bot.chats.learn(update));
}

const TYPES: Record<string, string> = {
	private: 'private chat',
	supergroup: 'group',
};

/** For example `Demo Group (group, @demo_group)`; if there is no username, the id is there. */
function nameOf({ id, type, title, username }: KnownChat): string {
	const address = username ? `@${username}` : id;
	const inBrackets = [TYPES[type] ?? type, address].filter(Boolean).join(', ');
	// n8n keeps this name in the node, and would run a text that begins with = as an expression.
	const shown = (title || address).replace(/^[=\s]+/, '') || address;
	return `${shown} (${inBrackets})`;
}

/**
 * The chats for a form's list, the latest first: those that this n8n's triggers have seen and, if
 * no webhook is set and nobody here polls, those whose updates wait on the server.
 *
 * @param filter part of a title, username or id, in any case
 */
export async function searchChats(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await new Door(this).pass(async (context) => await chatsFor(context, filter));
}

async function chatsFor(
	context: ILoadOptionsFunctions,
	filter: string,
): Promise<INodeListSearchResult> {
	const credential = await loadCredential(context);
	const bot = botOf(credential.data);
	const call = createCall(context, credential, { timeoutMs: TIMEOUT_MS });
	const { error } = await settle(lookAtWaiting(call, bot));
	const chats = bot.chats.latestFirst;
	if (chats.length === 0) {
		throw toNodeError(context.getNode(), error ?? nothingToShow(NONE_SEEN), ASKED);
	}
	const wanted = plain(filter.trim());
	const all = chats.map((chat) => ({ name: nameOf(chat), value: chat.id }));
	return {
		results: all.filter(({ name, value }) => plain(`${name} ${value}`).includes(wanted)),
	};
}
