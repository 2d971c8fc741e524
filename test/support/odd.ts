import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { freePort } from '../../scripts/lib/ports';
import { selfSigned } from './certificate';

/** A server with arbitrary answers, unlike this API's; the caller ends it. */
export interface OddServer {
	url: string;
	/** The requested paths. */
	asked: string[];
	/** Reports the target when a client of a proxy asks for a connection; refuses it. */
	onConnect(told: (target: string) => void): void;
	close(): Promise<void>;
}

interface HowToListen {
	/** By default, a free one. */
	port?: number;
	/** Whether to use https, with a self-signed certificate. */
	isSecure?: boolean;
}

export async function startOddServer(
	answer: RequestListener,
	{ port = 0, isSecure = false }: HowToListen = {},
): Promise<OddServer> {
	const asked: string[] = [];
	const take: RequestListener = (request, response) => {
		asked.push(request.url ?? '');
		answer(request, response);
	};
	const server = isSecure ? createSecureServer(selfSigned(), take) : createServer(take);
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	return {
		url: `${isSecure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked,
		onConnect: (told) =>
			void server.on('connect', ({ url = '' }, socket) => {
				told(url);
				socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			}),
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** An address of this machine on which nothing listens. */
export const freeUrl = async () => `http://127.0.0.1:${await freePort()}`;
