import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

import type { RawParams } from './params';
import { badRequest, Refusal } from './refusal';
import type { Store } from './store';

/** Counts bytes, and passes none on above the limit: the rest is read so that the caller can be told. */
function measured(limit: number, count: { bytes: number }): Transform {
	return new Transform({
		transform(chunk: Buffer, _encoding, done) {
			count.bytes += chunk.length;
			if (count.bytes > limit) done();
			else done(null, chunk);
		},
	});
}

async function readPart(part: Multipart, raw: RawParams, store: Store): Promise<void> {
	if (part.type === 'field') {
		raw.values[part.fieldname] = part.value;
		return;
	}
	const diskPath = path.join(store.folder, randomUUID());
	const count = { bytes: 0 };
	await pipeline(
		part.file,
		measured(store.settings.maxFileSizeBytes, count),
		createWriteStream(diskPath),
	);
	raw.files[part.fieldname] = {
		filename: part.filename,
		mime_type: part.mimetype,
		size: count.bytes,
		disk_path: diskPath,
	};
}

async function readMultipart(request: FastifyRequest, store: Store): Promise<RawParams> {
	const raw: RawParams = { values: { ...(request.query as object) }, files: {}, textual: true };
	for await (const part of request.parts()) await readPart(part, raw, store);
	const { maxFileSizeBytes } = store.settings;
	if (Object.values(raw.files).some(({ size }) => size > maxFileSizeBytes)) {
		throw new Refusal(413, 'Request Entity Too Large');
	}
	return raw;
}

/**
 * The parameters of a call in any of the four ways: query, form, JSON, multipart (service facts,
 * "Calling form"). Throws 400 for a body that cannot be read, 413 for a file that is too large.
 */
export async function readParams(request: FastifyRequest, store: Store): Promise<RawParams> {
	if (request.isMultipart()) return await readMultipart(request, store);
	const query = { ...(request.query as Record<string, unknown>) };
	const body = request.body;
	if (body === undefined || body === null || body === '') {
		return { values: query, files: {}, textual: true };
	}
	const textual = (request.headers['content-type'] ?? '').includes('urlencoded');
	if (typeof body !== 'object' || Array.isArray(body)) {
		throw badRequest('the body must be a JSON object');
	}
	return { values: { ...query, ...body }, files: {}, textual };
}
