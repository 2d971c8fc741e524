import { shownAddress } from '../api/addresses';
import type { Call } from '../api/client';
import { statusOf } from '../api/errors';
import { settle } from '../api/settle';
import { Context } from '../update/context';
import { isUpdate } from '../update/update';
import { workflowsPolling } from './activeTriggers';
import type { Bot } from './bot';

const NONE_SEEN = 'This bot has received no messages since n8n was started.';
const FETCHED_ELSEWHERE =
	'Another program receives the updates of this bot, so its chats are not known here.';

/**
 * Remembers the chats of the updates that wait on the server, without confirming any. It asks only
 * if some wait: no other program can then be holding a request for them open, which a second
 * request would end (reference 3.2). Resolves with why there may be none. Throws as a call does.
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
