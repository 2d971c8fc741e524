import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { createCall, loadCredential } from '../api/client';
import { Door } from '../api/door';
import { UserError } from '../api/errors';
import { settle } from '../api/basics';
import { toNodeError } from '../engine/nodeErrors';
import { MOST_TITLES, type KnownChat } from '../memory/chats';
import { botOf, lookAtWaiting } from '../memory/registry';
import { plain } from '../moderation/spelling';

/** Short, because a person waits for the list. */
const TIMEOUT_MS = 10_000;

const WHAT_TO_DO =
	'Write a message to the bot, or in a group with the bot, and open this list again. Or choose By ID or By Name. Bot > Check Setup says why nothing arrives.';

const TYPES: Record<string, string> = { private: 'private chat', supergroup: 'group' };

/** For example `Demo Group (group, @demo_group)`; without a username, the id. */
function nameOf({ id, type, title, username }: KnownChat): string {
	const address = username ? `@${username}` : id;
	const inBrackets = [TYPES[type] ?? type, address].filter(Boolean).join(', ');
	// n8n keeps this name in the node, and would run a text that begins with = as an expression.
	const shown = (title || address).replace(/^[=\s]+/, '') || address;
	return `${shown} (${inBrackets})`;
}

/** The chats for a form's list, the latest first. `filter`: part of a title, username or ID. */
export async function searchChats(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await new Door(this).pass(async (context) => {
		const credential = await loadCredential(context);
		const bot = botOf(credential.data);
		const call = createCall(context, credential, { timeoutMs: TIMEOUT_MS });
		const { value: why, error } = await settle(lookAtWaiting(call, bot));
		const chats = bot.chats.latestFirst;
		if (chats.length === 0) {
			// n8n shows the message of such an error and leaves the description out.
			const nothingToShow = new UserError(`${why} ${WHAT_TO_DO}`);
			throw toNodeError(context.getNode(), error ?? nothingToShow, { effect: 'read' });
		}
		const wanted = plain(filter.trim());
		const all = chats.map((chat) => ({ name: nameOf(chat), value: chat.id }));
		const results = all.filter(({ name, value }) => plain(`${name} ${value}`).includes(wanted));
		// More would hold up the browser.
		return { results: results.slice(0, MOST_TITLES) };
	});
}
