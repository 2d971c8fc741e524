import { METHODS, type Family } from '../../reference';
import { extras } from './extras';
import { constantOf, isExpression, mapParts } from './expression';
import { asLaterRequest } from './oldRequest';
import { OPERATIONS } from './operations';
import {
	chat,
	NUMBER,
	same,
	textOf,
	type Counterpart,
	type Shape,
	type TelegramNode,
} from './telegram';
import { isRecord, type Parameters, type WorkflowNode } from './workflow';

/** What an HTTP Request node asks of Telegram. */
type Asked =
	| { method: string; values: Parameters }
	/** All parameters at once, by an expression. */
	| { method: string; body: string }
	/** The file whose path `getFile` has given, and the field for it if one is named. */
	| { fileId: string; binaryPropertyName?: string };

const TOKEN = String.raw`bot(?:\{\{[^{}]*\}\}|[^/{}\s]+)`;
const METHOD = new RegExp(String.raw`^https://api\.telegram\.org/${TOKEN}/([A-Za-z]+)(?:\?(.*))?$`);
const FILE = new RegExp(String.raw`^https://api\.telegram\.org/file/${TOKEN}/(\{\{[^{}]*\}\})$`);

/** A part of an address as it was before it was put there; undefined if nobody can tell. */
function unescaped(part: string): string | undefined {
	if (/encodeURI/.test(part)) return undefined;
	const decode = (words: string) => decodeURIComponent(words.replaceAll('+', ' '));
	try {
		return mapParts(part.includes('{{') ? `=${part}` : part, { words: decode });
	} catch {
		return undefined;
	}
}

/** The parameters in an address; undefined if they cannot be read. */
function inAddress(query = ''): Parameters | undefined {
	const values: Parameters = {};
	for (const part of query.match(/(?:\{\{[\s\S]*?\}\}|[^&])+/g) ?? []) {
		const [, name = '', text = ''] = /^(\w+)=([\s\S]*)$/.exec(part) ?? [];
		const value = unescaped(text);
		if (name === '' || value === undefined) return undefined;
		values[name] = value;
	}
	return values;
}

/** The rows of a list of names and values; undefined if they cannot be read. */
function inRows(given: unknown): Parameters | undefined {
	const { parameters: rows = [] } = isRecord(given) ? given : {};
	if ((given !== undefined && !isRecord(given)) || !Array.isArray(rows)) return undefined;
	const values: Parameters = {};
	for (const row of rows as unknown[]) {
		if (!isRecord(row) || typeof row.name !== 'string' || !/^\w+$/.test(row.name)) return undefined;
		if (row.parameterType === 'formBinaryData') return undefined;
		values[row.name] = row.value;
	}
	return values;
}

/** A body that is JSON: its values, or an expression as it is; undefined if it cannot be read. */
function inJson(given: unknown): Parameters | string | undefined {
	const text = textOf(given);
	if (isExpression(text)) return text;
	try {
		const values: unknown = JSON.parse(text);
		// In a field of ours, a text that begins like this is an expression.
		return isRecord(values) && !Object.values(values).some(isExpression) ? values : undefined;
	} catch {
		return undefined;
	}
}

/** The parameters beside the address; undefined if they cannot be read. */
function inQuery({ sendQuery = false, specifyQuery = 'keypair', queryParameters }: Parameters) {
	if (sendQuery === false) return {};
	return sendQuery === true && specifyQuery === 'keypair' ? inRows(queryParameters) : undefined;
}

/** The parameters in the body; undefined if they cannot be read. */
function bodyOf({ sendBody = false, contentType = 'json', ...more }: Parameters) {
	const { specifyBody = 'keypair', jsonBody, bodyParameters } = more;
	if (sendBody === false) return {};
	if (sendBody !== true || !['json', 'form-urlencoded'].includes(textOf(contentType))) {
		return undefined;
	}
	if (specifyBody === 'json') return inJson(jsonBody);
	return specifyBody === 'keypair' ? inRows(bodyParameters) : undefined;
}

/** Whether the node gives back more or something else than the answer. */
const isPlain = ({ options }: Parameters) =>
	!isRecord(options) || (options.response === undefined && options.pagination === undefined);

/** The field in which the node puts the file that it downloads, if one is named. */
function fieldForFile({ options }: Parameters): { binaryPropertyName?: string } {
	const response = isRecord(options) && isRecord(options.response) ? options.response.response : {};
	const name = isRecord(response) ? textOf(response.outputPropertyName) : '';
	return name === '' ? {} : { binaryPropertyName: name };
}

/** A method as the reference writes it: for Telegram, small and large letters are the same. */
const methodNamed = (given: string) =>
	Object.keys(METHODS).find((name) => name.toLowerCase() === given.toLowerCase()) ?? given;

/** What the node asks, if all of it can be read. */
function askedBy(node: Pick<TelegramNode, 'parameters' | 'version'>): Asked | undefined {
	const parameters = node.version < 3 ? asLaterRequest(node.parameters) : node.parameters;
	const url = textOf(parameters.url).replace(/^=/, '').trim();
	const [, path] = FILE.exec(url) ?? [];
	if (path?.includes('file_path')) {
		return { fileId: `=${path.replaceAll('file_path', 'file_id')}`, ...fieldForFile(parameters) };
	}
	const [, given, query] = METHOD.exec(url) ?? [];
	if (given === undefined || !isPlain(parameters)) return undefined;
	const method = methodNamed(given);
	const before = inAddress(query);
	const beside = inQuery(parameters);
	const body = bodyOf(parameters);
	if (!before || !beside || body === undefined) return undefined;
	const values = { ...before, ...beside };
	if (typeof body !== 'string') return { method, values: { ...values, ...body } };
	return Object.keys(values).length === 0 ? { method, body } : undefined;
}

/** What a switch was as a word, as a switch. */
const asSwitch = (value: unknown) => (value === 'true' ? true : value === 'false' ? false : value);

/** The same request as the Telegram node would have it in its form. */
function asTelegram(node: TelegramNode, { chat_id: chatId, ...values }: Parameters): TelegramNode {
	const { message_id: messageId, text, callback_query_id: queryId, file_id: fileId } = values;
	const { message_id: _m, callback_query_id: _q, file_id: _f, ...rest } = values;
	const added = Object.entries(rest).map(([name, value]) => [name, asSwitch(value)] as const);
	const additionalFields: Parameters = Object.fromEntries(added);
	if (queryId === undefined) delete additionalFields.text;
	const parameters = {
		chatId,
		messageId,
		text,
		queryId,
		fileId,
		download: false,
		additionalFields,
	};
	return { ...node, parameters };
}

const ADDED_TO_MESSAGE = [
	...['disable_notification', 'reply_to_message_id', 'message_thread_id'],
	...['parse_mode', 'disable_web_page_preview'],
];

/** The methods that have an operation with the same fields: which of them, and what becomes of them. */
const DIRECT: Record<string, { takes: string[]; counterpart: Counterpart }> = {
	sendMessage: {
		takes: ['chat_id', 'text', ...ADDED_TO_MESSAGE],
		counterpart: {
			resource: 'message',
			operation: 'sendMessage',
			shape: 'atTheTop',
			parameters: (node) => ({
				...chat(node),
				...same(node, ['text', 'text']),
				additionalFields: extras(node, ADDED_TO_MESSAGE),
			}),
		},
	},
	...Object.fromEntries(
		[
			['deleteMessage', 'message:deleteMessage', 'chat_id', 'message_id'],
			['getFile', 'file:get', 'file_id'],
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

const asText = (value: unknown) =>
	typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** The parameters of Any Method. */
function anyMethod(asked: Exclude<Asked, { fileId: string }>): Parameters {
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
	return known?.result === 'true' ? 'success' : 'atTheTop';
}

const viaAnyMethod = ({ method }: { method: string }): Counterpart => ({
	resource: 'bot',
	operation: 'anyMethod',
	shape: shapeOf(method),
	parameters: ({ note, ...node }) => {
		const asked = askedBy(node);
		if (!asked || 'fileId' in asked) return {};
		const written = 'body' in asked ? asked.body : JSON.stringify(asked.values);
		if (written.includes('parse_mode')) note(FORMATTED);
		if (written.includes('disable_web_page_preview')) note(PREVIEW);
		const fixed = fixedIn(asked);
		if (fixed.length > 0)
			note(`${fixed.join(' and ')} ${fixed.length > 1 ? 'are' : 'is'} ${FIXED}`);
		if (!(asked.method in METHODS)) note(unknown(asked.method));
		return anyMethod(asked);
	},
});

const FIXED = 'fixed. On your server it is another one than on Telegram: put that in.';
const PREVIEW =
	'Your server ignores disable_web_page_preview. Use link_preview_options in its place: {"is_disabled": true}.';
const unknown = (method: string) =>
	`The service has no method ${method} that is known here. Try it, or remove this node.`;

/** Parameters of what has another number on each server. */
const NUMBERED = ['chat_id', 'from_chat_id', 'user_id', 'message_id', 'message_thread_id'];

/** The names of those parameters that have a fixed value. */
function fixedIn(asked: Exclude<Asked, { fileId: string }>): string[] {
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

/** What becomes of an HTTP Request node that asks Telegram; undefined if it does not, or cannot be read. */
export function requestCounterpart(node: WorkflowNode): Counterpart | undefined {
	if (node.type !== 'n8n-nodes-base.httpRequest') return undefined;
	const { parameters, typeVersion: version = 1 } = node;
	const asked = askedBy({ parameters, version });
	if (!asked) return undefined;
	if ('fileId' in asked) {
		return {
			resource: 'file',
			operation: 'getFile',
			shape: 'same',
			parameters: (given) => ({
				...askedBy(given),
				download: true,
				additionalFields: {},
			}),
		};
	}
	const direct = DIRECT[asked.method];
	if (!direct || 'body' in asked) return viaAnyMethod(asked);
	const isWhole = Object.keys(asked.values).every((name) => direct.takes.includes(name));
	if (!isWhole) return viaAnyMethod(asked);
	return {
		...direct.counterpart,
		parameters: (given) => {
			const again = askedBy(given);
			const values = again && 'values' in again ? again.values : {};
			return direct.counterpart.parameters(asTelegram(given, values));
		},
	};
}
