import type { IDataObject } from 'n8n-workflow';

import { settle } from '../api/basics';
import type { Call } from '../api/client';
import { LatestOnly, Semaphore } from '../api/queues';
import { patient } from '../api/retry';
import { textsFor } from '../engine/body';
import { beginningOf } from '../format/characters';
import { buttonData } from '../callbackData/buttonData';
import { MOST_IN_NOTICE, type AnswerContext } from '../questions/deliver';
import type { Context } from '../update/context';
import { idOf } from '../update/update';
import type { Int } from '../../../reference';
import { fingerprintOf, messageOf, type Pages } from './pages';
import {
	looksLikeMenu,
	MenuData,
	menuOwnerOf,
	MOST_PAGES,
	personOf,
	type MenuPress,
	type MenuPlace,
} from '../callbackData/menuData';

/** Concurrent requests for pages: the bot needs room for other work, even if its menus are pressed a lot. */
const MOST_AT_ONCE = 10;

class MenuState {
	readonly places = new Semaphore(MOST_AT_ONCE);

	/** Page changes and answers to a person: only the latest ones are kept. */
	readonly turns = new LatestOnly();
}

/** What a trigger provides to handle presses of its menu. */
export interface MenuContext extends AnswerContext {
	workflowId: string;
	/** The IDs of the published workflows of the bot, if this trigger answers presses that nobody else does. */
	published: () => string[] | undefined;
}

export interface Menu {
	pages?: Pages;
	words: { forOthers: string; whenChanged: string };
}

/** A press that starts the workflow, as its item has it. */
export interface Chosen extends IDataObject {
	/** The names of the visited pages; the last one has the button. */
	path: string[];
	label: string;
	value: string;
}

const dataOf = ({ credential, workflowId }: MenuContext) => new MenuData(credential, workflowId);

/** Requests of menus are repeated. While one waits for that, others have its place. */
function callOf({ bot, call }: MenuContext): Call {
	const { places } = bot.part(MenuState);
	return patient(async (method, body) => await call(method, body, { places }));
}

/** Runs a request about the message of a press, unless a later one replaces it. */
async function inTurn(
	{ bot, warn }: MenuContext,
	{ chat, message: { message_id: id } }: Context,
	request: () => Promise<unknown>,
	failed: string,
	of = '',
): Promise<void> {
	const { turns } = bot.part(MenuState);
	await turns.run(`${idOf(chat)}:${String(id)}:${of}`, async () => {
		const { error } = await settle(request());
		const { message: words = '' } = Object(error) as { message?: string };
		// Another press has already changed it.
		if (error && !/not modified/i.test(words)) warn(`${failed}: ${words}`);
	});
}

async function answer(context: MenuContext, press: Context, text?: string): Promise<void> {
	const shown = text && { text: beginningOf(text, MOST_IN_NOTICE), show_alert: true };
	const body = { callback_query_id: String(press.payload.id), ...shown };
	const request = async () => await callOf(context)('answerCallbackQuery', body);
	const failed = 'A press in a menu could not be answered';
	await inTurn(context, press, request, failed, idOf(press.doer));
}

/** Shows the last page of a path in the message of a press. */
async function turn(
	context: MenuContext,
	pages: Pages,
	press: Context,
	shown: MenuPlace,
): Promise<void> {
	const page = pages.withId(shown.path.at(-1)) ?? pages.list[0];
	const { chat, message } = press;
	const place = { chat_id: chat.id as Int, message_id: message.message_id as Int };
	const texts = textsFor(context.credential);
	const body = { ...place, ...messageOf(pages, page, shown, dataOf(context), texts) };
	const request = async () => await callOf(context)('editMessageText', body);
	await inTurn(context, press, request, 'A menu could not be turned');
}

/** The result of a press: a page to show, a notice for the person, or a start of the workflow. */
function outcomeOf(
	pages: Pages,
	words: Menu['words'],
	{ path, person, fingerprint, button }: MenuPress,
	userId: string,
): { path?: number[]; say?: string; chosen?: Chosen } {
	if (person !== 0 && person !== personOf(userId)) return { say: words.forOthers };
	const known = path.filter((id) => pages.withId(id));
	const start = [pages.idOf(pages.list[0])];
	const page = pages.withId(path.at(-1));
	const isSame = page && fingerprintOf(page) === fingerprint;
	const pressed = isSame ? page.rows.flat()[button] : undefined;
	if (!pressed) return { path: page ? known : start, say: words.whenChanged };
	const { label, does, value } = pressed;
	switch (does) {
		case 'value':
			return { chosen: { path: known.map((id) => pages.withId(id)!.name), label, value } };
		case 'page': {
			// A page on the path counts as going back.
			const next = pages.idOf(pages.named(value)!);
			const before = known.includes(next) ? known.slice(0, known.indexOf(next)) : known;
			return { path: [...before, next].slice(-MOST_PAGES) };
		}
		case 'back':
			return { path: known.length > 1 ? known.slice(0, -1) : start };
		default:
			return {};
	}
}

/**
 * Handles a press in a menu: turns its page, or returns what the workflow starts with. `done`: starts
 * nothing. Undefined if the update is not a menu press, whatever it looks like.
 */
export async function passToMenu(
	update: Context,
	context: MenuContext,
	menuOf: () => Menu,
): Promise<Chosen | 'done' | undefined> {
	const { isPress, message, payload } = update;
	const isMenu = isPress && looksLikeMenu(payload.data);
	const own = dataOf(context);
	const press = isMenu ? own.unpack(String(payload.data)) : undefined;
	if (!press) return undefined;
	if (press === 'unproved' || press.workflow !== own.workflow) {
		const published = context.published()?.map(menuOwnerOf);
		const isTheirs = press !== 'unproved' && published?.includes(press.workflow);
		// Made before the token was replaced, or by a workflow that is gone.
		if (published && !isTheirs) await answer(context, update, menuOf().words.whenChanged);
		return 'done';
	}
	const { pages, words } = menuOf();
	// A closed menu has no buttons.
	const isThere = buttonData(message).includes(String(payload.data));
	if (!pages || !isThere) {
		// Another trigger of this workflow may have the pages, and words for it.
		await answer(context, update, pages && words.whenChanged);
		return 'done';
	}
	const { path, say, chosen } = outcomeOf(pages, words, press, idOf(update.doer));
	if (chosen) return chosen;
	const turning = path && turn(context, pages, update, { path, person: press.person });
	await Promise.all([answer(context, update, say), turning]);
	return 'done';
}
