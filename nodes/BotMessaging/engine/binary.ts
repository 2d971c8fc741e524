import { createHash } from 'crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { UserError } from '../api/errors';
import { completed, needsBytes, UNKNOWN } from '../api/fileType';
import { closeFiles, Upload, type Body } from '../api/multipart';
import { settle } from '../api/basics';
import { isBlank } from './reading';
import { openRemote, RemoteFile } from './remote';

/** A large file goes twice as fast as in n8n's chunks of 64 kB; larger ones need more memory. */
const CHUNK_BYTES = 256 * 1024;

/** What identifies a file: its place in n8n, or its bytes if n8n has them in the item. */
export function identityOf(file: IBinaryData): unknown {
	const { id, data = '', fileName, mimeType, fileSize } = file;
	const bytes = id || createHash('sha256').update(data).digest('base64url');
	return { fileName, mimeType, fileSize, bytes };
}

/** Takes the place of a file that n8n has, its bytes unread. */
export class StoredFile {
	constructor(
		/** What it is called: its binary field, or its own name if an expression gave it. */
		readonly name: string,
		readonly data: IBinaryData,
		/** The form field that names it. */
		readonly label: string,
		/** The name to upload it under; without it, its own. */
		readonly fileName?: string,
	) {}

	/** In a fingerprint. */
	toJSON(): unknown {
		return [identityOf(this.data), this.fileName];
	}
}

/** The first bytes of a stream, which ends with that; nothing if it has none. */
async function firstOf(
	opened: Promise<AsyncIterable<Uint8Array>>,
): Promise<Uint8Array | undefined> {
	for await (const chunk of await opened) return chunk;
	return undefined;
}

async function openStored({ helpers }: IExecuteFunctions, file: StoredFile): Promise<Upload> {
	const { data, name, label } = file;
	// Without a name the server would not take the part for a file; without a type it takes none.
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

/** Opens everything in a list; if one thing cannot be opened, none stays open. */
async function openAll(list: unknown[], open: (value: unknown) => Promise<unknown>) {
	const settled = await Promise.all(list.map(async (value) => await settle(open(value))));
	const failed = settled.find(({ error }) => error !== undefined);
	if (!failed) return settled.map(({ value }) => value);
	closeFiles(settled);
	throw failed.error;
}

/**
 * The body with every StoredFile and RemoteFile replaced by its file. The bytes are
 * unread, except those of small files that are fetched.
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
