import { isExpression } from './expression';
import { ALL_FILES } from './extras';
import { addedTo, type TelegramNode } from './telegram';
import { listOf, textOf, type Parameters } from './workflow';

/** The kinds of updates that our triggers share with n8n's Telegram Trigger. */
const KINDS = [
	...['message', 'edited_message', 'channel_post', 'edited_channel_post'],
	...['callback_query', 'inline_query', 'poll'],
];

/** What Telegram sends to a trigger for all updates: no member changes and no reactions. */
const EVERYTHING = [
	...KINDS,
	...['chosen_inline_result', 'poll_answer', 'my_chat_member', 'chat_join_request'],
];

/** Kinds in which the Telegram Trigger finds the chat. Its filter of chats blocks all others. */
const WITH_CHAT = EVERYTHING.slice(0, 5);
const WITH_PERSON = [...WITH_CHAT, 'inline_query'];

/** The kinds that the filters of the Telegram Trigger let through. */
function throughFilters(kinds: string[], node: TelegramNode): string[] {
	const { chatIds, userIds } = filtersOf(node);
	if (chatIds === undefined && userIds === undefined) return kinds;
	const later = chatIds === undefined ? WITH_PERSON : WITH_CHAT;
	const through = node.version < 1.4 ? ['message'] : later;
	return kinds.filter((kind) => through.includes(kind));
}

const PAYMENTS = ['shipping_query', 'pre_checkout_query', 'purchased_paid_media'];

function kindsOf(node: TelegramNode): unknown {
	const { updates } = node.parameters;
	if (isExpression(updates)) return updates;
	const all = listOf(updates).map(textOf);
	// In the Telegram Trigger, no choice means every kind.
	if (all.length === 0 || all.includes('*')) return throughFilters(EVERYTHING, node);
	const without = (isGone: (kind: string) => boolean, why: string) => {
		const gone = all.filter(isGone).join(' and ');
		if (gone !== '') node.note(`Trigger On is now without ${gone}: ${why}`);
	};
	const isPaid = (kind: string) => PAYMENTS.includes(kind);
	const isKnown = (kind: string) => KINDS.includes(kind);
	const kinds = all.filter(isKnown);
	const through = throughFilters(kinds, node);
	without(isPaid, 'the service has no payments.');
	without((kind) => !isPaid(kind) && !isKnown(kind), 'the service does not send that.');
	without((kind) => isKnown(kind) && !through.includes(kind), FILTERED);
	if (kinds.length === 0) node.note('Trigger On is empty. Choose what starts the workflow.');
	return through;
}

const FILTERED =
	'with its Filters, the Telegram Trigger never started on that. Add it if you want it.';

const FIXED =
	'Filters has fixed numbers of chats or people. They have other numbers on your server: put those in.';
const PAST_FILTERS =
	'With Download, photos, documents and videos of everybody came past the Filters of the Telegram Trigger. Now the Filters hold for them, too.';

/** Which chats and which people a trigger listens to; the field came with version 1.1, its effect with 1.2. */
function filtersOf(node: TelegramNode): Parameters {
	if (node.version < 1.2) return {};
	const { chatIds, userIds } = addedTo(node);
	const given = Object.entries({ chatIds, userIds }).filter(([, list]) => textOf(list) !== '');
	return Object.fromEntries(given);
}

/**
 * The parameters of our triggers. Output is Raw, so that expressions find the update as it was. Each
 * picture of an album starts the workflow, as it did.
 */
export function triggerParameters(node: TelegramNode): Parameters {
	const filters = filtersOf(node);
	const { chatIds } = filters;
	const several = { __rl: true, mode: 'several', value: chatIds };
	// In a trigger, an expression can only read variables.
	const isFiltered = Object.keys(filters).length > 0;
	if (isFiltered) node.note(FIXED);
	const { download, imageSize = 'large' } = addedTo(node);
	if (download === true) node.note(ALL_FILES);
	if (download === true && isFiltered) node.note(PAST_FILTERS);
	if (download === true && imageSize !== 'large' && imageSize !== 'extraLarge') {
		node.note('Image Size was left out: photos are downloaded in their largest size.');
	}
	return {
		updates: kindsOf(node),
		filters: { ...filters, ...(chatIds !== undefined && { chatIds: several }) },
		output: 'raw',
		downloadFiles: download ?? false,
		pendingUpdates: node.version >= 1.3 ? 'drop' : 'keep',
		options: { gatherAlbums: false },
	};
}
