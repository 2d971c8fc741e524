import { constantOf, inCode, isExpression } from './expression';
import { textOf, type TelegramNode } from './telegram';
import { isRecord, type Parameters } from './workflow';

interface Button {
	text?: unknown;
	additionalFields?: unknown;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The rows of a keyboard in the Telegram node. */
const rowsOf = (keyboard: unknown): Button[][] =>
	listOf(isRecord(keyboard) && keyboard.rows).map((row) =>
		listOf((row as { row?: { buttons?: unknown } } | null)?.row?.buttons).filter(isRecord),
	);

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

/** The rows of our form, without empty ones. */
const formOf = (rows: Array<Array<Parameters | undefined>>) =>
	rows
		.map((row) => row.filter((button) => button !== undefined))
		.filter((row) => row.length > 0)
		.map((button) => ({ buttons: { button } }));

function inline(node: TelegramNode): Parameters {
	const rows = rowsOf(node.parameters.inlineKeyboard);
	const form = formOf(rows.map((row) => row.map((button) => inlineButton(button, node.note))));
	return form.length > 0 ? { replyMarkup: 'inlineKeyboard', inlineKeyboard: { rows: form } } : {};
}

/** Notes that our form cannot show a keyboard to only some people. */
function selectiveIn(options: Record<string, unknown>, { note }: TelegramNode): void {
	if (options.selective === true) {
		note('Selective was left out: all people in the chat see the keyboard.');
	}
}

function reply(node: TelegramNode): Parameters {
	const { replyKeyboard, replyKeyboardOptions } = node.parameters;
	const rows = rowsOf(replyKeyboard);
	const options = isRecord(replyKeyboardOptions) ? replyKeyboardOptions : {};
	selectiveIn(options, node);
	const { resize_keyboard: resizeKeyboard, one_time_keyboard: oneTimeKeyboard } = options;
	const form = formOf(rows.map((row) => row.map((button) => replyButton(button, node.note))));
	if (form.length === 0) return {};
	const replyMarkup = 'replyKeyboard';
	if (Object.keys(options).length === 0) return { replyMarkup, replyKeyboard: { rows: form } };
	// Our form starts with the first one the other way round.
	const settings = {
		resizeKeyboard: resizeKeyboard ?? false,
		oneTimeKeyboard: oneTimeKeyboard ?? false,
	};
	return { replyMarkup, replyKeyboard: { rows: form, settings: [settings] } };
}

/** A choice that means something only while a switch beside it is on. */
function onlyIfOn(node: TelegramNode, kind: string, key: string): Parameters {
	const options = isRecord(node.parameters[kind]) ? node.parameters[kind] : {};
	selectiveIn(options, node);
	const { [key]: isOn } = options;
	if (isOn === true) return { replyMarkup: kind };
	return isExpression(isOn) ? { replyMarkup: `={{ ${inCode(isOn)} ? '${kind}' : 'none' }}` } : {};
}

/** A choice, as an expression would make it. */
const KIND = /["'`](?:none|inlineKeyboard|replyKeyboard|forceReply|replyKeyboardRemove)["'`]/;

const SENT_NOW =
	'Reply Markup gives a keyboard as data, which the Telegram node does not send. It is sent now: choose None if you do not want it.';

/** A keyboard that an expression gives as JSON, or a choice that it makes among those that are filled in. */
function byExpression(node: TelegramNode, kind: string): Parameters {
	const forms = { ...inline(node), ...reply(node) };
	const isChoice = isExpression(kind) && (KIND.test(kind) || 'replyMarkup' in forms);
	// Without a choice, the Telegram node sends no keyboard.
	if (isChoice) return { ...forms, replyMarkup: `={{ ${inCode(kind)} || 'none' }}` };
	if (isExpression(kind) || /^\s*[[{]/.test(kind)) {
		node.note(SENT_NOW);
		return { replyMarkup: 'json', replyMarkupJson: kind };
	}
	node.note(`Reply Markup is ${kind}, which could not be read. Add the keyboard yourself.`);
	return {};
}

/** The keyboard of a message, for the fields of Reply Markup. */
export function keyboard(node: TelegramNode): Parameters {
	const kind = textOf(constantOf(node.parameters.replyMarkup)) || 'none';
	if (kind === 'none') return {};
	if (kind === 'forceReply') return onlyIfOn(node, kind, 'force_reply');
	if (kind === 'replyKeyboardRemove') return onlyIfOn(node, kind, 'remove_keyboard');
	if (kind === 'inlineKeyboard') return inline(node);
	if (kind === 'replyKeyboard') return reply(node);
	// Of an HTTP Request.
	if (kind === 'json') {
		return { replyMarkup: kind, replyMarkupJson: node.parameters.replyMarkupJson };
	}
	return byExpression(node, kind);
}
