import { sleep, type IDataObject, type IN8nHttpFullResponse } from 'n8n-workflow';

import { TransportError } from './errors';
import { settle, ticks } from './basics';

/** A download is cancelled after this long without data. */
const STANDSTILL_MS = 10_000;
const SLICE_MS = 250;

/** A server that sends more slowly after the first seconds is abandoned. */
const SLOWEST_BYTES_PER_MS = 10;
const FIRST_MS = 20_000;

/** As services count it (reference/media.ts). */
export const MEGABYTE = 1_000_000;

/** The part of Node's streams that we use; n8n forbids importing them. */
export interface ByteStream extends AsyncIterable<{ length: number }> {
	destroy(): void;
	on(event: 'error', listener: (error: unknown) => void): unknown;
}

/** A file's type as the server states it, e.g. `image/png`; empty if unknown. */
export function typeIn(headers: IDataObject): string {
	const [type = ''] = String(headers['content-type'] ?? '').split(';', 1);
	return type.trim();
}

/** The body of an answer that was requested as a stream. */
export const streamIn = ({ body }: IN8nHttpFullResponse) => body as unknown as ByteStream;

/** The address of a redirect; undefined for any other answer. */
export function redirectIn({
	statusCode,
	headers,
}: Pick<IN8nHttpFullResponse, 'headers' | 'statusCode'>): string | undefined {
	const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
	return isRedirect && typeof headers.location === 'string' ? headers.location : undefined;
}

/** The most milliseconds to wait for a download in total, by the bytes received so far. */
export type Patience = (bytes: number) => number;

/** A byte now and then must not hold a place for hours; a large file on a slow line may take its time. */
export const timeFor = (bytes: number, slowest = SLOWEST_BYTES_PER_MS): number =>
	FIRST_MS + bytes / slowest;

/** The chunks of a stream. Throws after more than `most` bytes, or when data stops coming. */
async function* chunks(stream: ByteStream, most: number, tooMuch: Error, patience: Patience) {
	const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<{ length: number }, undefined>;
	let bytes = 0;
	let isOver = false;
	/** Milliseconds of earlier waits; and since when this one lasts (ticks), while somebody waits. */
	let waited = 0;
	let waitingSince: number | undefined;

	/** Rejects when the download stalls, or takes too long in total. */
	const standstill = async (): Promise<never> => {
		const waiting = () => ticks() - (waitingSince ?? ticks());
		const isHopeful = () => waiting() < STANDSTILL_MS && waited + waiting() < patience(bytes);
		while (!isOver && isHopeful()) await sleep(SLICE_MS);
		const isSlow = waiting() < STANDSTILL_MS;
		const words = isSlow ? 'The server sends too slowly' : 'The server stopped sending';
		throw new TransportError('timeout', words);
	};
	const stopped = standstill();
	// Nobody listens between two chunks; a rejection must not count as unhandled then.
	void settle(stopped);
	try {
		for (;;) {
			const since = (waitingSince = ticks());
			const next: Array<IteratorResult<{ length: number }, undefined>> = [];
			// The race keeps its result in memory while `stopped` is pending, so the bytes are not its result.
			await Promise.race([iterator.next().then((step) => void next.push(step)), stopped]);
			waitingSince = undefined;
			waited += ticks() - since;
			const { value, done } = next.pop()!;
			if (done) return;
			bytes += value.length;
			if (bytes > most) throw tooMuch;
			yield value;
		}
	} finally {
		isOver = true;
		stream.destroy();
	}
}

/** Every stream class can make a stream from chunks, and n8n forbids importing one. */
function streamOf(like: ByteStream, source: AsyncIterable<unknown>): unknown {
	const { constructor } = like as unknown as {
		constructor: { from(source: AsyncIterable<unknown>): unknown };
	};
	return constructor.from(source);
}

/**
 * The same bytes as a stream that fails if they are too many, too slow, or stop coming for 10 seconds.
 *
 * @param most bytes
 * @param tooMuch the error if there are more
 * @param patience limits the total time
 */
export function guard(
	stream: ByteStream,
	most: number,
	tooMuch: Error,
	patience: Patience = (bytes) => timeFor(bytes),
): unknown {
	return streamOf(stream, chunks(stream, most, tooMuch, patience));
}

/** The first bytes of a stream, and a stream with all of them. Throws the errors of reading. */
export async function withHead(stream: ByteStream): Promise<{ head?: Uint8Array; whole: unknown }> {
	const rest = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
	const first = await rest.next();
	async function* all() {
		for (let step = first; !step.done; step = await rest.next()) yield step.value;
	}
	return { head: first.value, whole: streamOf(stream, all()) };
}

/** Ends an unread stream. n8n's HTTP client frees its connection only after reading has begun. */
export function discard(stream: ByteStream): void {
	const begin = async () => await stream[Symbol.asyncIterator]().next();
	void settle(begin()).then(() => stream.destroy());
}
