import { UserError } from '../../api/errors';
import { operation, type Batch, type Reading } from '../../engine/define';
import { isBlank } from '../../engine/reading';
import { outputFor } from '../../engine/result';
import { chatId } from '../../fields/chat';
import { text } from '../../fields/encode';
import { replyToMessageId, delivery } from '../../fields/message';
import { shownFor, formOnly, choices } from '../../fields/formField';
import { userId, userIn } from '../../fields/user';
import { messageOf, type Page, type Pages, readPages } from '../../menus/pages';
import { MenuData, personOf } from '../../callbackData/menuData';

const page = formOnly(
	'page',
	'The name of the page to send, as Menu Pages of the trigger has it. Leave empty to send the first page.',
	{ placeholder: 'e.g. Drinks' },
);

const whoMayPress = formOnly(
	'whoMayPress',
	'Who can use the buttons of the menu',
	choices('anyone', {
		anyone: ['Anyone in the Chat'],
		user: ['One Person', 'Other people get a short notice'],
	}),
);

/** The page to send, and the menu of a trigger before this node that has it. Throws UserError. */
function pageIn({ context }: Batch, given: unknown): { pages: Pages; first: Page } {
	const triggers = context
		.getParentNodes(context.getNode().name, { includeNodeParameters: true })
		.filter(({ type, disabled }) => !disabled && /\.botMessaging(Polling)?Trigger$/.test(type));
	const menus = triggers.flatMap(({ parameters = {} }) => readPages(parameters) ?? []);
	if (!menus[0]) {
		throw new UserError(
			triggers.length > 0
				? 'The trigger before this node has no menu'
				: 'There is no Bot Messaging trigger before this node',
			'Nothing was sent. Connect a Bot Messaging trigger to a node before this one, set its Menu to Form, and add the pages there.',
		);
	}
	if (isBlank(given)) return { pages: menus[0], first: menus[0].list[0] };
	const name = text(given, page.displayName).trim();
	for (const pages of menus) {
		const first = pages.named(name);
		if (first) return { pages, first };
	}
	const names = menus.flatMap(({ list }) => list).map((one) => one.name);
	throw new UserError(
		`Page "${name}" does not exist in the menu of the trigger`,
		`Nothing was sent. The pages are: ${names.join(', ')}.`,
	);
}

async function showOne(batch: Batch, { item, values, body, texts }: Reading): Promise<void> {
	const { pages, first } = pageIn(batch, values.page);
	const person =
		values.whoMayPress === 'user'
			? personOf(String(userIn(values.userId, userId.displayName, batch.bot)))
			: 0;
	const data = new MenuData(batch.credential.data, batch.context.getWorkflow().id ?? '');
	const message = messageOf(pages, first, { path: [pages.idOf(first)], person }, data, texts);
	const sent = { ...body, ...message };
	const { result } = await batch.send({ chat: String(body.chat_id), body: async () => sent });
	for (const json of outputFor(showMenu, result, sent, values)) batch.emit(item, json);
}

/** Reference 5.2; the presses come to the trigger (`menus/press.ts`). */
export const showMenu = operation('message', 'sendMessage', {
	value: 'showMenu',
	effect: 'once',
	ordered: true,
	name: 'Show Menu',
	action: 'Show a menu',
	description: 'Send a page of buttons that the trigger turns, without an execution for each page',
	fields: [
		chatId,
		page,
		whoMayPress,
		...shownFor('whoMayPress', ['user'], [{ ...userId, wire: 'formOnly' }]),
	],
	additionalFields: [...delivery, replyToMessageId],
	run: async (batch) => await batch.forEachItem(async (reading) => await showOne(batch, reading)),
});
