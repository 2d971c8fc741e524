import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../api/client';
import type { Owner } from '../api/owner';
import { KeyedQueue, Semaphore } from '../api/queues';
import { settle } from '../api/settle';
import { beginningOf } from '../formatting/graphemes';
import { buttonData } from '../operations/message/sendAndWait/buttonData';
import { MOST_IN_NOTICE } from '../operations/message/sendAndWait/delivering/tell';
import type { Int } from '../../../reference';
import { fingerprintOf, type Pages } from './pages';
import { looksSealed, personOf, Seal, type Opened } from './seal';
import { messageOf, pathTo } from './show';

/** Requests for pages at a time: a bot whose menus are pressed a lot has other work too. */
const MOST_AT_ONCE = 10;

/** Presses of one message that may be under way. Further ones are only answered. */
const MOST_IN_LINE = 2;

/** What is under way with the menus of one bot. */
class Turning {
	readonly places = new Semaphore(MOST_AT_ONCE);
	private readonly order = new KeyedQueue();
	private readonly inLine = new Map<string, number>();

	/** Runs a task after those of the same message, or not at all if too many wait. */
	async run(message: string, task: () => Promise<void>): Promise<void> {
		const before = this.inLine.get(message) ?? 0;
		if (before >= MOST_IN_LINE) return;
		this.inLine.set(message, before + 1);
		await this.order
			.run(message, async () => await this.places.run(task))
			.finally(() => {
				const left = this.inLine.get(message)! - 1;
				if (left > 0) this.inLine.set(message, left);
				else this.inLine.delete(message);
			});
	}
}

/** What a trigger lends for this. */
export interface Turner {
	bot: Owner;
	credential: IDataObject | undefined;
	workflowId: string;
	call: Call;
	warn: (words: string) => void;
}

/** The menu in the form of a trigger. */
export interface Menu {
	pages?: Pages;
	words: { forOthers: string; whenChanged: string };
}

/** A press that starts the workflow, as its item has it. */
export interface Chosen extends IDataObject {
	/** The names of the pages that were gone through, the last one of which has the button. */
	path: string[];
	label: string;
	value: string;
}

const object = (value: unknown) => Object(value) as IDataObject;

/**
 * Whether the pressed button is below its message. A menu that was closed has none; what somebody
 * pressed there is no menu any more.
 */
const isThere = (query: IDataObject) =>
	buttonData(object(query.message)).includes(String(query.data));

async function answer({ call, warn, bot }: Turner, query: IDataObject, text?: string) {
	const shown = text && { text: beginningOf(text, MOST_IN_NOTICE), show_alert: true };
	const body = { callback_query_id: String(query.id), ...shown };
	const { places } = bot.part(Turning);
	const { error } = await settle(places.run(async () => await call('answerCallbackQuery', body)));
	if (error) warn(`A press in a menu could not be answered: ${(error as Error).message}`);
}

/** Shows the last page of a path in the message of a press. */
async function turn(
	turner: Turner,
	pages: Pages,
	query: IDataObject,
	shown: { path: number[]; person: number },
): Promise<void> {
	const { bot, call, warn, credential, workflowId } = turner;
	const { message_id: id, chat } = object(query.message);
	const chatId = object(chat).id as Int;
	const page = pages.withId(shown.path.at(-1)) ?? pages.first;
	const seal = new Seal(credential, workflowId);
	const body = { chat_id: chatId, message_id: id as Int, ...messageOf(pages, page, shown, seal) };
	await bot.part(Turning).run(`${String(chatId)}:${String(id)}`, async () => {
		const { error } = await settle(call('editMessageText', body));
		const { message = '' } = Object(error) as { message?: string };
		// Somebody else has turned it there.
		if (error && !/not modified/i.test(message)) warn(`A menu could not be turned: ${message}`);
	});
}

/** Deals with a press in a menu of this workflow. */
async function deal(
	turner: Turner,
	{ pages, words }: Menu & { pages: Pages },
	query: IDataObject,
	{ path, person, fingerprint, button }: Opened,
): Promise<Chosen | 'done'> {
	const say = async (text?: string) => await answer(turner, query, text);
	const show = async (to: number[], text?: string) => {
		await Promise.all([say(text), turn(turner, pages, query, { path: to, person })]);
		return 'done' as const;
	};
	if (person !== 0 && person !== personOf(String(object(query.from).id))) {
		await say(words.forOthers);
		return 'done';
	}
	const known = path.filter((id) => pages.withId(id));
	const start = [pages.idOf(pages.first)];
	const page = pages.withId(path.at(-1));
	const pressed =
		page && fingerprintOf(page) === fingerprint ? page.rows.flat()[button] : undefined;
	if (!page || !pressed) return await show(page ? known : start, words.whenChanged);
	const { label, action } = pressed;
	switch (action.kind) {
		case 'start':
			return { path: known.map((id) => pages.withId(id)!.name), label, value: action.value };
		case 'page':
			return await show(pathTo(known, pages.idOf(pages.named(action.page)!)));
		case 'back':
			return await show(known.length > 1 ? known.slice(0, -1) : start);
		case 'url':
			await say();
			return 'done';
	}
}

/**
 * Deals with a press in a menu: turns its page, or says what the workflow starts with. `done`: it
 * starts nothing. Nothing for an update that is no press of a menu, whatever it looks like.
 */
export async function passToMenu(
	update: IDataObject,
	turner: Turner,
	menuOf: () => Menu,
): Promise<Chosen | 'done' | undefined> {
	const query = object(update.callback_query);
	if (!looksSealed(query.data)) return undefined;
	const opened = new Seal(turner.credential, turner.workflowId).open(query.data);
	if (!opened) return undefined;
	// The trigger of the other workflow answers it.
	if (!opened.isOurs) return 'done';
	const { pages, words } = menuOf();
	if (isThere(query) && pages) return await deal(turner, { pages, words }, query, opened);
	// Another trigger of this workflow may have the pages, and words for it.
	await answer(turner, query, pages && words.whenChanged);
	return 'done';
}
