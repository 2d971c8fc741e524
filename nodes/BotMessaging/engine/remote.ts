import type { IExecuteFunctions } from 'n8n-workflow';

import { guard, MEGABYTE, timeFor, typeIn, type ByteStream, type Patience } from '../api/bytes';
import { AnswerError, transportError, TransportError, UserError } from '../api/errors';
import {
	completed,
	hasExtension,
	looksLikePage,
	nameByAddress,
	nameByHeader,
	namesPage,
	UNKNOWN,
} from '../api/fileType';
import { fetchForeign, ForeignError, type Foreign } from '../api/foreign';
import { Upload } from '../api/multipart';
import { withRetries } from '../api/retry';
import { settle } from '../api/basics';
import { ALLOW_IN_N8N } from './nodeErrors';

const PATIENCE = { retries: 2, longestWaitMs: 10_000 };

/** A file up to this size is read before its upload begins, so its size is known for sure. */
const HEAD_BYTES = 256 * 1024;

/** A stream of unknown length may never end. */
const MOST_UNSTATED_BYTES = 100 * MEGABYTE;

/** What n8n fetches from an address is uploaded at the same time: a slower one would hold up the upload. */
const SLOWEST_BYTES_PER_MS = 50;

/** A download of unknown length takes at most this long. */
const UNSTATED_MS = 120_000;

interface Opened {
	foreign: Foreign;
	head: Uint8Array[];
	/** The bytes after the head, if any. */
	rest?: AsyncIterator<Uint8Array>;
	/** Closes the connection, and stops the timer that watches it. */
	close(): void;
}

/** The stated bytes. n8n's HTTP client decompresses, and does not say so: they may be wrong. */
function statedBytes({ headers }: Foreign): number | undefined {
	const said = String(headers['content-length'] ?? '');
	return /^\d+$/.test(said) ? Number(said) : undefined;
}

const sizeOf = (chunks: Uint8Array[]) => chunks.reduce((bytes, { length }) => bytes + length, 0);

const patienceFor = (stated: number | undefined): Patience => {
	const inAll = Math.max(UNSTATED_MS, timeFor(stated ?? 0, SLOWEST_BYTES_PER_MS));
	return (bytes) => Math.min(inAll, timeFor(bytes, SLOWEST_BYTES_PER_MS));
};

/** Reads the head of a file, or all of a smaller one. */
async function readHead(file: RemoteFile, foreign: Foreign): Promise<Opened> {
	const stated = statedBytes(foreign);
	const { most } = file.expected;
	const limit = stated === undefined ? Math.min(most, MOST_UNSTATED_BYTES) : most;
	const tooLarge = failed(
		file,
		`the file at ${new URL(file.url).host} has more than ${Math.floor(limit / MEGABYTE)} MB`,
		'Nothing was sent. Use the URL of a smaller file.',
	);
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

/** All bytes. Throws UserError if the data stops. */
async function* bytesOf(file: RemoteFile, { head, rest }: Opened) {
	yield* head;
	while (rest) {
		const { value: step, error } = await settle(rest.next());
		if (!step) throw error instanceof UserError ? error : inWords(file, transportError(error));
		if (step.done) return;
		yield step.value;
	}
}

/** Begins to fetch a file, with retries. Its bytes are never all in memory. Throws UserError. */
export async function openRemote(context: IExecuteFunctions, file: RemoteFile): Promise<Upload> {
	const fetching = withRetries('read', async () => await fetchOnce(context, file), PATIENCE);
	const { value: opened, error } = await settle(fetching);
	if (!opened) throw inWords(file, error);
	const { foreign, head, rest, close } = opened;
	const { fileName, mayBePage } = file.expected;
	const byHeader = nameByHeader(String(foreign.headers['content-disposition'] ?? ''));
	const type = typeIn(foreign.headers);
	const byAddress = nameByAddress(new URL(file.url));
	// The final address does not tell what was wanted: it may be a login page.
	const wanted = fileName ?? byHeader ?? byAddress ?? '';
	if (looksLikePage(type, head) && !(mayBePage && namesPage(wanted))) {
		close();
		throw failed(
			file,
			`${new URL(file.url).host} returned a web page instead of the file`,
			`Nothing was sent. ${CHECK_ADDRESS}`,
		);
	}
	const byAddresses = [nameByAddress(foreign.url), byAddress].filter((name) => name !== undefined);
	const likely = byAddresses.find(hasExtension) ?? byAddresses[0] ?? 'file';
	const named = completed(fileName ?? byHeader ?? likely, type, head[0]);
	return new Upload(
		named.name,
		named.type ?? UNKNOWN,
		rest ? undefined : sizeOf(head),
		async () => bytesOf(file, opened),
		close,
		statedBytes(foreign),
	);
}

const CHECK_ADDRESS = 'Check the URL: in a browser, it must open the file itself.';
const LOGIN =
	'The URL asks for a login, but the node downloads files without authentication. Download the file with an HTTP Request node that has the login, and set Source to Binary Field.';
const RUN_AGAIN = 'Nothing was sent. Run the node again later, or check the URL in a browser.';
const LATER = 'Nothing was sent. The URL may be right. Run the node again later.';
const IF_YOURS =
	'If it is your own server, and no stranger can choose the URL, add Allow Private Addresses under Additional Fields.';

const failed = ({ label }: RemoteFile, what: string, advice: string) =>
	new UserError(`${label}: ${what}`, advice, 'badFile');

function answered(file: RemoteFile, host: string, code: number): UserError {
	if (code === 429) return failed(file, `${host} gets too many requests (HTTP 429)`, LATER);
	if (code >= 500) return failed(file, `${host} is busy or not working (HTTP ${code})`, LATER);
	const advice = [401, 403].includes(code) ? LOGIN : CHECK_ADDRESS;
	return failed(file, `${host} answered with HTTP ${code} instead of a file`, advice);
}

function notFollowed(file: RemoteFile, { reason, host }: ForeignError): UserError {
	const [what, advice] = {
		private: [
			`${host} is in a private network, and the node does not download files from there`,
			`Nothing was sent. ${IF_YOURS}`,
		],
		unchecked: [
			`this n8n cannot tell whether ${host} is in a private network`,
			`Nothing was sent. Update n8n to 2.38 or newer. ${IF_YOURS}`,
		],
		redirects: [`${host} answers with redirects that do not end`, CHECK_ADDRESS],
		notHttp: ['it redirects to an address that is not http or https', CHECK_ADDRESS],
	}[reason] as [string, string];
	return failed(file, what, advice);
}

/** Explains a failed fetch. Names only the host: an address may hold secrets. */
function inWords(file: RemoteFile, error: unknown): unknown {
	if (error instanceof UserError) return error;
	const { host } = new URL(file.url);
	if (error instanceof AnswerError) return answered(file, host, error.code);
	if (error instanceof ForeignError) return notFollowed(file, error);
	if (!(error instanceof TransportError)) {
		return failed(file, `the file cannot be downloaded from ${host}`, CHECK_ADDRESS);
	}
	if (error.failure === 'cancelled') return error;
	const what = {
		blocked: `n8n’s own protection (SSRF) does not let the node reach ${host}`,
		refused: `${host} cannot be reached`,
		timeout: `${host} did not answer in time`,
		reset: `the connection to ${host} was interrupted`,
		unreadable: `${host} sent no file`,
		insecure: `${host} requires https`,
		noAddress: 'this is not an address',
	}[error.failure];
	const isBlocked = error.failure === 'blocked';
	return failed(file, what, isBlocked ? `Nothing was sent. ${ALLOW_IN_N8N}` : RUN_AGAIN);
}

/** Takes the place of the file at this address, which is fetched again for each attempt. */
export class RemoteFile {
	constructor(
		/** A whole http or https address. */
		readonly url: string,
		/** The label of its form field. */
		readonly label: string,
		readonly expected: {
			/** The name for the upload; defaults to the server's. */
			fileName?: string;
			/** Bytes: a larger one is not sent. */
			most: number;
			/** Whether a web page is fine, if its name says that it is one. */
			mayBePage: boolean;
			/** Whether it may come from a private network. */
			allowPrivate: boolean;
		},
	) {}
}
