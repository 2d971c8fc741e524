import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import type { Json } from './http';

export interface Passed {
	status: number;
	/** Sent as JSON unless it is text, or a file. */
	body: Json;
}

export interface Asked {
	method: string;
	/** The JSON of the request; empty for another body. */
	params: Json;
	/** 1 for the first request. */
	number: number;
}

/** Changes how a server between the check and the emulator answers; `pass` lets the emulator handle the request. */
export type Lie = (
	asked: Asked,
	pass: (params?: Json) => Promise<Passed>,
) => Promise<Passed | 'cut'>;

export interface LyingServer {
	url: string;
	/** Number of requests so far. */
	requests: number;
	lie: Lie;
	close(): Promise<void>;
}

const CARRIED = ['content-type'];

async function forward(
	url: string,
	httpMethod: string,
	headers: IncomingHttpHeaders,
	body: Buffer,
): Promise<Passed> {
	const kept = CARRIED.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []));
	const answer = await fetch(url, {
		method: httpMethod,
		headers: Object.fromEntries(kept) as Record<string, string>,
		...(httpMethod !== 'GET' && { body }),
	});
	const isJson = answer.headers.get('content-type')?.startsWith('application/json');
	const given = isJson ? await answer.json() : Buffer.from(await answer.arrayBuffer());
	return { status: answer.status, body: given };
}

/** A real server in front of the emulator that may give false answers. */
export async function startLyingServer(target: () => string, lie: Lie): Promise<LyingServer> {
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = Buffer.concat(chunks);
		const { url = '', method = 'POST', headers } = request;
		const isJson = headers['content-type']?.startsWith('application/json');
		const params = isJson && body.length > 0 ? JSON.parse(body.toString()) : {};
		const pass = async (changed?: Json) =>
			await forward(
				`${target()}${url}`,
				method,
				headers,
				changed ? Buffer.from(JSON.stringify(changed)) : body,
			);
		const name = url.replace(/\?.*/s, '').split('/').at(-1)!;
		const given = await running.lie({ method: name, params, number: ++running.requests }, pass);
		if (given === 'cut') return void request.socket.destroy();
		const isText = typeof given.body === 'string' || Buffer.isBuffer(given.body);
		response.statusCode = given.status;
		response.setHeader('content-type', isText ? 'text/html' : 'application/json');
		response.end(isText ? given.body : JSON.stringify(given.body));
	});
	const running: LyingServer = {
		url: '',
		requests: 0,
		lie,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	await once(server.listen(0, '127.0.0.1'), 'listening');
	running.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return running;
}

export const BAD_GATEWAY: Passed = { status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' };

export const honest: Lie = async (_asked, pass) => await pass();

/** Carries out some requests and answers them with a page of 502. */
export const doneWith502 =
	(isHit: (asked: Asked) => boolean): Lie =>
	async (asked, pass) => {
		const passed = await pass();
		return isHit(asked) ? BAD_GATEWAY : passed;
	};

/** Reports success without doing anything. */
export const doingNothing =
	(methods: string[]): Lie =>
	async ({ method, params }, pass) => {
		if (!methods.includes(method) || Object.keys(params).length === 0) return await pass();
		if (params.return_failed !== true) return { status: 200, body: { ok: true, result: true } };
		const deleted_message_ids = params.message_ids;
		return {
			status: 200,
			body: { ok: true, result: { deleted_message_ids, failed_message_ids: [] } },
		};
	};

function strip(value: Json, field: string): Json {
	if (Array.isArray(value)) return value.map((one) => strip(one, field));
	if (typeof value !== 'object' || value === null) return value;
	// Anything with an id and a chat is a Message.
	const { [field]: gone, ...kept } = value;
	const isMessage = 'message_id' in value && 'chat' in value;
	return isMessage && gone !== undefined ? kept : value;
}

/** Removes a field from each Message. */
export const without =
	(field: string): Lie =>
	async (_asked, pass) => {
		const { status, body } = await pass();
		if (Buffer.isBuffer(body)) return { status, body };
		return { status, body: { ...body, result: strip(body.result, field) } };
	};

/** Ignores `offset`. */
export const ignoringOffset: Lie = async ({ method, params }, pass) => {
	if (method !== 'getUpdates') return await pass();
	const { offset: _ignored, ...kept } = params;
	return await pass(kept);
};

export const TOO_MANY: Passed = {
	status: 429,
	body: {
		ok: false,
		error_code: 429,
		description: 'Too Many Requests: retry after 1',
		parameters: { retry_after: 1 },
	},
};

/** Refuses every third call because of a limit. */
export const limitingEveryThird: Lie = async ({ number }, pass) =>
	number % 3 === 0 ? TOO_MANY : await pass();
