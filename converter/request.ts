import { METHODS } from '../reference';
import { isExpression, mapParts } from './expression';
import { asLaterRequest } from './oldRequest';
import { type TelegramNode } from './telegram';
import { isRecord, recordOf, textOf, type Parameters, type WorkflowNode } from './workflow';

export const REQUEST = 'n8n-nodes-base.httpRequest';

/** The call that an HTTP Request node makes to Telegram. */
export type Asked =
	| { method: string; values: Parameters }
	/** All parameters from one expression. */
	| { method: string; body: string }
	/** The download of the file at the path that this code reads, and the field for it if it is set. */
	| { path: string; binaryPropertyName?: string };

const TOKEN = String.raw`bot(?:\{\{[^{}]*\}\}|[^/{}\s]+)`;
const METHOD = new RegExp(String.raw`^https://api\.telegram\.org/${TOKEN}/([A-Za-z]+)(?:\?(.*))?$`);
const FILE = new RegExp(String.raw`^https://api\.telegram\.org/file/${TOKEN}/(\{\{[^{}]*\}\})$`);

const ESCAPED = /^(\{\{\s*)encodeURIComponent\(([\s\S]*)\)(\s*\}\})$/;

/** Code without an enclosing escape function; undefined if only a part is escaped. */
function unescapedCode(code: string): string | undefined {
	const [, start = '', inner = '', end = ''] = ESCAPED.exec(code) ?? [];
	let depth = 0;
	const isWhole = [...inner].every((sign) => {
		depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
		return depth >= 0;
	});
	const plain = inner !== '' && isWhole ? `${start}${inner}${end}` : code;
	return /encodeURI/.test(plain) ? undefined : plain;
}

/** A part of an address without its escapes; undefined if it is uncertain. */
function unescaped(part: string): string | undefined {
	const decode = (words: string) => decodeURIComponent(words.replaceAll('+', ' '));
	let isKnown = true;
	const code = (given: string) => {
		const plain = unescapedCode(given);
		isKnown &&= plain !== undefined;
		return plain ?? given;
	};
	try {
		const text = mapParts(part.includes('{{') ? `=${part}` : part, { words: decode, code });
		return isKnown ? text : undefined;
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
	try {
		const values: unknown = JSON.parse(text);
		// In a field of ours, such a text would become an expression.
		return isRecord(values) && !Object.values(values).some(isExpression) ? values : undefined;
	} catch {
		return undefined;
	}
}

/** The parameters in the query; undefined if they are unreadable. */
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

/** The output field for a downloaded file, if it is set. */
function fieldForFile(parameters: Parameters): { binaryPropertyName?: string } {
	const name = textOf(responseOf(parameters).outputPropertyName);
	return name === '' ? {} : { binaryPropertyName: name };
}

/** A method as in the reference: Telegram ignores case. */
const methodNamed = (given: string) =>
	Object.keys(METHODS).find((name) => name.toLowerCase() === given.toLowerCase()) ?? given;

/** The call that the node makes, if all of it is readable. */
export function askedBy(node: Pick<TelegramNode, 'parameters' | 'version'>): Asked | undefined {
	const parameters = node.version < 3 ? asLaterRequest(node.parameters) : node.parameters;
	const url = textOf(parameters.url).replace(/^=/, '').trim();
	const [, path] = FILE.exec(url) ?? [];
	if (path?.includes('file_path')) {
		return { path, ...fieldForFile(parameters) };
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
