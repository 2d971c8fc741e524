import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { guard, type ByteStream } from '../api/bytes';
import { AnswerError, TransportError, transportError, UserError } from '../api/errors';
import { Upload } from '../api/multipart';
import { withRetries } from '../api/retry';
import { settle } from '../api/settle';

/** Milliseconds without a sign of life after which a fetch is given up. */
const TIMEOUT_MS = 30_000;

const PATIENCE = { retries: 2, longestWaitMs: 10_000 };

/** A file up to this size is read before its upload begins, so its size is known for sure. */
const HEAD_BYTES = 256 * 1024;

/** Stands in a body for the file at this address, which is fetched again for each attempt. */
export class RemoteFile {
	constructor(
		/** A whole http or https address. */
		readonly url: string,
		/** The form field that holds it. */
		readonly label: string,
		/** The name to upload it under; without it, the one that its server gives it. */
		readonly fileName?: string,
	) {}
}

interface Opened {
	headers: IN8nHttpFullResponse['headers'];
	head: Uint8Array[];
	/** What follows the head; nothing where that is all. */
	rest?: AsyncIterator<Uint8Array>;
}

/** Reads a stream up to the size of a head, or to its end. */
async function readHead(stream: ByteStream): Promise<Omit<Opened, 'headers'>> {
	const guarded = guard(stream, Infinity, new Error()) as AsyncIterable<Uint8Array>;
	const rest = guarded[Symbol.asyncIterator]();
	const head: Uint8Array[] = [];
	for (let bytes = 0; bytes < HEAD_BYTES;) {
		const { value: step, error } = await settle(rest.next());
		if (!step) throw transportError(error);
		if (step.done) return { head };
		head.push(step.value);
		bytes += step.value.length;
	}
	return { head, rest };
}

/** Begins to fetch a file, without any credential. Throws AnswerError or TransportError. */
async function fetchOnce({ helpers }: IExecuteFunctions, url: string): Promise<Opened> {
	const { value: answer, error } = await settle(
		helpers.httpRequest({
			method: 'GET',
			url,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			timeout: TIMEOUT_MS,
			// Nobody could tell the size of compressed bytes once they are unpacked.
			headers: { 'accept-encoding': 'identity' },
		}) as Promise<IN8nHttpFullResponse>,
	);
	if (!answer) throw transportError(error);
	const stream = answer.body as unknown as ByteStream;
	if (answer.statusCode !== 200) {
		stream.destroy();
		throw new AnswerError(answer.statusCode, '');
	}
	return { headers: answer.headers, ...(await readHead(stream)) };
}

const CHECK_ADDRESS = 'Check the address: opened in a browser, it must give the file itself.';
const LOGIN =
	'The address asks for a login, and the node fetches it without one. Fetch the file with an HTTP Request node that has the login, and set Source to Binary Field.';
const RUN_AGAIN = 'Nothing was sent. Run it again later, or check the address in a browser.';

/** The words for a fetch that did not work. They name the host only: an address may hold secrets. */
function inWords({ url, label }: RemoteFile, error: unknown): unknown {
	const { host } = new URL(url);
	if (error instanceof AnswerError) {
		const advice = [401, 403].includes(error.code) ? LOGIN : CHECK_ADDRESS;
		return new UserError(`${label}: ${host} answered with HTTP ${error.code}, not a file`, advice);
	}
	if (!(error instanceof TransportError)) {
		return new UserError(`${label}: the file cannot be fetched from ${host}`, CHECK_ADDRESS);
	}
	if (error.failure === 'cancelled') return error;
	const what = {
		refused: `${host} cannot be reached`,
		timeout: `${host} did not answer in time`,
		reset: `the connection to ${host} broke off`,
		unreadable: `${host} sent no file`,
		insecure: `${host} wants https`,
		noAddress: 'this is not an address',
	}[error.failure];
	return new UserError(`${label}: ${what}`, RUN_AGAIN);
}

/** The size in bytes, as far as it is certain. */
function sizeOf({ headers, head, rest }: Opened): number | undefined {
	if (!rest) return head.reduce((bytes, { length }) => bytes + length, 0);
	const said = String(headers['content-length'] ?? '');
	const isCompressed = ![undefined, '', 'identity'].includes(
		headers['content-encoding'] as string | undefined,
	);
	return /^\d+$/.test(said) && !isCompressed ? Number(said) : undefined;
}

function decoded(name: string): string {
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

/** The name that the server gives, or else the end of the address. */
function nameOf(url: string, headers: Opened['headers']): string {
	const disposition = String(headers['content-disposition'] ?? '');
	const encoded = /filename\*\s*=\s*[\w-]+'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
	const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition);
	const given = encoded ?? plain?.[1] ?? plain?.[2] ?? new URL(url).pathname;
	return decoded(given).split(/[/\\]/).pop()?.trim() || 'file';
}

const typeOf = (headers: Opened['headers']) =>
	String(headers['content-type'] ?? '')
		.split(';')[0]
		.trim() || 'application/octet-stream';

/** All bytes. Throws UserError where they stop coming, or are not as many as was said. */
async function* bytesOf(file: RemoteFile, { head, rest }: Opened, size?: number) {
	let bytes = 0;
	try {
		for (const chunk of head) {
			bytes += chunk.length;
			yield chunk;
		}
		while (rest) {
			const { value: step, error } = await settle(rest.next());
			if (!step) throw inWords(file, transportError(error));
			if (step.done) break;
			bytes += step.value.length;
			yield step.value;
		}
		if (size !== undefined && bytes !== size) {
			throw inWords(file, new TransportError('reset', ''));
		}
	} finally {
		await rest?.return?.();
	}
}

/**
 * Begins to fetch a file, repeatedly if that fails, and returns what uploads it: its bytes go from
 * one server to the other and are never all in memory. Throws UserError with the field's name.
 */
export async function openRemote(context: IExecuteFunctions, file: RemoteFile): Promise<Upload> {
	const fetching = withRetries('read', async () => await fetchOnce(context, file.url), PATIENCE);
	const { value: opened, error } = await settle(fetching);
	if (!opened) throw inWords(file, error);
	const { headers, rest } = opened;
	const size = sizeOf(opened);
	const name = file.fileName ?? nameOf(file.url, headers);
	return new Upload(
		name,
		typeOf(headers),
		size,
		async () => bytesOf(file, opened, size),
		async () => void (await rest?.return?.()),
	);
}
