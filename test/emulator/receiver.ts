import { once } from 'node:events';
import {
	createServer,
	type IncomingHttpHeaders,
	type RequestListener,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { Json } from '../support/emulator';
import { until } from './answers';

export interface Push {
	path: string;
	headers: IncomingHttpHeaders;
	update: Json;
	/** Unix milliseconds. */
	at: number;
}

/** The target of webhooks: records pushes, and gives the answers that a test sets. */
export interface Receiver {
	url: string;
	pushes: Push[];
	/** Resolves after this many pushes. */
	got(count: number): Promise<Push[]>;
	/** How the next pushes are answered; 200 by default. */
	answer: (response: ServerResponse, push: Push) => void;
	close(): Promise<void>;
}

/** An HTTP server on a free port of this machine. */
export async function listen(
	handler: RequestListener,
): Promise<{ url: string; close(): Promise<void> }> {
	const server = createServer(handler).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.close();
			server.closeAllConnections();
			if (server.listening) await once(server, 'close');
		},
	};
}

export async function startReceiver(): Promise<Receiver> {
	const pushes: Push[] = [];
	const server = await listen(async (request, response) => {
		const update = JSON.parse(await text(request));
		const { url: path = '', headers } = request;
		const push = { path, headers, update, at: Date.now() };
		pushes.push(push);
		receiver.answer(response, push);
	});
	const receiver: Receiver = {
		...server,
		pushes,
		got: async (count) => {
			await until(async () => pushes.length >= count);
			return pushes;
		},
		answer: (response) => response.end(),
	};
	return receiver;
}

/** Answers with these statuses in turn, the last one forever. */
export function statuses(...codes: number[]): Receiver['answer'] {
	const left = [...codes];
	return (response) => {
		response.statusCode = left.length > 1 ? left.shift()! : left[0];
		response.end();
	};
}
