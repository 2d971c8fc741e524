import { createServer, type ServerResponse } from 'node:http';

import type { CredentialReference, N8nRest, Workflow } from '../../../sandbox/lib/rest';
import { close, listen } from './modelServer';

interface Schema {
	properties?: Record<string, Schema>;
}

/** What it is asked, in the protocol of OpenAI. */
export interface Asked {
	stream?: boolean;
	messages: Array<{ role: string; content?: unknown }>;
	tools?: Array<{ function: { name: string; parameters: Schema } }>;
}

/** A call of a tool as a model writes it. */
export interface ToolCall {
	name: string;
	given: object;
	id?: string;
}

const CHUNK = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'model' };
const WHOLE = { id: 'c', object: 'chat.completion', created: 1, model: 'model' };

function send(response: ServerResponse, { stream }: Asked, message: object, reason: string): void {
	if (!stream) {
		response.setHeader('content-type', 'application/json');
		const choices = [{ index: 0, message, finish_reason: reason }];
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		response.end(JSON.stringify({ ...WHOLE, choices, usage }));
		return;
	}
	response.setHeader('content-type', 'text/event-stream');
	const last = { index: 0, delta: {}, finish_reason: reason };
	for (const choice of [{ index: 0, delta: message, finish_reason: null }, last]) {
		response.write(`data: ${JSON.stringify({ ...CHUNK, choices: [choice] })}\n\n`);
	}
	response.end('data: [DONE]\n\n');
}

/**
 * A language model that speaks OpenAI's protocol: it calls a tool, and then reports the result.
 */
export class LanguageModel {
	/** What it says instead, without calling a tool: also what a test makes of the question, and when it likes. */
	says?: string | ((asked: Asked) => Promise<string>);

	/** Its calls instead, unchanged: a hostile model follows no schema. */
	calls?: ToolCall[];

	/** The requests that it got. */
	readonly asked: Asked[] = [];

	private readonly server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', (): void => {
			const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
			this.asked.push(asked);
			const results = asked.messages.filter(({ role }) => role === 'tool');
			if (results.length > 0) {
				const content = results
					.map((result) => `Result: ${JSON.stringify(result.content)}`)
					.join('\n');
				return send(response, asked, { role: 'assistant', content }, 'stop');
			}
			const { says } = this;
			if (says !== undefined) {
				// Nobody waits for it but n8n, which gets the answer.
				void Promise.resolve(typeof says === 'string' ? says : says(asked)).then((content) =>
					send(response, asked, { role: 'assistant', content }, 'stop'),
				);
				return;
			}
			const calls = this.calls ?? this.callsOf(asked.tools!.map((tool) => tool.function));
			const tool_calls = calls.map(({ name, given, id }, index) => {
				const call = { name, arguments: JSON.stringify(given) };
				return { index, id: id ?? `call_${index}`, type: 'function', function: call };
			});
			send(response, asked, { role: 'assistant', content: null, tool_calls }, 'tool_calls');
		});
	});

	/**
	 * @param given its value for each parameter of a tool, by name
	 * @param tools the tools to call at once; if none of them exists, the first one
	 */
	constructor(
		private readonly given: Record<string, unknown>,
		private readonly tools: string[] = [],
	) {}

	private callsOf(tools: Array<{ name: string; parameters: Schema }>): ToolCall[] {
		const named = tools.filter(({ name }) => this.tools.includes(name));
		const called = named.length > 0 ? named : tools.slice(0, 1);
		return called.map(({ name, parameters }) => ({ name, given: this.fill(parameters) }));
	}

	/** The values in the places that a schema names. */
	private fill({ properties = {} }: Schema): object {
		const entries = Object.entries(properties).map(([name, schema]) => [
			name,
			schema.properties ? this.fill(schema) : this.given[name],
		]);
		return Object.fromEntries(entries) as object;
	}

	readonly listen = async () => await listen(this.server);

	readonly close = async () => await close(this.server);
}

/** An n8n credential for the model at this address. */
export async function modelCredential(rest: N8nRest, url: string): Promise<CredentialReference> {
	const data = { apiKey: 'key', url, header: false };
	return await rest.createCredential({ name: 'Model', type: 'openAiApi', data });
}

/** Chooses a credential in the chat models of a stored workflow, and publishes it. */
export async function publishWithModel(
	rest: N8nRest,
	id: string,
	openAiApi: CredentialReference,
): Promise<void> {
	const { nodes } = await rest.call<Workflow>('GET', `/rest/workflows/${id}`);
	for (const node of nodes.filter(({ type }) => type.endsWith('.lmChatOpenAi'))) {
		node.credentials = { openAiApi };
	}
	await rest.call('PATCH', `/rest/workflows/${id}`, { nodes });
	await rest.publish(id);
}
