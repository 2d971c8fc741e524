import { sleep } from 'n8n-workflow';

import { TransportError } from './errors';
import { settle } from './settle';

/** A download that brings nothing for this long is given up. */
const STANDSTILL_MS = 10_000;
const SLICE_MS = 250;

/** What is used of Node's streams; n8n allows no import of them. */
export interface ByteStream extends AsyncIterable<{ length: number }> {
	destroy(): void;
}

/** Rejects when a download has stood still for too long; `waitingSince` is in Unix milliseconds. */
async function standstill(clock: { waitingSince?: number; isOver: boolean }): Promise<never> {
	const waited = () => Date.now() - (clock.waitingSince ?? Date.now());
	while (!clock.isOver && waited() < STANDSTILL_MS) await sleep(SLICE_MS);
	throw new TransportError('timeout', 'The server stopped sending');
}

/** The chunks of a stream, until they are more than `most` bytes or stop coming. */
async function* chunks(stream: ByteStream, most: number, tooMuch: Error) {
	const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<{ length: number }, undefined>;
	const clock = { waitingSince: undefined as number | undefined, isOver: false };
	const stopped = standstill(clock);
	// Between two chunks nobody listens to it, and its end must not count as unhandled then.
	void settle(stopped);
	try {
		for (let size = 0; ;) {
			clock.waitingSince = Date.now();
			const next: Array<IteratorResult<{ length: number }, undefined>> = [];
			// A race keeps what it came to for as long as `stopped` may come: that must not be the bytes.
			await Promise.race([iterator.next().then((step) => void next.push(step)), stopped]);
			clock.waitingSince = undefined;
			const { value, done } = next.pop()!;
			if (done) return;
			size += value.length;
			if (size > most) throw tooMuch;
			yield value;
		}
	} finally {
		clock.isOver = true;
		stream.destroy();
	}
}

/**
 * The same bytes as a stream that fails when they are too many or stop coming for 10 seconds.
 *
 * @param most bytes
 * @param tooMuch what it fails with when there are more
 */
export function guard(stream: ByteStream, most: number, tooMuch: Error): unknown {
	// Every class of stream makes streams of chunks, and n8n allows no import of one.
	const { constructor } = stream as unknown as {
		constructor: { from(source: AsyncIterable<unknown>): unknown };
	};
	return constructor.from(chunks(stream, most, tooMuch));
}

/**
 * Ends a stream that nobody has begun to read. The streams of n8n's HTTP client let go of their
 * connection only once they have begun, and with the next chunk that comes: so this begins.
 */
export function discard(stream: ByteStream): void {
	const begin = async () => await stream[Symbol.asyncIterator]().next();
	void settle(begin()).then(() => stream.destroy());
}
