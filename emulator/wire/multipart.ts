import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { Busboy, type BusboyHeaders } from '@fastify/busboy';

import { MOST_PARAMETERS, MOST_TEXT_BYTES, tooMany } from './limits';
import type { FilePart, RawParams } from './params';
import { badRequest, Refusal, tooLarge } from '../world/refusal';
import type { Store } from '../world/store';

/** Counts bytes, and passes none on above the limit: the rest is read so that the caller gets an answer. */
function byteCounter(limit: number, file: FilePart): Transform {
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

/** One multipart body on its way into `raw` and onto the disk. */
class MultipartBody {
	/** One for each file; settles when its stream ends or fails. */
	private readonly writing: Array<Promise<void>> = [];

	private readonly abort = new AbortController();

	private parts = 0;

	private textBytes = 0;

	constructor(
		private readonly raw: RawParams,
		private readonly store: Store,
	) {}

	/** Reads all parts. Rejects if the body cannot be read or is too large. */
	async read(request: IncomingMessage): Promise<void> {
		const headers = request.headers as BusboyHeaders;
		const parser = new Busboy({ headers, limits: { fieldSize: MOST_TEXT_BYTES } });
		try {
			// Every stream gets its listeners before it can fail: one that fails alone is never answered.
			await new Promise<void>((resolve, reject) => {
				parser.on('field', (name, value, _isNameCut, isCut) =>
					this.takeText(name, value, isCut, reject),
				);
				parser.on('file', (name, bytes, filename, _encoding, type) =>
					this.takeFile(name, bytes, { filename, mime_type: type }, reject),
				);
				parser.on('finish', resolve);
				parser.on('error', reject);
				request.on('close', () => {
					if (!request.readableEnded) reject(new Error('the connection ended before the body'));
				});
				request.pipe(parser);
			});
			await Promise.all(this.writing);
		} finally {
			// After a failure, the rest is read and dropped, so that the caller can read the answer.
			request.unpipe(parser);
			request.resume();
			this.abort.abort();
			await Promise.allSettled(this.writing);
		}
	}

	private takeText(
		name: string,
		value: string,
		isCut: boolean,
		fail: (refusal: Refusal) => void,
	): void {
		this.textBytes += Buffer.byteLength(value);
		const refusal = this.refusalOf(name);
		if (refusal) fail(refusal);
		else if (isCut || this.textBytes > MOST_TEXT_BYTES) fail(tooLarge());
		else if (name !== METHOD_NAME) this.raw.values[name] = value;
	}

	private takeFile(
		name: string,
		bytes: Readable,
		about: { filename?: string; mime_type: string },
		fail: (reason: Error) => void,
	): void {
		const refusal = this.refusalOf(name);
		if (refusal) {
			bytes.resume();
			return fail(refusal);
		}
		const file: FilePart = {
			filename: about.filename ?? '',
			mime_type: about.mime_type,
			size: 0,
			disk_path: path.join(this.store.folder, randomUUID()),
		};
		this.raw.files[name] = file;
		const target = createWriteStream(file.disk_path);
		const limit = this.store.settings.maxFileSizeBytes;
		const { signal } = this.abort;
		const written = pipeline(bytes, byteCounter(limit, file), target, { signal });
		written.catch(fail);
		this.writing.push(written);
	}

	/** The refusal if there are too many parts of this name. */
	private refusalOf(name: string): Refusal | undefined {
		this.parts++;
		if (this.parts > MOST_PARAMETERS) return tooMany();
		if (name in Object.prototype) return badRequest(`unknown parameter "${name}"`);
		if (this.raw.files[name]) return badRequest(`the file part "${name}" comes twice`);
		return undefined;
	}
}

/**
 * Reads a multipart body into `raw`, and its files onto the disk. Throws 400 for an unreadable body, 413
 * for too much text or too large a file; `raw` then holds what was read before.
 */
export async function readMultipart(
	request: IncomingMessage,
	raw: RawParams,
	store: Store,
): Promise<void> {
	try {
		await new MultipartBody(raw, store).read(request);
	} catch (error) {
		if (error instanceof Refusal) throw error;
		throw badRequest(`the multipart body cannot be read: ${(error as Error).message}`);
	}
	const { maxFileSizeBytes } = store.settings;
	if (Object.values(raw.files).some(({ size }) => size > maxFileSizeBytes)) throw tooLarge();
}
