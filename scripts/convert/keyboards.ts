import { codeOf, constantOf, inCode, isExpression } from './expression';
import { textOf, type TelegramNode } from './telegram';
import { isRecord, type Parameters } from './workflow';

interface Button {
	text?: unknown;
	additionalFields?: unknown;
}

/** The rows of a keyboard in the Telegram node; undefined if it has none that can be read. */
function rowsOf(keyboard: unknown): Button[][] | undefined {
	if (!isRecord(keyboard)) return undefined;
	const { rows = [] } = keyboard;
	if (!Array.isArray(rows)) return undefined;
	const buttons = rows.map(
		(row: { row?: { buttons?: unknown } } | null) => row?.row?.buttons ?? [],
	);
	return buttons.every(Array.isArray)
		? (buttons as unknown[][]).map((row) => row.filter(isRecord))
		: undefined;
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

/** The rows of our form, without empty ones. */
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

/** Notes that our form cannot show a keyboard to only some people. */
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

/** A kind of keyboard, as an expression would choose it. */
const KIND =
	/(?<=["'`])(?:none|inlineKeyboard|replyKeyboard|forceReply|replyKeyboardRemove)(?=["'`])/g;

/** A converted button as the server takes it. */
function onWire({ text, callbackData, url, request }: Parameters): Parameters {
	return {
		text,
		...(callbackData !== undefined && { callback_data: callbackData }),
		...(url !== undefined && { url }),
		...(request !== undefined && { [`request_${textOf(request)}`]: true }),
	};
}

/** The rows of buttons as the server takes them. */
const wireRows = (given: unknown, convert: (button: Button) => Parameters | undefined) =>
	(rowsOf(given ?? {}) ?? [])
		.map((row) => row.map(convert).filter((button) => button !== undefined))
		.filter((row) => row.length > 0)
		.map((row) => row.map(onWire));

/** The keyboards that are filled in, each as the server takes it, by what an expression calls them. */
function filledIn({ parameters, note }: TelegramNode): Parameters {
	const { inlineKeyboard, replyKeyboard, replyKeyboardOptions } = parameters;
	const inlineRows = wireRows(inlineKeyboard, (button) => inlineButton(button, note));
	const rows = wireRows(replyKeyboard, (button) => replyButton(button, note));
	const { selective: _selective, ...options } = isRecord(replyKeyboardOptions)
		? replyKeyboardOptions
		: {};
	return {
		none: [],
		inlineKeyboard: inlineRows.length > 0 ? { inline_keyboard: inlineRows } : [],
		replyKeyboard: rows.length > 0 ? { keyboard: rows, ...options } : [],
		forceReply: { force_reply: true },
		replyKeyboardRemove: { remove_keyboard: true },
	};
}

/** A keyboard that an expression gives as JSON; or one of those that are filled in, if an expression chooses. */
function byExpression(node: TelegramNode, kind: string): Parameters {
	const code = isExpression(kind) ? codeOf(kind) : undefined;
	const { inlineKeyboard, replyKeyboard } = node.parameters;
	const isFilledIn = [inlineKeyboard, replyKeyboard].some(
		(given) => isRecord(given) && Object.keys(given).length > 0,
	);
	const chosen: string[] = code?.match(KIND) ?? [];
	const isJson = isExpression(kind) ? !isFilledIn && chosen.length === 0 : /^\s*[[{]/.test(kind);
	if (isJson) return { replyMarkup: kind };
	if (code === undefined) {
		node.note(`Reply Markup is ${kind}, which could not be read. Add the keyboard yourself.`);
		return {};
	}
	const all = Object.entries(filledIn(node));
	const some = all.filter(([name]) => chosen.includes(name));
	const table = Object.fromEntries(chosen.length > 0 ? some : all);
	// Anything else can be a keyboard itself.
	const otherwise = chosen.length > 0 ? '[]' : `(${code})`;
	return { replyMarkup: `={{ (${inCode(table)})[${code}] ?? ${otherwise} }}` };
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
	return byExpression(node, textOf(kind));
}
