import { isObject, tryJson } from '../../../api/basics';
import { UserError } from '../../../api/errors';

/** What one line of a stream says. */
interface StreamLine {
	text?: string;
	isEnd?: boolean;
}

/** The text of a piece that is a text, or a list of texts; what a model thinks is not shown. */
export function textOf(content: unknown): string {
	if (typeof content === 'string') return content;
	if (Array.isArray(content)) return content.map(textOf).join('');
	const { type = 'text', text } = isObject(content) ? content : {};
	return (type === 'text' || type === 'text_delta') && typeof text === 'string' ? text : '';
}

/** Reads a JSON value: OpenAI's form, n8n's, Ollama's, Anthropic's, or a plain `text` or `content`. */
function saidBy(data: unknown): StreamLine {
	if (typeof data === 'string') return { text: data };
	if (!isObject(data)) return {};
	const { type, error } = data;
	if (type === 'error' || error) {
		const words = isObject(error) ? error.message : (error ?? data.content);
		throw new UserError(`The answer ended with an error: ${String(words)}`);
	}
	const [choice] = (Array.isArray(data.choices) ? data.choices : []) as unknown[];
	if (isObject(choice)) {
		const { delta = choice, finish_reason: reason } = choice;
		const { content, text } = Object(delta) as { content?: unknown; text?: unknown };
		return { text: textOf(content ?? text), isEnd: Boolean(reason) };
	}
	const { message, delta, content, text, response } = data;
	const held = isObject(message) ? message.content : (delta ?? content ?? text ?? response);
	return { text: textOf(held), isEnd: data.done === true || type === 'message_stop' };
}

/** Reads one line of server-sent events or of JSON lines. Throws UserError if it reports an error. */
function saidIn(line: string): StreamLine {
	const [, event] = /^data: ?(.*)$/s.exec(line) ?? [];
	const given = event ?? line;
	if (given.trim() === '[DONE]') return { isEnd: true };
	const data = tryJson(given);
	if (data !== undefined) return saidBy(data);
	return event === undefined ? {} : { text: event };
}

/** The most characters of a line: one that never ends must not fill the memory. */
const MOST_IN_LINE = 1_000_000;

/**
 * The pieces of text in a stream of bytes, as they come: of server-sent events or JSON lines. Throws
 * UserError if the stream reports an error, or ends before it says so although it belongs to a form that does.
 */
export async function* piecesIn(bytes: AsyncIterable<unknown>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of bytes) {
		rest += decoder.decode(chunk as Uint8Array, { stream: true });
		const lines = rest.split(/\r?\n/);
		rest = lines.pop() ?? '';
		if (rest.length > MOST_IN_LINE) throw new UserError('The address sends one endless line');
		for (const line of lines) {
			const { text, isEnd } = saidIn(line);
			if (text) yield text;
			if (isEnd) return;
		}
	}
	const { text } = saidIn(rest);
	if (text) yield text;
}
