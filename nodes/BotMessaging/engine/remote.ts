import type { IExecuteFunctions } from 'n8n-workflow';

import { guard, MEGABYTE, typeIn, type ByteStream, type Patience } from '../api/bytes';
import { AnswerError, transportError, UserError } from '../api/errors';
import { completed, UNKNOWN } from '../api/fileType';
import { hasExtension, nameByAddress, nameByHeader } from '../api/fileName';
import { fetchForeign, type Foreign } from '../api/foreign';
import { Upload } from '../api/multipart';
import { withRetries } from '../api/retry';
import { settle } from '../api/settle';
import { looksLikePage, namesPage } from './page';
import type { RemoteFile } from './remoteFile';
import { inWords, isTooLarge, isWebPage } from './remoteWords';

const PATIENCE = { retries: 2, longestWaitMs: 10_000 };

/** A file up to this size is read before its upload begins, so its size is known for sure. */
const HEAD_BYTES = 256 * 1024;

/** A stream that does not say how long it is may have no end. */
const MOST_UNSTATED_BYTES = 100 * MEGABYTE;

/** A server that sends more slowly than this, after its first seconds, is given up. */
const SLOWEST_BYTES_PER_MS = 50;
const FIRST_MS = 20_000;
const UNSTATED_MS = 120_000;

interface Opened {
	foreign: Foreign;
	head: Uint8Array[];
	/** What follows the head; nothing if that is all. */
	rest?: AsyncIterator<Uint8Array>;
	/** Ends the connection, and what watches over it. */
	close(): void;
}

/**
 * The bytes that the server promises. n8n's HTTP client unpacks what comes compressed and does not say
 * so: then it will be another number, so nothing that has to be right may depend on it.
 */
function statedBytes({ headers }: Foreign): number | undefined {
	const said = String(headers['content-length'] ?? '');
	return /^\d+$/.test(said) ? Number(said) : undefined;
}

const sizeOf = (chunks: Uint8Array[]) => chunks.reduce((bytes, { length }) => bytes + length, 0);

const patienceFor = (stated: number | undefined): Patience => {
	const inAll = Math.max(UNSTATED_MS, FIRST_MS + (stated ?? 0) / SLOWEST_BYTES_PER_MS);
	return (bytes) => Math.min(inAll, FIRST_MS + bytes / SLOWEST_BYTES_PER_MS);
};

/** Reads up to the size of a head, or to the end. */
async function readHead(file: RemoteFile, foreign: Foreign): Promise<Opened> {
	const stated = statedBytes(foreign);
	const { most } = file.expected;
	const limit = stated === undefined ? Math.min(most, MOST_UNSTATED_BYTES) : most;
	const tooLarge = isTooLarge(file, limit);
	if (stated !== undefined && stated > limit) throw tooLarge;
	const guarded = guard(foreign.stream, limit, tooLarge, patienceFor(stated)) as ByteStream;
	const rest = guarded[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
	const close = () => {
		foreign.close();
		guarded.destroy();
	};
	const head: Uint8Array[] = [];
	while (sizeOf(head) < HEAD_BYTES) {
		const { value: step, error } = await settle(rest.next());
		if (!step) throw error instanceof UserError ? error : transportError(error);
		if (step.done) return { foreign, head, close };
		head.push(step.value);
	}
	return { foreign, head, rest, close };
}

/** The name that the server gives, or else the end of the address at which the file is in the end. */
function nameOf({ url }: RemoteFile, foreign: Foreign, byHeader: string | undefined): string {
	const names = [nameByAddress(foreign.url), nameByAddress(new URL(url))];
	return (
		byHeader ?? names.find((name) => name && hasExtension(name)) ?? names.find(Boolean) ?? 'file'
	);
}

/** Begins to fetch a file. Throws AnswerError, TransportError, ForeignError or UserError. */
async function fetchOnce({ helpers }: IExecuteFunctions, file: RemoteFile): Promise<Opened> {
	const foreign = await fetchForeign(helpers, file.url, file.expected.allowPrivate);
	const { statusCode, headers } = foreign;
	if (statusCode !== 200) {
		foreign.close();
		throw new AnswerError(statusCode, '', Number(headers['retry-after']) || undefined);
	}
	const { value: opened, error } = await settle(readHead(file, foreign));
	if (opened) return opened;
	foreign.close();
	throw error;
}

/** All bytes. Throws UserError if they stop coming. */
async function* bytesOf(file: RemoteFile, { head, rest }: Opened) {
	yield* head;
	while (rest) {
		const { value: step, error } = await settle(rest.next());
		if (!step) throw error instanceof UserError ? error : inWords(file, transportError(error));
		if (step.done) return;
		yield step.value;
	}
}

/**
 * Begins to fetch a file, repeatedly if that fails, and returns what uploads it: its bytes go from
 * one server to the other and are never all in memory. Throws UserError with the field's name.
 */
export async function openRemote(context: IExecuteFunctions, file: RemoteFile): Promise<Upload> {
	const fetching = withRetries('read', async () => await fetchOnce(context, file), PATIENCE);
	const { value: opened, error } = await settle(fetching);
	if (!opened) throw inWords(file, error);
	const { foreign, head, rest, close } = opened;
	const { fileName, mayBePage } = file.expected;
	const byHeader = nameByHeader(String(foreign.headers['content-disposition'] ?? ''));
	const type = typeIn(foreign.headers);
	// Where a redirect ends says nothing of what was wanted: it may be the page of a login.
	const wanted = fileName ?? byHeader ?? nameByAddress(new URL(file.url)) ?? '';
	if (looksLikePage(type, head) && !(mayBePage && namesPage(wanted))) {
		close();
		throw isWebPage(file);
	}
	const named = completed(fileName ?? nameOf(file, foreign, byHeader), type, head[0]);
	return new Upload(
		named.name,
		named.type ?? UNKNOWN,
		rest ? undefined : sizeOf(head),
		async () => bytesOf(file, opened),
		close,
		statedBytes(foreign),
	);
}
