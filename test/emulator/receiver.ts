import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import type { Json } from '../support/emulator';

export interface Push {
	path: string;
	headers: IncomingHttpHeaders;
	update: Json;
	/** Unix milliseconds. */
	at: number;
}

/** Where webhooks point to: keeps what is pushed, and answers as it is told. */
export interface Receiver {
	url: string;
	pushes: Push[];
	/** Resolves when so many pushes have come. */
	got(count: number): Promise<Push[]>;
	/** How the next pushes are answered; 200 where nothing is told. */
	answer: (response: ServerResponse, push: Push) => void;
	close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
	const server = createServer(async (request, response) => {
		const update = JSON.parse(await text(request)) as Json;
		const { url: path = '', headers } = request;
		const push = { path, headers, update, at: Date.now() };
		receiver.pushes.push(push);
		receiver.answer(response, push);
	});
	const receiver: Receiver = {
		url: '',
		pushes: [],
		got: async (count) => {
			while (receiver.pushes.length < count) await pause(5);
			return receiver.pushes;
		},
		answer: (response) => response.end(),
		close: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return receiver;
}

/** Answers with these statuses in turn, the last one for ever. */
export function statuses(...codes: number[]): Receiver['answer'] {
	const left = [...codes];
	return (response) => {
		response.statusCode = left.length > 1 ? left.shift()! : left[0];
		response.end();
	};
}
