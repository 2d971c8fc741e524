import type { IDataObject } from 'n8n-workflow';

import { mediaTypes } from './update';
import { linksIn, linksMarked } from './linkText';

interface Written {
	text: string;
	entities?: unknown;
}

const objectIn = (of: IDataObject, name: string): IDataObject => Object(of[name]) as IDataObject;

const listIn = (of: IDataObject, name: string): IDataObject[] => {
	const list = of[name];
	return Array.isArray(list) ? (list as unknown[]).map((one) => Object(one) as IDataObject) : [];
};

const textsIn = (of: IDataObject, ...names: string[]): Written[] =>
	names.flatMap((name) => {
		const { [name]: text, [`${name}_entities`]: entities } = of;
		return typeof text === 'string' && text !== '' ? [{ text, entities }] : [];
	});

/** The texts in other contents of a message. */
function contentsOf(message: IDataObject): Written[] {
	const [poll, checklist] = [objectIn(message, 'poll'), objectIn(message, 'checklist')];
	const { first_name: first, last_name: last } = objectIn(message, 'contact');
	const name = [first, last].filter((part) => typeof part === 'string').join(' ');
	return [
		...textsIn(poll, 'question', 'description', 'explanation'),
		...listIn(poll, 'options').flatMap((option) => textsIn(option, 'text')),
		...textsIn(checklist, 'title'),
		...listIn(checklist, 'tasks').flatMap((task) => textsIn(task, 'text')),
		...textsIn({ name }, 'name'),
		...textsIn(objectIn(message, 'venue'), 'title', 'address'),
		...textsIn(objectIn(message, 'game'), 'title', 'description', 'text'),
		...textsIn(objectIn(message, 'invoice'), 'title', 'description'),
		...textsIn(objectIn(message, 'giveaway'), 'prize_description'),
	];
}

const filesOf = (message: IDataObject): string[] =>
	mediaTypes.flatMap(({ value }) =>
		textsIn(objectIn(message, value), 'file_name', 'performer', 'title').map(({ text }) => text),
	);

const previewsOf = (message: IDataObject): string[] =>
	textsIn(objectIn(message, 'link_preview_options'), 'url').map(({ text }) => text);

function buttonsOf(message: IDataObject): IDataObject[] {
	const { inline_keyboard: rows } = objectIn(message, 'reply_markup');
	const buttons = Array.isArray(rows) ? (rows as unknown[]).flat() : [];
	return buttons.map((button) => Object(button) as IDataObject);
}

/** What a message shows beside its text or caption. */
function shownBy(message: IDataObject) {
	const answered = objectIn(message, 'external_reply');
	const { text, entities } = objectIn(message, 'quote');
	const labels = buttonsOf(message).flatMap((button) => textsIn(button, 'text'));
	return {
		/** Other words of its author: in a poll, a list, a contact, a place, a button. */
		own: [...contentsOf(message), ...labels],
		/** Its quotes, and the text of the message in another chat that it replies to. */
		quoted: [...textsIn({ text, text_entities: entities }, 'text'), ...contentsOf(answered)],
		/** The names of its files, and of those in that other message. */
		files: [...filesOf(message), ...filesOf(answered)],
		/** The page that the preview below the message is of. */
		previews: [...previewsOf(message), ...previewsOf(answered)],
	};
}

interface Entity {
	type: string;
	offset: number;
	length: number;
	url?: string;
	user?: IDataObject;
}

const isReadable = (entity: Entity | null): entity is Entity =>
	typeof entity?.offset === 'number' && typeof entity.length === 'number';

/** The server's marks in a text, each with the marked words. */
function marksIn({ text, entities }: Written): Array<Entity & { words: string }> {
	if (!Array.isArray(entities)) return [];
	return (entities as Array<Entity | null>).filter(isReadable).map((entity) => ({
		...entity,
		words: text.slice(entity.offset, entity.offset + entity.length),
	}));
}

/** A link to a person is a mention; email addresses and phone numbers are no web links. */
const isPerson = (link: string) => /^(?:(?:safew|tg):\/\/user\b|mailto:|tel:)/i.test(link);

/** The person whom the service's own links, or Telegram's, lead to. */
const linkedPerson = (url = '') => /^(?:safew|tg):\/\/user\?id=(\d+)(?:[&#]|$)/i.exec(url)?.[1];

const ofTheWeb = (links: string[]) => [...new Set(links)].filter((link) => !isPerson(link));

/** Removes what the server marked as a web or email address, so that it is not read twice. */
function withoutMarked(written: Written): string {
	let rest = written.text;
	for (const { type, offset, words } of marksIn(written)) {
		if (type !== 'url' && type !== 'email') continue;
		const blanks = ' '.repeat(words.length);
		rest = rest.slice(0, offset) + blanks + rest.slice(offset + words.length);
	}
	return rest;
}

const linksMarkedIn = (written: Written) =>
	marksIn(written).flatMap(({ type, url, words, offset, length }) => {
		const links = type === 'url' ? linksMarked(words) : type === 'text_link' && url ? [url] : [];
		return links.map((link) => ({ link, offset, length }));
	});

/** The links of a text: marked by the server, or recognized by us. */
const linksWritten = (written: Written) => [
	...linksMarkedIn(written).map(({ link }) => link),
	...linksIn(withoutMarked(written)),
];

/** Another script may be glued to a name; Latin letters before it make an email address. */
const MENTION =
	/(?<![\p{Script=Latin}\p{N}_.@])@[A-Za-z]\w{2,31}(?![\p{Script=Latin}\p{M}\p{N}_])/gu;

/** The names of people in a text, as `@username`. */
export const namesIn = (text: string): string[] => text.match(MENTION) ?? [];

/** What a message shows: first its own text, or the caption of its media. */
export class MessageTexts {
	private readonly main: Written;
	private knownLinks?: string[];
	private knownShown?: { own: string[]; more: string[] };

	constructor(
		private readonly message: IDataObject,
		text: string,
	) {
		const { entities, caption_entities: ofCaption } = message;
		this.main = { text, entities: entities ?? ofCaption };
	}

	/** The server's marks in the message's own text. */
	get marked() {
		return marksIn(this.main);
	}

	/** The people whom the server marked in the message's own text, also by a link, with their places. */
	get people(): Array<{ offset: number; length: number; user: IDataObject }> {
		return this.marked.flatMap(({ type, user, url, offset, length }) => {
			const id = linkedPerson(url);
			const number = Number.isSafeInteger(Number(id)) ? Number(id) : id;
			const linked = id === undefined ? undefined : { id: number };
			const marked = type === 'text_mention' ? user : linked;
			return marked?.id === undefined ? [] : [{ offset, length, user: marked }];
		});
	}

	/** The marked links in the message's own text, with their places. */
	get markedLinks() {
		return linksMarkedIn(this.main);
	}

	/** The addresses of the buttons below the message. */
	get buttonLinks(): string[] {
		return buttonsOf(this.message).flatMap((button) => {
			const { url, login_url: login, web_app: app } = button as Record<string, IDataObject>;
			return [url as unknown, login?.url, app?.url].filter((link) => typeof link === 'string');
		});
	}

	/** The links of the own text and those of the buttons. Each once. */
	get links(): string[] {
		return ofTheWeb([...linksWritten(this.main), ...this.buttonLinks]);
	}

	/** All links that the message shows, including polls, quotes and the previewed page, each once. */
	get linksShown(): string[] {
		if (this.knownLinks) return this.knownLinks;
		const { own, quoted, previews } = shownBy(this.message);
		const elsewhere = [...own, ...quoted].flatMap(linksWritten);
		this.knownLinks = ofTheWeb([...this.links, ...elsewhere, ...previews]);
		return this.knownLinks;
	}

	/**
	 * All texts. `own`: by the authors of the message, its own text first. `more`: quotes of others, file
	 * names, and addresses behind words and buttons.
	 */
	get shown() {
		if (this.knownShown) return this.knownShown;
		const { own, quoted, files, previews } = shownBy(this.message);
		const texts = [this.main, ...own];
		const behind = [...texts, ...quoted].flatMap((written) =>
			marksIn(written).flatMap(({ type, url }) => (type === 'text_link' && url ? [url] : [])),
		);
		const quotes = quoted.map(({ text }) => text);
		const more = [...quotes, ...new Set([...files, ...behind, ...this.buttonLinks, ...previews])];
		this.knownShown = { own: texts.map(({ text }) => text), more };
		return this.knownShown;
	}

	/** The people in the own text, each once: `@username`, or the ID of a person without a username. */
	get mentions(): string[] {
		const marked = this.marked.flatMap(({ type, user, url, words }) => {
			if (type === 'mention') return [words];
			const id = type === 'text_mention' ? user?.id : linkedPerson(url);
			return id === undefined ? [] : [String(id)];
		});
		const all = [...marked, ...namesIn(this.main.text)];
		const inSmall = all.map((name) => name.toLowerCase());
		// Names are case-insensitive; returns the first spelling.
		return all.filter((name, index) => inSmall.indexOf(name.toLowerCase()) === index);
	}
}
