import type { FastifyInstance } from 'fastify';

import type { Services } from '../wire/api';

/** The most bytes that wait for a watcher who does not read. */
const MOST_UNREAD_BYTES = 8 * 1024 ** 2;

/**
 * Server-sent events of every change, for anybody who watches. A client that falls far behind is cut
 * off: browsers connect again by themselves, and the page then reads the state as a whole.
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
