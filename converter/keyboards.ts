import { constantOf, inCode, isExpression } from './expression';
import type { TelegramNode } from './telegram';
import { isRecord, listOf, recordOf, textOf, type Parameters } from './workflow';

type Note = TelegramNode['note'];

const webAppOf = (added: Parameters) => textOf(recordOf(added.web_app).url);

function inlineButton(text: string, added: Parameters, note: Note): Parameters | undefined {
	const data = textOf(added.callback_data);
	const url = textOf(added.url) || webAppOf(added);
	if (data !== '') return { text, onPress: 'callback', callbackData: data };
	if (url === '') note(`The button “${text}” was left out: what it does is not possible here.`);
	else if (textOf(added.url) === '') {
		note(`The button “${text}” opened a web app. It opens the address as a link now.`);
	}
	return url === '' ? undefined : { text, onPress: 'url', url };
}

function replyButton(text: string, added: Parameters, note: Note): Parameters {
	const { request_contact: contact, request_location: location } = added;
	if (webAppOf(added) !== '') note(`The button “${text}” opened a web app. It sends its text now.`);
	const request = contact === true ? 'contact' : location === true ? 'location' : undefined;
	return { text, ...(request && { request }) };
}

const BUTTONS = { inlineKeyboard: inlineButton, replyKeyboard: replyButton };

/** Notes that our form cannot show a keyboard to only some people. */
function selectiveIn(options: Parameters, note: Note): void {
	if (options.selective === true) {
		note('Selective was left out: all people in the chat see the keyboard.');
	}
}

/** A keyboard that is filled in; nothing if all of its rows are empty. */
function filledIn({ parameters, note }: TelegramNode, kind: keyof typeof BUTTONS): Parameters {
	const options = recordOf(kind === 'replyKeyboard' && parameters.replyKeyboardOptions);
	selectiveIn(options, note);
	const buttonsOf = (row: unknown) =>
		listOf(recordOf(recordOf(row).row).buttons)
			.filter(isRecord)
			.map((one) => BUTTONS[kind](textOf(one.text), recordOf(one.additionalFields), note))
			.filter((button) => button !== undefined);
	const given = listOf(recordOf(parameters[kind]).rows).map(buttonsOf);
	const rows = given.filter((row) => row.length > 0).map((button) => ({ buttons: { button } }));
	if (rows.length === 0) return {};
	const { resize_keyboard: resizeKeyboard, one_time_keyboard: oneTimeKeyboard } = options;
	// Our form starts with the first one the other way round.
	const settings = {
		resizeKeyboard: resizeKeyboard ?? false,
		oneTimeKeyboard: oneTimeKeyboard ?? false,
	};
	const hasSettings = Object.keys(options).length > 0;
	return { replyMarkup: kind, [kind]: { rows, ...(hasSettings && { settings: [settings] }) } };
}

/** Choices that mean something only while a switch beside them is on, and the name of the switch. */
const ONLY_IF_ON = { forceReply: 'force_reply', replyKeyboardRemove: 'remove_keyboard' };

function onlyIfOn({ parameters, note }: TelegramNode, kind: keyof typeof ONLY_IF_ON): Parameters {
	const options = recordOf(parameters[kind]);
	selectiveIn(options, note);
	const { [ONLY_IF_ON[kind]]: isOn } = options;
	if (isOn === true) return { replyMarkup: kind };
	return isExpression(isOn) ? { replyMarkup: `={{ ${inCode(isOn)} ? '${kind}' : 'none' }}` } : {};
}

/** A choice, as an expression would make it. */
const KIND = /["'`](?:none|inlineKeyboard|replyKeyboard|forceReply|replyKeyboardRemove)["'`]/;

const SENT_NOW =
	'Reply Markup gives a keyboard as data, which the Telegram node does not send. It is sent now: choose None if you do not want it.';

/** A keyboard that an expression gives as JSON, or a choice that it makes among those that are filled in. */
function byExpression(node: TelegramNode, kind: string): Parameters {
	const forms = { ...filledIn(node, 'inlineKeyboard'), ...filledIn(node, 'replyKeyboard') };
	const isChoice = isExpression(kind) && (KIND.test(kind) || 'replyMarkup' in forms);
	// Without a choice, the Telegram node sends no keyboard.
	if (isChoice) return { ...forms, replyMarkup: `={{ ${inCode(kind)} || 'none' }}` };
	if (isExpression(kind) || /^\s*[[{]/.test(kind)) {
		node.note(SENT_NOW);
		return { replyMarkup: 'json', replyMarkupJson: kind.replace(/^=+/, '=') };
	}
	node.note(`Reply Markup is ${kind}, which could not be read. Add the keyboard yourself.`);
	return {};
}

/** The keyboard of a message, for the fields of Reply Markup. */
export function keyboard(node: TelegramNode): Parameters {
	const kind = textOf(constantOf(node.parameters.replyMarkup)) || 'none';
	if (kind === 'none') return {};
	if (kind === 'inlineKeyboard' || kind === 'replyKeyboard') return filledIn(node, kind);
	if (kind === 'forceReply' || kind === 'replyKeyboardRemove') return onlyIfOn(node, kind);
	// Of an HTTP Request.
	if (kind === 'json') {
		return { replyMarkup: kind, replyMarkupJson: node.parameters.replyMarkupJson };
	}
	return byExpression(node, kind);
}
