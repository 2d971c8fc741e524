import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../api/errors';
import { operation, type Batch, type Field } from '../../engine/define';
import { numberWithin } from '../../engine/reading';
import { formOnly, limit, optionsIn, toggle } from '../../fields/formField';
import { lookAtWaiting, publishedTriggers, type Bot, registry } from '../../memory/registry';
import { MOST_CHATS, type KnownChat } from '../../memory/chats';
import { quickCallOf } from '../../api/client';

const most: Field = {
	...limit,
	shownFor: { returnAll: [false] },
	typeOptions: { minValue: 1, numberPrecision: 0 },
	wire: { encode: (value) => numberWithin(most, value) },
};

/** People call a supergroup a group. */
const KINDS: Record<string, string> = { supergroup: 'group' };

const kinds = formOnly(
	'chatKinds',
	'The kinds of chats to return. Without this field, all are returned.',
	{
		displayName: 'Kinds',
		type: 'multiOptions',
		default: [],
		options: optionsIn({ channel: ['Channel'], group: ['Group'], private: ['Private Chat'] }),
	},
);

const UNPUBLISHED =
	'Publish a workflow with a trigger of this bot, then write to the bot, or in a group with the bot. Bot > Check Setup says why nothing arrives.';
const ELSEWHERE =
	'The chats of a bot are known only in the process of n8n that runs its triggers, and this process runs none';
const IN_QUEUE_MODE = `${UNPUBLISHED} In queue mode, executions run in workers, which know no chats: let the workflow of the trigger store the chats in a data table, and get them from there.`;
const NONE_YET =
	'The bot knows no chat yet. Write to it, or in a group with it, while a workflow with its trigger is published.';
const ONLY_WAITING =
	'No trigger of this bot runs in this process of n8n. These are only the chats whose updates wait on the server.';
const MAY_BE_MORE = `The node knows the last ${MOST_CHATS} chats only. To write to more, store chats in a data table.`;

/** Chats under their current ids, each once: a group's id can change. */
function withCurrentIds({ chats, migrations }: Bot): KnownChat[] {
	const found = new Map<string, KnownChat>();
	for (const chat of chats.latestFirst) {
		const id = migrations.currentIdOf(chat.id) ?? chat.id;
		if (!found.has(id)) found.set(id, { ...chat, id });
	}
	return [...found.values()];
}

/** The chats that the bot knows, the latest first. Throws UserError if it cannot know any. */
async function knownChats(batch: Batch): Promise<KnownChat[]> {
	const bot = batch.bot as Bot;
	if (!registry.hasRunTriggers && batch.context.getMode() !== 'manual')
		throw new UserError(ELSEWHERE, IN_QUEUE_MODE);
	const isHere = publishedTriggers(bot).length > 0;
	const why = isHere ? '' : await lookAtWaiting(quickCallOf(batch), bot);
	const chats = withCurrentIds(bot);
	if (chats.length === 0 && !isHere) throw new UserError(why, UNPUBLISHED);
	if (chats.length === 0) batch.warn(NONE_YET);
	if (!registry.hasRunTriggers) batch.warn(ONLY_WAITING);
	if (chats.length === MOST_CHATS) batch.warn(MAY_BE_MORE);
	return chats;
}

function itemOf({ id, type, title, username }: KnownChat): IDataObject {
	const chatId = Number.isSafeInteger(Number(id)) ? Number(id) : id;
	return { chatId, type, title: title || null, username: username || null };
}

/** The same chats as From List (reference 3.2 and 3.3 for those that wait on the server). */
export const getManyChats = operation('chat', 'getWebhookInfo', {
	value: 'getManyChats',
	effect: 'read',
	ordered: false,
	name: 'Get Many',
	action: 'Get many chats',
	description:
		'Get the chats that the bot knows, for example to write to all of them. The latest chats come first.',
	fields: [
		formOnly('returnAll', 'Whether to return all results or only up to a given limit', toggle),
		most,
	],
	additionalFields: [kinds],
	run: async (batch) => {
		let known: Promise<KnownChat[]> | undefined;
		await batch.forEachItem(async ({ item, body, values }) => {
			const { chatKinds = [] } = values.additionalFields as { chatKinds?: string[] };
			const isWanted = ({ type }: KnownChat) =>
				chatKinds.length === 0 || chatKinds.includes(KINDS[type] ?? type);
			const chats = (await (known ??= knownChats(batch))).filter(isWanted);
			for (const chat of chats.slice(0, body.limit as number | undefined))
				batch.emit(item, itemOf(chat));
		});
	},
});
