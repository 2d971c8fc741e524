import type { FastifyInstance } from 'fastify';

import type { Services } from '../wire/api';
import { pageFile } from './bundle';
import type { Change } from './changes';
import { addFileRoute } from './files';
import { follow, waitingFor } from './outbox';
import { addUploadRoutes } from './uploads';

const PAGE = '/_emulator/chat';

/** Content types by file name. */
const FILES: Record<string, string> = {
	'chat.js': 'text/javascript; charset=utf-8',
	'chat.css': 'text/css; charset=utf-8',
	'icon.svg': 'image/svg+xml',
};

/** Loads nothing from elsewhere, whatever a message contains. */
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	// Pictures that are picked but not sent yet.
	"img-src 'self' blob:",
	"media-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
].join('; ');

function addPageRoutes(app: FastifyInstance) {
	app.get('/', (_request, reply) => reply.redirect(PAGE));
	app.get(PAGE, async (_request, reply) => {
		reply.header('content-security-policy', POLICY).header('cache-control', 'no-cache');
		return await reply.type('text/html; charset=utf-8').send(await pageFile('index.html'));
	});
	for (const [name, type] of Object.entries(FILES)) {
		app.get(`${PAGE}/${name}`, async (_request, reply) => {
			reply.header('cache-control', 'no-cache').type(type);
			return await reply.send(await pageFile(name));
		});
	}
}

function addOutboxRoute(app: FastifyInstance, { store }: Services) {
	let outbox = waitingFor(store.state.bots);
	store.on('change', (change: Change) => {
		if (change.type === 'reset') outbox = waitingFor(store.state.bots);
		else follow(outbox, change);
	});
	app.get('/_emulator/outbox', () => outbox);
}

/** The chat page at `/_emulator/chat`, and the routes that only the page needs. */
export function addChatPage(app: FastifyInstance, services: Services): void {
	addPageRoutes(app);
	addFileRoute(app, services);
	addOutboxRoute(app, services);
	addUploadRoutes(app, services);
}
