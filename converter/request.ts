import { METHODS } from '../reference';
import { codeOf, isExpression, mapParts } from './expression';
import { asLaterRequest } from './oldRequest';
import type { TelegramNode } from './telegram';
import { expressionIn, fixedText, nameOf } from './values';
import {
	fromJson,
	isRecord,
	recordOf,
	textOf,
	type Parameters,
	type WorkflowNode,
} from './workflow';

export const REQUEST = 'n8n-nodes-base.httpRequest';

/** A call of a method with its parameters; the body, if that is one expression with all of them. */
export interface Call {
	method: string;
	values: Parameters;
	body?: string;
}

/** The download of the file at the path that this code reads, and the field for it if it is set. */
export interface Download {
	path: string;
	binaryPropertyName?: string;
}

const TOKEN = String.raw`bot(?:\{\{[^{}]*\}\}|[^/{}\s]+)`;
const METHOD = new RegExp(String.raw`^https://api\.telegram\.org/${TOKEN}/([A-Za-z]+)(?:\?(.*))?$`);
const FILE = new RegExp(String.raw`^https://api\.telegram\.org/file/${TOKEN}/(\{\{[^{}]*\}\})$`);

/** Code without an enclosing escape function. */
function unescapedCode(code: string): string {
	const inner = code.slice(2, -2);
	const call = expressionIn(inner);
	const [given] = call?.type === 'CallExpression' ? call.arguments : [];
	const isWhole = given && /^\s*encodeURIComponent\($/.test(inner.slice(0, given.start));
	return isWhole ? `{{ ${inner.slice(given.start, given.end)} }}` : code;
}

/** A part of an address without its escapes; undefined if it is uncertain. */
function unescaped(part: string): string | undefined {
	const decode = (words: string) => decodeURIComponent(words.replaceAll('+', ' '));
	const maps = { words: decode, code: unescapedCode };
	try {
		const text = mapParts(part.includes('{{') ? `=${part}` : part, maps);
		// Only a part of the code is escaped.
		return text.includes('encodeURI') ? undefined : text;
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
	const { parameters: rows = [] } = recordOf(given);
	if ((given !== undefined && !isRecord(given)) || !Array.isArray(rows)) return undefined;
	const values: Parameters = {};
	for (const row of rows as unknown[]) {
		if (!isRecord(row) || typeof row.name !== 'string' || !/^\w+$/.test(row.name)) return undefined;
		if (row.parameterType === 'formBinaryData') return undefined;
		values[row.name] = row.value;
	}
	return values;
}

/** A JSON body: its values, or an expression unchanged; undefined if it is unreadable. */
function inJson(given: unknown): Parameters | string | undefined {
	const text = textOf(given);
	if (isExpression(text)) return text;
	const values = fromJson(text);
	// In a field of ours, such a text would become an expression.
	return isRecord(values) && !Object.values(values).some(isExpression) ? values : undefined;
}

/** The parameters that a body in code names, as in `={ "chat_id": {{ $json.id }} }`: fixed texts, or expressions. */
function namedIn(body: string): Parameters {
	// The name for what is filled in is no name of a parameter.
	const code = codeOf(body) ?? mapParts(body, { code: () => '$' }).slice(1);
	const given = expressionIn(code);
	const list = given?.type === 'CallExpression' ? given.arguments[0] : given;
	const fields = list?.type === 'ObjectExpression' ? list.properties : [];
	const named = fields.flatMap((field) => {
		if (field.type !== 'Property') return [];
		const { start, end } = field.value;
		const text = fixedText(field.value) ?? code.slice(start, end);
		const isFixed = !text.includes('$') && /^["'`\d-]/.test(code.slice(start));
		return [[nameOf(field.key, field.computed), isFixed ? text : `={{ ${text} }}`]];
	});
	return Object.fromEntries(named) as Parameters;
}

/** The parameters in the query or the body, or an expression for all of them; undefined if they cannot be read. */
function inPart(isSent: unknown, specify: unknown, rows: unknown, json?: unknown) {
	if (isSent === false) return {};
	if (isSent === true && specify === 'json') return inJson(json);
	return isSent === true && specify === 'keypair' ? inRows(rows) : undefined;
}

/** The settings for the node's output. */
const responseOf = ({ options }: Parameters): Parameters => {
	const { response } = recordOf(recordOf(options).response);
	return recordOf(response);
};

/** Whether the node outputs just the answer. */
function isPlain(parameters: Parameters): boolean {
	const { options } = parameters;
	const { neverError: _neverError, fullResponse = false, ...more } = responseOf(parameters);
	const { responseFormat = 'json', outputPropertyName: _name, ...others } = more;
	return (
		fullResponse === false &&
		['json', 'autodetect'].includes(textOf(responseFormat)) &&
		Object.keys(others).length === 0 &&
		recordOf(options).pagination === undefined
	);
}

/** Whether the node outputs a refusal as an item instead of ending the execution. */
export const neverFails = ({ parameters, typeVersion = 1 }: WorkflowNode): boolean =>
	responseOf(typeVersion < 3 ? asLaterRequest(parameters) : parameters).neverError === true;

/** A method as in the reference: Telegram ignores case. */
const methodNamed = (given: string) =>
	Object.keys(METHODS).find((name) => name.toLowerCase() === given.toLowerCase()) ?? given;

/** The call that the node makes, if all of it is readable. */
export function askedBy({
	parameters: given,
	version,
}: Pick<TelegramNode, 'parameters' | 'version'>): Call | Download | undefined {
	const parameters = version < 3 ? asLaterRequest(given) : given;
	const url = textOf(parameters.url).replace(/^=/, '').trim();
	const [, path] = FILE.exec(url) ?? [];
	if (path?.includes('file_path')) {
		const field = textOf(responseOf(parameters).outputPropertyName);
		return { path, ...(field !== '' && { binaryPropertyName: field }) };
	}
	const [, name, query] = METHOD.exec(url) ?? [];
	if (name === undefined || !isPlain(parameters)) return undefined;
	const method = methodNamed(name);
	const before = inAddress(query);
	const { sendQuery = false, specifyQuery = 'keypair', queryParameters } = parameters;
	const { sendBody = false, specifyBody = 'keypair', bodyParameters, jsonBody } = parameters;
	const beside = inPart(sendQuery, specifyQuery, queryParameters);
	const body = inPart(sendBody, specifyBody, bodyParameters, jsonBody);
	const isKnown = /^(?:json|form-urlencoded)$/.test(textOf(parameters.contentType ?? 'json'));
	if (!before || !isRecord(beside) || body === undefined) return undefined;
	if (sendBody !== false && !isKnown) return undefined;
	const values = { ...before, ...beside };
	if (typeof body !== 'string') return { method, values: { ...values, ...body } };
	return Object.keys(values).length === 0 ? { method, values: namedIn(body), body } : undefined;
}
