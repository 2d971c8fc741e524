import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { freePort } from '../../scripts/lib/ports';

/** A server that answers in its own way, not as one of this API does; ended by the caller. */
export interface OddServer {
	url: string;
	/** The paths that were asked for. */
	asked: string[];
	close(): Promise<void>;
}

/** @param port without it, a free one */
export async function startOddServer(answer: RequestListener, port = 0): Promise<OddServer> {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(request.url ?? '');
		answer(request, response);
	});
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** An address of this machine on which nobody listens. */
export const freeUrl = async () => `http://127.0.0.1:${await freePort()}`;
