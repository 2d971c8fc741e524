import { constantOf, isExpression } from './expression';
import { textOf, type TelegramNode } from './telegram';
import { isRecord, type Parameters } from './workflow';

interface Button {
	text?: unknown;
	additionalFields?: unknown;
}

/** The rows of a keyboard's form in the Telegram node; undefined where they are no rows. */
function rowsOf(keyboard: unknown): Button[][] | undefined {
	if (!isRecord(keyboard)) return undefined;
	const { rows = [] } = keyboard;
	if (!Array.isArray(rows)) return undefined;
	const buttons = rows.map((row: { row?: { buttons?: unknown } }) => row.row?.buttons ?? []);
	return buttons.every(Array.isArray) ? (buttons as Button[][]) : undefined;
}

const addedTo = ({ additionalFields: added }: Button): Record<string, unknown> =>
	isRecord(added) ? added : {};

const webAppOf = (button: Button) => textOf((addedTo(button).web_app as Parameters)?.url);

function inlineButton(button: Button, note: TelegramNode['note']): Parameters | undefined {
	const text = textOf(button.text);
	const { callback_data: data, url } = addedTo(button);
	if (textOf(data) !== '') return { text, onPress: 'callback', callbackData: textOf(data) };
	if (textOf(url) !== '') return { text, onPress: 'url', url: textOf(url) };
	if (webAppOf(button) !== '') {
		note(`The button “${text}” opened a web app. It opens the address as a link now.`);
		return { text, onPress: 'url', url: webAppOf(button) };
	}
	note(`The button “${text}” was left out: what it does is not possible here.`);
	return undefined;
}

function replyButton(button: Button, note: TelegramNode['note']): Parameters {
	const text = textOf(button.text);
	const { request_contact: contact, request_location: location } = addedTo(button);
	if (webAppOf(button) !== '') {
		note(`The button “${text}” opened a web app. It sends its text now.`);
	}
	const request = contact === true ? 'contact' : location === true ? 'location' : undefined;
	return { text, ...(request && { request }) };
}

/** The rows of our form; a row without a button is left out. */
const formOf = (rows: Array<Array<Parameters | undefined>>) =>
	rows
		.map((row) => row.filter((button) => button !== undefined))
		.filter((row) => row.length > 0)
		.map((button) => ({ buttons: { button } }));

function unreadable({ note }: TelegramNode): Parameters {
	note('The keyboard could not be read, and was left out. Add it yourself.');
	return {};
}

function inline(node: TelegramNode): Parameters {
	const { inlineKeyboard } = node.parameters;
	const rows = rowsOf(inlineKeyboard ?? {});
	if (!rows) return unreadable(node);
	const form = formOf(rows.map((row) => row.map((button) => inlineButton(button, node.note))));
	return form.length > 0 ? { inlineKeyboard: { rows: form } } : {};
}

/** Whether only some people see a keyboard is a choice that our form does not have. */
function selectiveIn(options: Record<string, unknown>, { note }: TelegramNode): void {
	if (options.selective === true) {
		note('Selective was left out: all people in the chat see the keyboard.');
	}
}

function reply(node: TelegramNode): Parameters {
	const { replyKeyboard, replyKeyboardOptions } = node.parameters;
	const rows = rowsOf(replyKeyboard ?? {});
	if (!rows) return unreadable(node);
	const options = isRecord(replyKeyboardOptions) ? replyKeyboardOptions : {};
	selectiveIn(options, node);
	const { resize_keyboard: resizeKeyboard, one_time_keyboard: oneTimeKeyboard } = options;
	const form = formOf(rows.map((row) => row.map((button) => replyButton(button, node.note))));
	if (form.length === 0) return {};
	if (Object.keys(options).length === 0) return { replyKeyboard: { rows: form } };
	// Our form starts with the first one the other way round.
	const settings = {
		resizeKeyboard: resizeKeyboard ?? false,
		oneTimeKeyboard: oneTimeKeyboard ?? false,
	};
	return { replyKeyboard: { rows: form, settings: [settings] } };
}

/** A switch of the Telegram node that means something only while it is on. */
function onlyIfOn(node: TelegramNode, from: string, key: string, to: string): Parameters {
	const options = isRecord(node.parameters[from]) ? node.parameters[from] : {};
	selectiveIn(options, node);
	return options[key] === true || isExpression(options[key]) ? { [to]: options[key] } : {};
}

/** The keyboard of a message, among our additional fields. */
export function keyboard(node: TelegramNode): Parameters {
	const kind = constantOf(node.parameters.replyMarkup) || 'none';
	if (kind === 'none') return {};
	if (kind === 'inlineKeyboard') return inline(node);
	if (kind === 'replyKeyboard') return reply(node);
	if (kind === 'forceReply') return onlyIfOn(node, 'forceReply', 'force_reply', 'forceReply');
	if (kind === 'replyKeyboardRemove') {
		return onlyIfOn(node, 'replyKeyboardRemove', 'remove_keyboard', 'removeKeyboard');
	}
	node.note('What Reply Markup is set to could not be read. Add the keyboard yourself.');
	return {};
}
