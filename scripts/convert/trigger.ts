import { isExpression } from './expression';
import { addedTo, textOf, type TelegramNode } from './telegram';
import type { Parameters } from './workflow';

/** What our triggers start on, as n8n's Telegram Trigger does. */
const KINDS = new Set([
	'*',
	'message',
	'edited_message',
	'channel_post',
	'edited_channel_post',
	'callback_query',
	'inline_query',
	'poll',
]);

function kindsOf(updates: unknown, note: TelegramNode['note']): unknown {
	if (isExpression(updates)) {
		note('Trigger On is an expression. Check that all it gives can be chosen here.');
		return updates;
	}
	const all = Array.isArray(updates) ? updates.map(textOf) : [];
	const gone = all.filter((kind) => !KINDS.has(kind));
	if (gone.length > 0) {
		note(`Trigger On has no ${gone.join(' and no ')}: the service has no payments.`);
	}
	const kinds = all.filter((kind) => KINDS.has(kind));
	// Nothing chosen means every kind in the Telegram Trigger.
	if (all.length === 0) return ['*'];
	if (kinds.length === 0) note('Trigger On is empty. Choose what starts the workflow.');
	return kinds;
}

/** Which chats and which people a trigger listens to; the field came with version 1.1, its effect with 1.2. */
function filtersOf(node: TelegramNode): Parameters {
	if (node.version < 1.2) return {};
	const { chatIds, userIds } = addedTo(node);
	const given = Object.entries({ chatIds, userIds }).filter(([, list]) => textOf(list) !== '');
	if (given.some(([, list]) => !isExpression(list))) {
		node.note(
			'Filters has fixed numbers of chats or people. They have other numbers on your server: put those in.',
		);
	}
	return Object.fromEntries(given);
}

/** The parameters of our triggers. Output is Raw, so that expressions find the update as it was. */
export function triggerParameters(node: TelegramNode): Parameters {
	const { download, imageSize = 'large' } = addedTo(node);
	if (download === true && imageSize !== 'large' && imageSize !== 'extraLarge') {
		node.note('Image Size was left out: photos are downloaded in their largest size.');
	}
	return {
		updates: kindsOf(node.parameters.updates, node.note),
		filters: filtersOf(node),
		output: 'raw',
		downloadFiles: download ?? false,
		pendingUpdates: node.version >= 1.3 ? 'drop' : 'keep',
	};
}
