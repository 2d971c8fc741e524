import type { IDataObject } from 'n8n-workflow';

import { mediaTypes } from './kinds';
import { messageOf, type Update } from './update';

/** A text that a message shows, with what the server has marked in it. */
export interface Written {
	text: string;
	entities?: unknown;
}

/** What a message shows beside its text or caption. */
export interface Shown {
	/** What its sender has written elsewhere: in a poll, a list, a contact, a place, a button. */
	own: Written[];
	/** What it quotes, and what is written in the message of another chat that it answers. */
	quoted: Written[];
	/** The names of its files, and of those of the message of another chat. */
	files: string[];
	/** The page that the preview below the message is of. */
	previews: string[];
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

/** What is written in the contents of a message that have words of their own. */
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

/** The names that a player or a list of files shows. */
const filesOf = (message: IDataObject): string[] =>
	mediaTypes.flatMap(({ value }) =>
		textsIn(objectIn(message, value), 'file_name', 'performer', 'title').map(({ text }) => text),
	);

const previewsOf = (message: IDataObject): string[] =>
	textsIn(objectIn(message, 'link_preview_options'), 'url').map(({ text }) => text);

/** The buttons below a message. */
export function buttonsOf(message: IDataObject): IDataObject[] {
	const { inline_keyboard: rows } = objectIn(message, 'reply_markup');
	const buttons = Array.isArray(rows) ? (rows as unknown[]).flat() : [];
	return buttons.map((button) => Object(button) as IDataObject);
}

/** The message of another chat that a message answers and shows, as an update of its own. */
export function answeredElsewhere(update: Update): Update | undefined {
	const { external_reply: answered } = messageOf(update);
	return answered
		? { update_id: update.update_id, message: Object(answered) as IDataObject }
		: undefined;
}

/** What a message shows beside its text. */
export function shownBy(update: Update): Shown {
	const message = messageOf(update);
	const answered = objectIn(message, 'external_reply');
	const { text, entities } = objectIn(message, 'quote');
	return {
		own: [
			...contentsOf(message),
			...buttonsOf(message).flatMap((button) => textsIn(button, 'text')),
		],
		quoted: [...textsIn({ text, text_entities: entities }, 'text'), ...contentsOf(answered)],
		files: [...filesOf(message), ...filesOf(answered)],
		previews: [...previewsOf(message), ...previewsOf(answered)],
	};
}
