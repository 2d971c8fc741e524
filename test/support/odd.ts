import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { freePort } from '../../scripts/lib/ports';
import { selfSigned } from './certificate';

/** A server that answers in its own way, not as one of this API does; ended by the caller. */
export interface OddServer {
	url: string;
	/** The paths that were asked for. */
	asked: string[];
	/** Called with what a client of a proxy asks a connection to; it gets none. */
	onConnect(told: (target: string) => void): void;
	close(): Promise<void>;
}

interface HowToListen {
	/** Without it, a free one. */
	port?: number;
	/** Whether by https, with a certificate that nobody has signed. */
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

/** An address of this machine on which nobody listens. */
export const freeUrl = async () => `http://127.0.0.1:${await freePort()}`;
