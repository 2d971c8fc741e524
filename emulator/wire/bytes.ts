import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';

import type { StoredFile } from '../world/entities';
import { notFound } from '../world/refusal';
import type { Store } from '../world/store';

/** Only these characters may go into a header. */
const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

export interface Bytes {
	/** Number of bytes. */
	size: number;
	/** From `start` to `end`, both included; without them, all. */
	read(part?: { start: number; end: number }): Readable;
}

/**
 * The bytes of a file on disk, with their type in the answer's header. Throws 404 if they are missing:
 * the file was made up in a seed, or belongs to an old snapshot.
 */
export function bytesOf(store: Store, file: StoredFile | undefined, reply: FastifyReply): Bytes {
	const { disk_path, mime_type } = file ?? {};
	// A snapshot may name any path.
	const isOurs = disk_path !== undefined && path.dirname(path.resolve(disk_path)) === store.folder;
	const found = isOurs ? statSync(disk_path, { throwIfNoEntry: false }) : undefined;
	if (!found?.isFile()) throw notFound('the bytes of this file are not here');
	reply.type(MIME_TYPE.test(mime_type ?? '') ? mime_type! : 'application/octet-stream');
	return { size: found.size, read: (part) => createReadStream(disk_path!, part) };
}

/** The extension of a file name, if it is safe in an address. */
export const extensionOf = (filename: string): string => /\.\w{1,10}$/.exec(filename)?.[0] ?? '';
