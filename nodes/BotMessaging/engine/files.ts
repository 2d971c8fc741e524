import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { discard, guard, MEGABYTE, withHead, type ByteStream } from '../api/bytes';
import type { Download } from '../api/download';
import { RequestError, statusOf, transportError, UserError } from '../api/errors';
import { completed, hasExtension, needsBytes, UNKNOWN } from '../api/fileType';
import { settle } from '../api/basics';

/** What is needed from n8n and the API to fetch a file. */
export interface FileSource {
	helpers: Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>;
	download: Download;
}

/** A file to fetch, with its limits. */
export interface FileWish {
	/** Its path on the server. */
	path: unknown;
	/** Bytes, if the server states them. */
	size?: unknown;
	/** Bytes: a larger one is not fetched. */
	most: number;
	/** Defaults to the name in its path. */
	name?: string;
	/** Defaults to what the server or the name says. */
	mimeType?: string;
}

const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`;

const tooLarge = (size: string, most: number) =>
	new UserError(
		`The file has ${size}, and Max File Size is ${megabytes(most)}`,
		'Raise Max File Size, or leave out large files with a Filter node: file_size says how large one is.',
		'badFile',
	);

/** Some servers give the place of the file on their own disk. */
const isOnDisk = (path: string) => /^(?:\/|[a-z]:[\\/]|file:)/i.test(path);

const onDisk = () =>
	new UserError(
		'The server keeps this file on its own disk, and does not send it',
		'Start the server without its local mode (--local), or let a web server before it send these files.',
		'badFile',
	);

/** Throws UserError if the known size is more than `most` bytes. */
export function checkSize(size: unknown, most: number): void {
	if (Number(size) > most) throw tooLarge(megabytes(Number(size)), most);
}

/** Streams a file into n8n's store (reference 4). Throws UserError if it is too large, and RequestError. */
export async function fetchFile(
	{ helpers, download }: FileSource,
	{ path, size, most, name, mimeType }: FileWish,
): Promise<IBinaryData> {
	checkSize(size, most);
	if (typeof path !== 'string' || path === '') {
		throw new UserError(
			'The server does not offer this file for download',
			'It may be too large for a bot: most servers offer files of up to 20 MB.',
			'badFile',
		);
	}
	const { value: got, error: refusal } = await settle(download(path));
	if (!got) {
		const isMissing = [400, 403, 404].includes(statusOf(refusal) ?? 0);
		throw isMissing && isOnDisk(path) ? onDisk() : refusal;
	}
	const { stream, ...said } = got;
	if (Number(said.size) > most) discard(stream);
	checkSize(said.size, most);
	// Without a name, n8n would use the address, which holds the token.
	const given = name || path.split(/[\\/]/).pop() || 'file';
	const type = mimeType ?? said.mimeType ?? '';
	type Data = Parameters<typeof helpers.prepareBinaryData>[0];
	const store = async () => {
		const guarded = guard(stream, most, tooLarge('more', most)) as ByteStream;
		const { head, whole } = needsBytes(given, type)
			? await withHead(guarded)
			: { head: undefined, whole: guarded };
		const named = completed(given, type, head);
		// n8n would take a file without an extension for plain text.
		const isPlain = named.type === undefined && !hasExtension(named.name);
		const as = isPlain ? UNKNOWN : named.type;
		return await helpers.prepareBinaryData(whole as Data, named.name, as);
	};
	const { value, error } = await settle(store());
	if (value) return value;
	throw error instanceof UserError || error instanceof RequestError ? error : transportError(error);
}
