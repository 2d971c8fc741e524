import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { LOOPBACK } from '../../scripts/lib/ports';
import { until } from '../../scripts/lib/until';
import { PATIENCE_MS } from './patience';

/** One text that a test lets flow, piece by piece. */
export interface Flow {
	/** What the source was asked. */
	readonly asked: unknown;
	write(piece: string): void;
	end(): void;
	/** It ends in the middle, although the connection is well. */
	breakOff(): void;
	/** It breaks. */
	fail(): void;
	/** Whether the node has closed it. */
	readonly isClosed: boolean;
}

/** A chat model as LangChain has them. Each question opens a flow. */
export class TapModel {
	readonly flows: Flow[] = [];

	/** Answers each question by itself. */
	onAsked: (flow: Flow) => void = () => {};

	async stream(
		asked: unknown,
		{ signal }: { signal: AbortSignal },
	): Promise<AsyncIterable<object>> {
		const queue: Array<string | Error | undefined> = [];
		let wake = () => {};
		const put = (one: string | Error | undefined) => {
			queue.push(one);
			wake();
		};
		signal.addEventListener('abort', () => put(new Error('Aborted')));
		const flow: Flow = {
			asked,
			write: put,
			end: () => put(undefined),
			breakOff: () => put(undefined),
			fail: () => put(new Error('The model broke off')),
			get isClosed() {
				return signal.aborted;
			},
		};
		this.flows.push(flow);
		async function* chunks() {
			for (;;) {
				while (queue.length === 0) await new Promise<void>((resolve) => (wake = resolve));
				const next = queue.shift();
				if (next === undefined) return;
				if (typeof next !== 'string') throw next;
				yield { content: next };
			}
		}
		this.onAsked(flow);
		return await Promise.resolve(chunks());
	}

	/** The flow of the question with this number, when it is asked. */
	async flow(index = 0): Promise<Flow> {
		await until('the model is asked', async () => this.flows.length > index, PATIENCE_MS);
		return this.flows[index];
	}
}

/** How a server writes a piece, and its end. */
export interface StreamForm {
	type: string;
	piece(text: string): string;
	end: string;
}

const lines = (value: unknown) => `${JSON.stringify(value)}\n`;
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

/** The forms of servers that stream. */
export const STREAM_FORMS: Record<string, StreamForm> = {
	OpenAI: {
		type: 'text/event-stream',
		piece: (content) => event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
		end: `${event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}data: [DONE]\n\n`,
	},
	'OpenAI, the newer one': {
		type: 'text/event-stream',
		piece: (delta) =>
			`${event({ type: 'response.reasoning_summary_text.delta', delta: 'Hm' })}event: response.output_text.delta\n${event({ type: 'response.output_text.delta', delta })}`,
		end: `${event({ type: 'response.output_text.done', text: 'All of it again' })}${event({ type: 'response.completed', response: {} })}`,
	},
	n8n: {
		type: 'application/json',
		piece: (content) => lines({ type: 'item', content, metadata: { nodeName: 'AI Agent' } }),
		end: lines({ type: 'end', metadata: { nodeName: 'AI Agent' } }),
	},
	Ollama: {
		type: 'application/x-ndjson',
		piece: (content) => lines({ message: { role: 'assistant', content }, done: false }),
		end: lines({ message: { role: 'assistant', content: '' }, done: true }),
	},
	Anthropic: {
		type: 'text/event-stream',
		piece: (text) =>
			`event: content_block_delta\n${event({ type: 'content_block_delta', delta: { type: 'text_delta', text } })}`,
		end: `event: message_stop\n${event({ type: 'message_stop' })}`,
	},
	'lines of JSON': {
		type: 'application/jsonl',
		piece: (text) => lines({ text }),
		end: '',
	},
};

/** A server that streams texts in one of these forms. */
export class TapServer {
	readonly flows: Flow[] = [];
	url = '';
	form: StreamForm = STREAM_FORMS.OpenAI;

	/** Answers each request by itself. */
	onAsked: (flow: Flow) => void = () => {};

	private readonly server: Server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => this.open(Buffer.concat(chunks).toString(), response));
	});

	private open(asked: string, response: ServerResponse): void {
		const { form } = this;
		let isClosed = false;
		response.on('close', () => (isClosed = true));
		response.writeHead(200, { 'content-type': form.type });
		response.flushHeaders();
		const flow: Flow = {
			asked: asked === '' ? undefined : JSON.parse(asked),
			write: (piece) => void response.write(form.piece(piece)),
			end: () => void response.end(form.end),
			breakOff: () => void response.end(),
			fail: () => void response.destroy(),
			get isClosed() {
				return isClosed;
			},
		};
		this.flows.push(flow);
		this.onAsked(flow);
	}

	unref(): void {
		this.server.unref();
	}

	async listen(): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(0, LOOPBACK, resolve));
		this.url = `http://${LOOPBACK}:${(this.server.address() as AddressInfo).port}/v1`;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	async flow(index = 0): Promise<Flow> {
		await until('the address is asked', async () => this.flows.length > index, PATIENCE_MS);
		return this.flows[index];
	}
}

/** An item with an address that streams this text at once; it keeps no process alive. */
export async function addressThatStreams(text: string): Promise<{ url: string }> {
	const server = new TapServer();
	server.onAsked = (flow) => {
		flow.write(text);
		flow.end();
	};
	await server.listen();
	server.unref();
	return { url: server.url };
}
