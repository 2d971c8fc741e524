import type { IDataObject } from 'n8n-workflow';

import { isObject, tryJson } from '../../../api/basics';
import { UserError } from '../../../api/errors';

/** What one line of a stream says. */
interface StreamLine {
	/** Empty if it only shows that the source is at work, as while a model thinks. */
	text?: string;
	/** Whether more must come, may come, or cannot; undefined if it does not tell. */
	next?: 'more' | 'maybe' | 'nothing';
}

/** Lines of n8n, Anthropic and OpenAI before others, and the last ones. n8n's `end` is that of one of its nodes. */
const NOT_LAST = /^(?:begin|item|content_block_delta|response\.output_text\.delta)$/;
const LAST = /^(?:message_stop|response\.(?:completed|incomplete))$/;

/** The text of a piece that is a text, or a list of texts; what a model thinks is not shown. */
export function textOf(content: unknown): string {
	if (typeof content === 'string') return content;
	if (Array.isArray(content)) return content.map(textOf).join('');
	const { type = 'text', text } = isObject(content) ? content : {};
	return (type === 'text' || type === 'text_delta') && typeof text === 'string' ? text : '';
}

/** Reads a JSON object: OpenAI's form, n8n's, Ollama's, Anthropic's, or a plain `text` or `content`. */
function saidBy(data: IDataObject): StreamLine {
	const { type = '', response: whole } = data;
	const { error = isObject(whole) ? whole.error : undefined } = data;
	if (type === 'error' || error) {
		const words = isObject(error) ? error.message : (error ?? data.content ?? data.message);
		throw new UserError(`The answer ended with an error: ${String(words)}`);
	}
	const [choice] = (Array.isArray(data.choices) ? data.choices : []) as unknown[];
	if (isObject(choice)) {
		const { delta = choice, finish_reason: reason } = choice;
		const { content, text } = Object(delta) as { content?: unknown; text?: unknown };
		const next = reason ? 'nothing' : reason === null ? 'more' : undefined;
		return { text: textOf(content ?? text), next };
	}
	const { message, delta, content, text, response, done } = data;
	const kind = String(type);
	const isLast = done === true || LAST.test(kind);
	const isOpen = done === false || NOT_LAST.test(kind);
	const next = isLast ? 'nothing' : isOpen ? 'more' : kind === 'end' ? 'maybe' : undefined;
	// Such lines repeat the text as a whole, or have what the model thinks.
	if (/^response\.(?!output_text\.delta)/.test(kind)) return { text: '', next };
	const held = isObject(message) ? message.content : (delta ?? content ?? text ?? response);
	return { ...(held !== undefined && { text: textOf(held) }), next };
}

/** Reads one line of server-sent events or of JSON lines. Throws UserError if it reports an error. */
function saidIn(line: string): StreamLine {
	const [, event] = /^data: ?(.*)$/s.exec(line) ?? [];
	const given = event ?? line;
	if (given.trim() === '[DONE]') return { next: 'nothing' };
	const data = tryJson(given);
	if (isObject(data)) return saidBy(data);
	return { text: typeof data === 'string' ? data : event || undefined };
}

/** The most characters of a line: one that never ends must not fill the memory. */
const MOST_IN_LINE = 1_000_000;

async function* linesIn(bytes: AsyncIterable<unknown>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of bytes) {
		rest += decoder.decode(chunk as Uint8Array, { stream: true });
		const lines = rest.split(/\r?\n/);
		rest = lines.pop() ?? '';
		if (rest.length > MOST_IN_LINE) throw new UserError('The address sends one endless line');
		yield* lines;
	}
	yield rest;
}

/**
 * The pieces of text in a stream of bytes, as they come: of server-sent events or JSON lines. Throws
 * UserError if the stream reports an error, or ends before it says so although it belongs to a form that does.
 */
export async function* piecesIn(bytes: AsyncIterable<unknown>): AsyncGenerator<string> {
	let awaited: StreamLine['next'];
	for await (const line of linesIn(bytes)) {
		const { text, next = awaited } = saidIn(line);
		if (text !== undefined) yield text;
		if (next === 'nothing') return;
		awaited = next;
	}
	if (awaited === 'more') throw new UserError('The answer ended in the middle');
}
