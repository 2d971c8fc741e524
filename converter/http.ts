import { METHODS, type Family } from '../reference';
import { downloadCounterpart, type FileNodes } from './download';
import { extras } from './extras';
import { constantOf, isExpression } from './expression';
import { OPERATIONS } from './operations';
import { askedBy, neverFails, REQUEST, type Asked } from './request';
import {
	chat,
	NUMBER,
	same,
	to,
	type Counterpart,
	type Missing,
	type Shape,
	type TelegramNode,
} from './telegram';
import { textOf, type Parameters, type WorkflowNode } from './workflow';

/** Converts the words "true" and "false" to booleans. */
const asSwitch = (value: unknown) => (value === 'true' ? true : value === 'false' ? false : value);

/** The request in the form of a Telegram node. */
function asTelegram(node: TelegramNode, values: Parameters): TelegramNode {
	const { chat_id: chatId, message_id: messageId, text, file_id: fileId, ...more } = values;
	const { callback_query_id: queryId, photo, document, reply_markup: markup, ...rest } = more;
	const added = Object.entries({ ...rest, ...(queryId !== undefined && { text }) });
	const parameters = {
		...{ chatId, messageId, text, queryId, fileId, file: photo ?? document, download: false },
		...(markup !== undefined && { replyMarkup: 'json', replyMarkupJson: asText(markup) }),
		additionalFields: Object.fromEntries(added.map(([name, value]) => [name, asSwitch(value)])),
	};
	return { ...node, parameters };
}

const ADDED_TO_MESSAGE = [
	...['disable_notification', 'reply_to_message_id', 'message_thread_id'],
	...['parse_mode', 'disable_web_page_preview'],
];

/** Only our operations send a file by its address. */
const ADDED_TO_FILE = [
	...['chat_id', 'caption', 'parse_mode', 'reply_markup'],
	...['disable_notification', 'reply_to_message_id', 'message_thread_id'],
];

const asText = (value: unknown) =>
	typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** Methods with an operation that has the same fields, and their conversion. */
const DIRECT: Record<string, { takes: string[]; counterpart: Counterpart }> = {
	sendMessage: {
		takes: ['chat_id', 'text', ...ADDED_TO_MESSAGE],
		counterpart: to('message', 'sendMessage', 'atTheTop', (node) => ({
			...chat(node),
			...same(node, 'text'),
			additionalFields: extras(node, ADDED_TO_MESSAGE),
		})),
	},
	...Object.fromEntries(
		[
			['deleteMessage', 'message:deleteMessage', 'chat_id', 'message_id'],
			['getFile', 'file:get', 'file_id'],
			['sendPhoto', 'message:sendPhoto', 'photo', ...ADDED_TO_FILE],
			['sendDocument', 'message:sendDocument', 'document', ...ADDED_TO_FILE],
			[
				...['answerCallbackQuery', 'callback:answerQuery', 'callback_query_id', 'text'],
				...['show_alert', 'url'],
			],
		].map(([method = '', key = '', ...takes]) => [
			method,
			{ takes, counterpart: OPERATIONS[key] as Counterpart },
		]),
	),
};

/** The parameters of Any Method. */
function anyMethod(asked: Exclude<Asked, { path: string }>): Parameters {
	const { method } = asked;
	if ('body' in asked) {
		return { method, specifyParameters: 'json', parametersJson: asked.body, additionalFields: {} };
	}
	const rows = Object.entries(asked.values).map(([name, value]) => ({
		name,
		value: asText(value),
	}));
	return {
		method,
		specifyParameters: 'list',
		parameters: { parameter: rows },
		additionalFields: {},
	};
}

const FORMATTED =
	'Its parse_mode is read as your server reads it, which can differ from Telegram. Send a text with marks to try it.';
const LISTS = [
	'getChatAdministrators',
	'getMyCommands',
	'getUpdates',
	'sendMediaGroup',
	'copyMessage',
];

function shapeOf(method: string): Shape {
	const { [method]: known }: Family = METHODS;
	if (LISTS.includes(method)) return 'items';
	if (['count', 'link'].includes(String(known?.result))) return 'value';
	return known?.result === 'true' ? 'success' : 'atTheTop';
}

const viaAnyMethod = ({ method }: { method: string }): Counterpart =>
	to('bot', 'anyMethod', shapeOf(method), ({ note, ...node }) => {
		const given = askedBy(node);
		if (!given || 'path' in given) return {};
		const asked = withoutUnknown(given, note);
		const written = 'body' in asked ? asked.body : JSON.stringify(asked.values);
		if (written.includes('parse_mode')) note(FORMATTED);
		if (written.includes('disable_web_page_preview')) note(PREVIEW);
		const fixed = fixedIn(asked);
		if (fixed.length > 0)
			note(`${fixed.join(' and ')} ${fixed.length > 1 ? 'are' : 'is'} ${FIXED}`);
		return anyMethod(asked);
	});

/** The call without parameters that the method does not have. */
function withoutUnknown<T extends Exclude<Asked, { path: string }>>(
	asked: T,
	note: TelegramNode['note'],
): T {
	const { [asked.method]: known }: Family = METHODS;
	const params = known?.params ?? {};
	if (!('values' in asked)) {
		const named = TELEGRAMS_OWN.filter((name) => !(name in params) && asked.body.includes(name));
		if (named.length > 0)
			note(
				`${named.join(' and ')}: your server does not know it. Take it out of Parameters (JSON).`,
			);
		if (/\b(?:photo|document)\b/.test(asked.body) && asked.method.startsWith('send'))
			note(NO_ADDRESS);
		return asked;
	}
	const isKnown = ([name]: [string, unknown]) => name in params || NOTED.includes(name);
	const all = Object.entries(asked.values);
	for (const [name] of all.filter((one) => !isKnown(one))) {
		note(`${name} was left out: your server does not know it.`);
	}
	return { ...asked, values: Object.fromEntries(all.filter(isKnown)) };
}

const TELEGRAMS_OWN = [
	...['allow_sending_without_reply', 'protect_content', 'message_effect_id', 'has_spoiler'],
	...['business_connection_id', 'show_caption_above_media', 'reply_parameters'],
];
const NOTED = ['disable_web_page_preview'];
const NO_ADDRESS =
	'Your server takes no address of a file here. If it is one, use Send Photo or Send Document of Bot Messaging, with Source: URL.';

const FIXED = 'fixed. On your server it is another one than on Telegram: put that in.';
const PREVIEW =
	'Your server ignores disable_web_page_preview. Use link_preview_options in its place: {"is_disabled": true}.';

/** Parameters with ids that differ on each server. */
const NUMBERED = ['chat_id', 'from_chat_id', 'user_id', 'message_id', 'message_thread_id'];

/** The names of those parameters that are fixed. */
function fixedIn(asked: Exclude<Asked, { path: string }>): string[] {
	if ('values' in asked) {
		return NUMBERED.filter((name) => {
			const value = constantOf(asked.values[name]);
			return textOf(value) !== '' && (!isExpression(value) || NUMBER.test(value));
		});
	}
	return NUMBERED.filter((name) =>
		new RegExp(String.raw`(?<!\w)${name}["']?\s*:\s*["'\x60]?(?:-?\d|@\w)`).test(asked.body),
	);
}

/** The conversion of an HTTP Request node that calls Telegram; undefined if it does not, or is unreadable. */
export function requestCounterpart(
	node: WorkflowNode,
	fileNodes: FileNodes,
): Counterpart | Missing | undefined {
	if (node.type !== REQUEST) return undefined;
	const { parameters, typeVersion: version = 1 } = node;
	const asked = askedBy({ parameters, version });
	if (!asked) return undefined;
	if ('path' in asked) return downloadCounterpart(node.name, asked, fileNodes);
	if (!(asked.method in METHODS)) {
		return { missing: `It calls ${asked.method}. The service has no such method.` };
	}
	const continues = neverFails(node) && { continues: true as const };
	const direct = DIRECT[asked.method];
	const isWhole =
		direct &&
		'values' in asked &&
		Object.keys(asked.values).every((name) => direct.takes.includes(name));
	if (!isWhole) return { ...viaAnyMethod(asked), ...continues };
	return {
		...direct.counterpart,
		...continues,
		parameters: (given) => {
			const again = askedBy(given);
			const values = again && 'values' in again ? again.values : {};
			return direct.counterpart.parameters(asTelegram(given, values));
		},
	};
}
