import type { FastifyInstance } from 'fastify';

import type { Services } from '../wire/api';
import { bytesOf } from '../wire/bytes';

/** The first and last byte that a `Range` header asks for; undefined: the whole file. */
function partOf(header: string | undefined, size: number) {
	const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? [];
	if (first === undefined || Number(first) >= size) return undefined;
	return { start: Number(first), end: Math.min(last ? Number(last) : Infinity, size - 1) };
}

/** Serves the bytes of a file to the chat page; a bot uses the API's download. */
export function addFileRoute(app: FastifyInstance, { store }: Services): void {
	app.get('/_emulator/files/:id', async (request, reply) => {
		const { id } = request.params as { id: string };
		const file = store.state.files.find(({ file_id }) => file_id === id);
		const { size, read } = bytesOf(store, file, reply);
		// Players seek with ranges, and some need them to play at all.
		const part = partOf(request.headers.range, size);
		if (part) {
			reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
		}
		reply
			.header('accept-ranges', 'bytes')
			.header('content-length', part ? part.end - part.start + 1 : size)
			.header('cache-control', 'no-store')
			// An uploaded picture may be an SVG with a script in it.
			.header('content-security-policy', "sandbox; default-src 'none'");
		return await reply.send(read(part));
	});
}
