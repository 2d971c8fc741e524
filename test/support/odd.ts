import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server does that is not one of this API, with what came in so far. */
export type Oddity = Parameters<typeof createServer>[1];

/** A server that answers in its own way, ended by the caller. */
export interface OddServer {
	url: string;
	/** The addresses that were asked for. */
	asked: string[];
	close(): Promise<void>;
}

export async function startOddServer(answer: NonNullable<Oddity>): Promise<OddServer> {
	const asked: string[] = [];
	const server: Server = createServer((request, response) => {
		asked.push(request.url ?? '');
		void answer(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** A port of this machine on which nobody listens. */
export async function freeUrl(): Promise<string> {
	const server = await startOddServer(() => {});
	await server.close();
	return server.url;
}
