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

const withLost = formOnly(
	'withLost',
	'Whether to also return chats in which the bot was removed or blocked. Their isLost is true.',
	{ displayName: 'Include Lost Chats', ...toggle },
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
	for (const chat of chats.all) {
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
	if (chats.every(({ lost }) => lost)) batch.warn(NONE_YET);
	if (!registry.hasRunTriggers) batch.warn(ONLY_WAITING);
	if (chats.length === MOST_CHATS) batch.warn(MAY_BE_MORE);
	return chats;
}

interface Wishes {
	chatKinds?: string[];
	withLost?: boolean;
}

/** For example `47 groups, 212 private chats. Left out: 3 that the bot has lost, 5 by Kinds or Limit.` */
function summaryOf(all: KnownChat[], chats: KnownChat[]): string {
	const kinds = chats.map(({ type }) =>
		type === 'private' ? 'private chat' : (KINDS[type] ?? type),
	);
	const counts = [...new Set(kinds)].map((kind) => {
		const { length } = kinds.filter((one) => one === kind);
		return `${length} ${kind}${length === 1 ? '' : 's'}`;
	});
	const lost = all.filter((chat) => chat.lost && !chats.includes(chat)).length;
	const others = all.length - chats.length - lost;
	const leftOut = [
		lost && `${lost} that the bot has lost`,
		others && `${others} by Kinds or Limit`,
	];
	const words = leftOut.filter(Boolean).join(', ');
	return `${counts.join(', ') || 'No chats'}.${words ? ` Left out: ${words}.` : ''}`;
}

function itemOf({ id, type, title, username, lost }: KnownChat): IDataObject {
	const chatId = Number.isSafeInteger(Number(id)) ? Number(id) : id;
	return { chatId, type, title: title || null, username: username || null, isLost: !!lost };
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
	additionalFields: [withLost, kinds],
	run: async (batch) => {
		let known: Promise<KnownChat[]> | undefined;
		await batch.forEachItem(async ({ item, body, values }) => {
			const { chatKinds = [], withLost: takesLost } = values.additionalFields as Wishes;
			const all = await (known ??= knownChats(batch));
			const wanted = all.filter(({ type, lost }) => {
				const isKind = chatKinds.length === 0 || chatKinds.includes(KINDS[type] ?? type);
				return isKind && (takesLost || !lost);
			});
			const chats = wanted.slice(0, body.limit as number | undefined);
			batch.warn(summaryOf(all, chats));
			for (const chat of chats) batch.emit(item, itemOf(chat));
		});
	},
});
