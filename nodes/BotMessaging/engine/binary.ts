import { createHash } from 'crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { UserError } from '../api/errors';
import { completed, needsBytes, UNKNOWN } from '../api/fileType';
import { closeFiles, Upload, type Body } from '../api/multipart';
import { settle } from '../api/basics';
import { isBlank } from './reading';
import { openRemote, RemoteFile } from './remote';

/** Twice as fast for large files as n8n's chunks of 64 kB; larger chunks need more memory. */
const CHUNK_BYTES = 256 * 1024;

/** Identifies a file: by its place in n8n, or by its bytes if the item holds them. */
export function identityOf(file: IBinaryData): unknown {
	const { id, data = '', fileName, mimeType, fileSize } = file;
	const bytes = id || createHash('sha256').update(data).digest('base64url');
	return { fileName, mimeType, fileSize, bytes };
}

/** Stands in for a file in n8n. Its bytes are not read yet. */
export class StoredFile {
	constructor(
		/** Its binary field, or its own name if an expression gave it. */
		readonly name: string,
		readonly data: IBinaryData,
		/** The label of its form field. */
		readonly label: string,
		/** The name for the upload; without it, the file's own. */
		readonly fileName?: string,
	) {}

	/** For fingerprints. */
	toJSON(): unknown {
		return [identityOf(this.data), this.fileName];
	}
}

/** The first bytes of a stream, and closes it; undefined if it is empty. */
async function firstOf(
	opened: Promise<AsyncIterable<Uint8Array>>,
): Promise<Uint8Array | undefined> {
	for await (const chunk of await opened) return chunk;
	return undefined;
}

async function openStored({ helpers }: IExecuteFunctions, file: StoredFile): Promise<Upload> {
	const { data, name, label } = file;
	// The server needs a name to recognize a file. The type may be missing.
	const ownName = [data.fileName, name].find((one) => !isBlank(one)) ?? 'file';
	const given = file.fileName ?? String(ownName);
	const said = isBlank(data.mimeType) ? '' : String(data.mimeType);
	const { id, fileExtension } = data;
	if (!id) {
		const bytes = Buffer.from(data.data, 'base64');
		const { name: fileName, type: mimeType = UNKNOWN } = completed(
			given,
			said,
			bytes,
			fileExtension,
		);
		const whole = async function* () {
			yield bytes;
		};
		return new Upload(fileName, mimeType, bytes.length, async () => whole());
	}
	const { value: metadata } = await settle(helpers.getBinaryMetadata(id));
	if (!metadata) {
		throw new UserError(
			`${label}: n8n no longer has the file "${given}"`,
			'Nothing was sent. Run the workflow again from the node that loads the file.',
			'badFile',
		);
	}
	const open = async () => await helpers.getBinaryStream(id, CHUNK_BYTES);
	const head = needsBytes(given, said) ? await firstOf(open()) : undefined;
	const { name: fileName, type: mimeType = UNKNOWN } = completed(given, said, head, fileExtension);
	return new Upload(fileName, mimeType, metadata.fileSize, open);
}

/** Opens everything in a list. If one thing fails, closes the others. */
async function openAll(list: unknown[], open: (value: unknown) => Promise<unknown>) {
	const settled = await Promise.all(list.map(async (value) => await settle(open(value))));
	const failed = settled.find(({ error }) => error !== undefined);
	if (!failed) return settled.map(({ value }) => value);
	closeFiles(settled);
	throw failed.error;
}

/**
 * The body with real files in place of StoredFile and RemoteFile. Their bytes are unread, except for small
 * files that are fetched.
 */
export async function openFiles(context: IExecuteFunctions, body: Body): Promise<Body> {
	const open = async (value: unknown): Promise<unknown> => {
		if (value instanceof StoredFile) return await openStored(context, value);
		if (value instanceof RemoteFile) return await openRemote(context, value);
		if (Array.isArray(value)) return await openAll(value, open);
		if (Object.getPrototypeOf(value ?? 0) === Object.prototype) {
			return await openFiles(context, value as Body);
		}
		return value;
	};
	const opened = await openAll(Object.values(body), open);
	return Object.fromEntries(Object.keys(body).map((key, index) => [key, opened[index]]));
}
