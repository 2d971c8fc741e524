import type { FastifyReply, FastifyRequest } from 'fastify';

import { failure, Refusal } from '../world/refusal';

const LOOK_EVERY_MS = 1000;

/** How many looks in a row may find nothing new before the caller gets an answer. */
const MOST_IDLE_LOOKS = 4;

const refusal = new Refusal(408, 'Request Timeout: the rest of the body did not come');

/**
 * Answers 408 if a body stops arriving before it is complete: otherwise, a request with a wrong length is
 * never answered. It counts checks instead of milliseconds, so that a busy machine does not end requests.
 */
export function watchBody({ raw }: FastifyRequest, reply: FastifyReply): void {
	let read = raw.socket.bytesRead;
	let idle = 0;
	const timer = setInterval(() => {
		if (raw.complete) return clearInterval(timer);
		// Unread bytes here wait for the disk, not for the caller.
		const isWaiting = raw.readableLength === 0 && raw.socket.bytesRead === read;
		read = raw.socket.bytesRead;
		idle = isWaiting ? idle + 1 : 0;
		if (idle < MOST_IDLE_LOOKS) return;
		clearInterval(timer);
		reply.code(refusal.code).header('connection', 'close').send(failure(refusal));
	}, LOOK_EVERY_MS).unref();
	reply.raw.once('close', () => clearInterval(timer));
}
