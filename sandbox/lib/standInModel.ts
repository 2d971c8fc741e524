import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { LOOPBACK } from '../../scripts/lib/ports';

interface Schema {
	type?: string;
	properties?: Record<string, Schema>;
}

/** A request, in OpenAI's format. */
interface Asked {
	stream?: boolean;
	messages: Array<{ role: string; content?: unknown }>;
	tools?: Array<{ function: { name: string; parameters: Schema } }>;
}

export interface StandInModel {
	/** For the Base URL of a credential. */
	url: string;
	close: () => void;
}

const WHO =
	'I am a stand-in for a language model: I understand nothing, and only repeat. For real answers, choose an OpenAI credential in the node OpenAI Chat Model.';

const LOOKS_LIKE_SPAM = /https?:\/\/|casino|bitcoin|earn \d|\d+ ?% (?:off|profit)/i;

interface Part {
	text?: string;
}

/** A content is a text or a list of parts. */
const wordsOf = (content: unknown): string =>
	Array.isArray(content)
		? (content as Part[]).map(({ text = '' }) => text).join('')
		: typeof content === 'string'
			? content
			: '';

const filled = ({ properties = {} }: Schema): object =>
	Object.fromEntries(
		Object.entries(properties).map(([name, schema]) => [
			name,
			schema.properties ? filled(schema) : schema.type === 'number' ? 10 : 'You asked for it.',
		]),
	);

/** It calls a tool if the question has the first word of its name, such as mute or delete. */
function messageFor({ messages, tools = [] }: Asked): object {
	const role = 'assistant';
	const last = messages.at(-1);
	const words = wordsOf(last?.content);
	if (last?.role === 'tool') return { role, content: `${WHO}\n\nThe tool said: ${words}` };
	// The Text Classifier of the spam judge.
	if (
		messages.some(
			({ content }) => /json/i.test(wordsOf(content)) && /"spam"/.test(wordsOf(content)),
		)
	) {
		const spam = LOOKS_LIKE_SPAM.test(words);
		return { role, content: JSON.stringify({ spam, fine: !spam }) };
	}
	const isNamed = (name: string) => new RegExp(`\\b${name.split('_')[0]}\\b`, 'i').test(words);
	const tool = tools.map((one) => one.function).find(({ name }) => isNamed(name));
	if (!tool) return { role, content: `${WHO}\n\nYou wrote: ${words}` };
	const call = { name: tool.name, arguments: JSON.stringify(filled(tool.parameters)) };
	return {
		role,
		content: null,
		tool_calls: [{ index: 0, id: 'call', type: 'function', function: call }],
	};
}

function answer(response: ServerResponse, asked: Asked): void {
	const message = messageFor(asked);
	const reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
	const about = { id: 'stand-in', created: 1, model: 'stand-in' };
	if (!asked.stream) {
		response.setHeader('content-type', 'application/json');
		const choices = [{ index: 0, message, finish_reason: reason }];
		const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
		response.end(JSON.stringify({ ...about, object: 'chat.completion', choices, usage }));
		return;
	}
	response.setHeader('content-type', 'text/event-stream');
	for (const [delta, finish_reason] of [
		[message, null],
		[{}, reason],
	]) {
		const choices = [{ index: 0, delta, finish_reason }];
		const chunk = { ...about, object: 'chat.completion.chunk', choices };
		response.write(`data: ${JSON.stringify(chunk)}\n\n`);
	}
	response.end('data: [DONE]\n\n');
}

/** A server that speaks the protocol of OpenAI, so that the examples with a model can be tried at once. */
export async function startStandInModel(): Promise<StandInModel> {
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			try {
				answer(response, JSON.parse(Buffer.concat(chunks).toString()) as Asked);
			} catch {
				response.statusCode = 400;
				response.end(JSON.stringify({ error: { message: 'Post a chat completion here.' } }));
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://${LOOPBACK}:${port}/v1`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
