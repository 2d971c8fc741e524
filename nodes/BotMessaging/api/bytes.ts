import { sleep, type IDataObject } from 'n8n-workflow';

import { TransportError } from './errors';
import { settle } from './basics';

/** A download that brings nothing for this long is given up. */
const STANDSTILL_MS = 10_000;
const SLICE_MS = 250;

/** As services count it (reference/media.ts). */
export const MEGABYTE = 1_000_000;

/** What is used of Node's streams; n8n allows no import of them. */
export interface ByteStream extends AsyncIterable<{ length: number }> {
	destroy(): void;
	on(event: 'error', listener: (error: unknown) => void): unknown;
}

/** The type of a file as its server names it, e.g. `image/png`; empty if it does not. */
export function typeIn(headers: IDataObject): string {
	const [type = ''] = String(headers['content-type'] ?? '').split(';', 1);
	return type.trim();
}

/** For how many milliseconds in all a download may be waited for, once so many bytes have come. */
export type Patience = (bytes: number) => number;

interface Clock {
	/** Unix milliseconds; nothing while nobody waits. */
	waitingSince?: number;
	/** Milliseconds of the waits before. */
	waited: number;
	bytes: number;
	isOver: boolean;
}

/** Rejects when a download has stood still, or been waited for, for too long. */
async function standstill(clock: Clock, patience: Patience): Promise<never> {
	const waiting = () => Date.now() - (clock.waitingSince ?? Date.now());
	const isHopeful = () =>
		waiting() < STANDSTILL_MS && clock.waited + waiting() < patience(clock.bytes);
	while (!clock.isOver && isHopeful()) await sleep(SLICE_MS);
	throw new TransportError('timeout', 'The server stopped sending');
}

/** The chunks of a stream, until they are more than `most` bytes or stop coming. */
async function* chunks(stream: ByteStream, most: number, tooMuch: Error, patience: Patience) {
	const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<{ length: number }, undefined>;
	const clock: Clock = { waited: 0, bytes: 0, isOver: false };
	const stopped = standstill(clock, patience);
	// Between two chunks nobody listens to it, and its end must not count as unhandled then.
	void settle(stopped);
	try {
		for (;;) {
			const since = (clock.waitingSince = Date.now());
			const next: Array<IteratorResult<{ length: number }, undefined>> = [];
			// A race keeps what it came to for as long as `stopped` may come: that must not be the bytes.
			await Promise.race([iterator.next().then((step) => void next.push(step)), stopped]);
			clock.waitingSince = undefined;
			clock.waited += Date.now() - since;
			const { value, done } = next.pop()!;
			if (done) return;
			clock.bytes += value.length;
			if (clock.bytes > most) throw tooMuch;
			yield value;
		}
	} finally {
		clock.isOver = true;
		stream.destroy();
	}
}

/** Every class of stream makes streams of chunks, and n8n allows no import of one. */
function streamOf(like: ByteStream, source: AsyncIterable<unknown>): unknown {
	const { constructor } = like as unknown as {
		constructor: { from(source: AsyncIterable<unknown>): unknown };
	};
	return constructor.from(source);
}

/**
 * The same bytes as a stream that fails when they are too many or stop coming for 10 seconds.
 *
 * @param most bytes
 * @param tooMuch what it fails with when there are more
 * @param patience without it, it may take any time as long as something comes
 */
export function guard(
	stream: ByteStream,
	most: number,
	tooMuch: Error,
	patience: Patience = () => Infinity,
): unknown {
	return streamOf(stream, chunks(stream, most, tooMuch, patience));
}

/** The first bytes of a stream, and a stream with all of them. Throws what reading them throws. */
export async function withHead(stream: ByteStream): Promise<{ head?: Uint8Array; whole: unknown }> {
	const rest = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
	const first = await rest.next();
	async function* all() {
		for (let step = first; !step.done; step = await rest.next()) yield step.value;
	}
	return { head: first.value, whole: streamOf(stream, all()) };
}

/**
 * Ends a stream that nobody has begun to read. The streams of n8n's HTTP client let go of their
 * connection only once they have begun, and with the next chunk that comes: so this begins.
 */
export function discard(stream: ByteStream): void {
	const begin = async () => await stream[Symbol.asyncIterator]().next();
	void settle(begin()).then(() => stream.destroy());
}
