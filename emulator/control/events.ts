import type { FastifyInstance } from 'fastify';

import type { Services } from '../wire/api';

/** Most bytes to buffer for a client that does not read. */
const MOST_UNREAD_BYTES = 8 * 1024 ** 2;

/**
 * Server-sent events for every change. A client that falls far behind is disconnected: browsers
 * reconnect by themselves, and the page then reads the whole state.
 */
export function addEventRoute(app: FastifyInstance, { store }: Services): void {
	app.get('/_emulator/events', (_request, reply) => {
		const { raw } = reply.hijack();
		raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
		raw.write(': ready\n\n');
		const tell = (change: object) => {
			raw.write(`data: ${JSON.stringify(change)}\n\n`);
			if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy();
		};
		store.on('change', tell);
		raw.once('close', () => store.off('change', tell));
	});
}
