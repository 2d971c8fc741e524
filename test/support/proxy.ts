import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type CreateProxy = (server: Server) => Server & {
	authenticate?: (request: IncomingMessage) => boolean;
};

/** A proxy like a company's: forwards http, and tunnels https. */
export interface TestProxy {
	/** Its URL, with the login if it asks for one. */
	url: string;
	/** Requested targets: an http address, or `host:port` for a tunnel. */
	asked: string[];
	close(): Promise<void>;
}

/** @param login the login that clients must send, as `name:password` */
export async function startProxy(login?: string): Promise<TestProxy> {
	const server = createServer();
	const asked: string[] = [];
	const note = ({ url = '' }: IncomingMessage) => void asked.push(url);
	server.on('request', note).on('connect', note);
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- only here, so that others need not have it
	const { createProxy } = require('proxy') as { createProxy: CreateProxy };
	const proxy = createProxy(server);
	const wanted = login && `Basic ${Buffer.from(login).toString('base64')}`;
	if (wanted) proxy.authenticate = ({ headers }) => headers['proxy-authorization'] === wanted;
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	const url = new URL(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
	[url.username, url.password] = (login ?? ':').split(/:(.*)/s).map(encodeURIComponent);
	return {
		url: url.href,
		asked,
		close: async () => {
			proxy.closeAllConnections();
			await new Promise((resolve) => proxy.close(resolve));
		},
	};
}
