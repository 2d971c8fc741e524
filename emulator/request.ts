import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

import type { FilePart, RawParams } from './params';
import { badRequest, tooLarge } from './refusal';
import type { Store } from './store';

/** Counts bytes, and passes none on above the limit: the rest is read so that the caller can be told. */
function measured(limit: number, file: FilePart): Transform {
	return new Transform({
		transform(chunk: Buffer, _encoding, done) {
			file.size += chunk.length;
			if (file.size > limit) done();
			else done(null, chunk);
		},
	});
}

/** No parameter: telegraf repeats the method's name in every multipart request. */
const METHOD_NAME = 'method';

async function readPart(part: Multipart, raw: RawParams, store: Store): Promise<void> {
	if (part.type === 'field') {
		if (part.fieldname !== METHOD_NAME) raw.values[part.fieldname] = part.value;
		return;
	}
	const file: FilePart = {
		filename: part.filename,
		mime_type: part.mimetype,
		size: 0,
		disk_path: path.join(store.folder, randomUUID()),
	};
	raw.files[part.fieldname] = file;
	await pipeline(
		part.file,
		measured(store.settings.maxFileSizeBytes, file),
		createWriteStream(file.disk_path),
	);
}

async function readMultipart(request: FastifyRequest, raw: RawParams, store: Store) {
	try {
		for await (const part of request.parts()) await readPart(part, raw, store);
	} catch (error) {
		throw badRequest(`the multipart body cannot be read: ${(error as Error).message}`);
	}
	const { maxFileSizeBytes } = store.settings;
	if (Object.values(raw.files).some(({ size }) => size > maxFileSizeBytes)) throw tooLarge();
}

/**
 * Reads the parameters of a call into `raw`, in any of the four ways: query, form, JSON, multipart
 * (service facts, "Calling form"). Throws 400 for a body that cannot be read, 413 for a file that
 * is too large; `raw` then holds what was read until there.
 */
export async function readParams(
	request: FastifyRequest,
	raw: RawParams,
	store: Store,
): Promise<void> {
	Object.assign(raw.values, request.query);
	if (request.isMultipart()) return await readMultipart(request, raw, store);
	const { body } = request;
	if (body === undefined || body === null) return;
	if (typeof body !== 'object' || Array.isArray(body)) {
		throw badRequest('the body must be a JSON object');
	}
	raw.textual = (request.headers['content-type'] ?? '').includes('urlencoded');
	Object.assign(raw.values, body);
}
