import { METHODS, type Family } from '../reference';
import { downloadCounterpart } from './download';
import { extras } from './extras';
import { constantOf, isExpression } from './expression';
import { fileByText } from './files';
import { DELIVERY, OPERATIONS } from './operations';
import { askedBy, neverFails, REQUEST, type Call } from './request';
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
import { textOf, type Connections, type Parameters, type WorkflowNode } from './workflow';

type Note = TelegramNode['note'];

/** Converts the words "true" and "false" to booleans. */
const asSwitch = (value: unknown) => (value === 'true' ? true : value === 'false' ? false : value);

/** The request in the form of a Telegram node. */
function asTelegram(node: TelegramNode, values: Parameters): TelegramNode {
	const { chat_id: chatId, message_id: messageId, text, file_id: fileId, ...more } = values;
	const { callback_query_id: queryId, reply_markup: markup, ...others } = more;
	const { photo, document, video, audio, ...rest } = others;
	const file = photo ?? document ?? video ?? audio;
	const added = Object.entries({ ...rest, ...(queryId !== undefined && { text }) });
	const parameters = {
		...{ chatId, messageId, text, queryId, fileId, file, download: false },
		...(markup !== undefined && { replyMarkup: 'json', replyMarkupJson: asText(markup) }),
		additionalFields: Object.fromEntries(added.map(([name, value]) => [name, asSwitch(value)])),
	};
	return { ...node, parameters };
}

const ADDED_TO_MESSAGE = [...DELIVERY, 'parse_mode', 'disable_web_page_preview'];

/** Only our operations send a file by its address. */
const ADDED_TO_FILE = [...DELIVERY, 'chat_id', 'caption', 'parse_mode', 'reply_markup'];

const asText = (value: unknown) =>
	typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

const message = to('message', 'sendMessage', 'atTheTop', (node) => ({
	...chat(node),
	...same(node, 'text'),
	additionalFields: extras(node, ADDED_TO_MESSAGE),
}));

const of = (key: string) => OPERATIONS[key] as Counterpart;

/** Methods with an operation that has the same fields: its conversion, and these fields. */
const DIRECT: Record<string, [Counterpart, ...takes: string[]]> = {
	sendMessage: [message, 'chat_id', 'text', ...ADDED_TO_MESSAGE],
	deleteMessage: [of('message:deleteMessage'), 'chat_id', 'message_id'],
	getFile: [of('file:get'), 'file_id'],
	sendPhoto: [of('message:sendPhoto'), 'photo', ...ADDED_TO_FILE],
	sendDocument: [of('message:sendDocument'), 'document', ...ADDED_TO_FILE],
	sendVideo: [of('message:sendVideo'), 'video', ...ADDED_TO_FILE],
	sendAudio: [of('message:sendAudio'), 'audio', ...ADDED_TO_FILE],
	answerCallbackQuery: [
		of('callback:answerQuery'),
		...['callback_query_id', 'text', 'show_alert', 'url'],
	],
};

const FORMATTED =
	'Its parse_mode is read as your server reads it, which can differ from Telegram. Send a text with marks to try it.';
const PREVIEW =
	'Your server ignores disable_web_page_preview. Use link_preview_options in its place: {"is_disabled": true}.';
const NO_ADDRESS =
	'Your server takes no address of a file here. If it is one, use the operation of Bot Messaging that sends such a file, with Source: URL.';
const FIXED = 'fixed. On your server it is another one than on Telegram: put that in.';

const LISTS = /^(?:BotCommands|ChatMembers|CopiedMessage|GameHighScores|Messages|Updates)$/;

const known = (method: string) => (METHODS as Family)[method];

function shapeOf(method: string): Shape {
	const result = known(method)?.result ?? '';
	if (LISTS.test(result)) return 'items';
	if (/^(?:count|link)$/.test(result)) return 'value';
	return /^(?:true|Deletion)$/.test(result) ? 'success' : 'atTheTop';
}

/** Parameters with ids that differ on each server. */
const NUMBERED = ['chat_id', 'from_chat_id', 'user_id', 'message_id', 'message_thread_id'];

const isFixed = (value: unknown) =>
	textOf(value) !== '' && (!isExpression(value) || NUMBER.test(value));

/** The parameters that the server takes; the others are noted. */
function taken({ method, values, body }: Call, takes: string[], note: Note): Parameters {
	const params = known(method)?.params ?? {};
	const found = Object.entries(values).filter(([name]) => {
		const isTaken = takes.includes(name) || name in params;
		const [before, after] =
			body === undefined ? [' was left out', ''] : ['', ' Take it out of Parameters (JSON).'];
		if (!isTaken) note(`${name}${before}: your server does not know it.${after}`);
		return isTaken;
	});
	return Object.fromEntries(found);
}

/** The parameters of Any Method. */
function anyMethod(asked: Call, note: Note): Parameters {
	const { method, body } = asked;
	const values = taken(asked, ['disable_web_page_preview'], note);
	const written = body ?? JSON.stringify(values);
	const isUnread = body !== undefined && Object.keys(values).length === 0;
	if (isUnread ? known(method)?.params.parse_mode : written.includes('parse_mode')) note(FORMATTED);
	if (written.includes('disable_web_page_preview')) note(PREVIEW);
	const isAddress = ([name, value]: [string, unknown]) =>
		known(method)?.params[name]?.type === 'file'
			? value !== '' && fileByText(value, name, note).source !== 'fileId'
			: name === 'media' && /https?:/.test(asText(value));
	if (Object.entries(values).some(isAddress)) note(NO_ADDRESS);
	const fixed = NUMBERED.filter((name) => isFixed(constantOf(values[name])));
	if (fixed.length > 0) note(`${fixed.join(' and ')} ${fixed.length > 1 ? 'are' : 'is'} ${FIXED}`);
	const rows = Object.entries(values).map(([name, value]) => ({ name, value: asText(value) }));
	const list = { specifyParameters: 'list', parameters: { parameter: rows } };
	const json = { specifyParameters: 'json', parametersJson: body };
	return { method, ...(body === undefined ? list : json), additionalFields: {} };
}

/** The conversion of an HTTP Request node that calls Telegram; undefined if it does not, or is unreadable. @param asking names of the nodes that ask for the paths of files */
export function requestCounterpart(
	node: WorkflowNode,
	connections: Connections,
	asking: Set<string>,
): Counterpart | Missing | undefined {
	if (node.type !== REQUEST) return undefined;
	const { parameters, typeVersion: version = 1 } = node;
	const asked = askedBy({ parameters, version });
	if (!asked) return undefined;
	if ('path' in asked) return downloadCounterpart(node.name, asked, connections, asking);
	const { method, values, body } = asked;
	const { params } = known(method) ?? {};
	if (!params) return { missing: `It calls ${method}. The service has no such method.` };
	const [counterpart, ...takes]: [Counterpart?, ...string[]] = DIRECT[method] ?? [];
	// n8n does not start a workflow with an empty field that has to be filled in.
	const isWhole = Object.entries(params).every(([name, { required }]) =>
		(values[name] ?? '') === '' ? !required : takes.includes(name),
	);
	const direct = isWhole && body === undefined ? counterpart : undefined;
	return {
		...(direct ?? { resource: 'bot', operation: 'anyMethod', shape: shapeOf(method) }),
		...(neverFails(node) && { continues: true }),
		parameters: (given) => {
			const again = askedBy(given) as Call;
			if (!direct) return anyMethod(again, given.note);
			return direct.parameters(asTelegram(given, taken(again, takes, given.note)));
		},
	};
}
