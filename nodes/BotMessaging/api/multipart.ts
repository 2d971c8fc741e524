import { settle } from './basics';

/** Bytes assumed for a file of unknown size, to compute the timeout. */
const UNKNOWN_BYTES = 20_000_000;

/** A file to upload: a File for n8n's HTTP client, which is opened once per request, when its bytes are needed. */
export class Upload {
	/** The error that kept its bytes from being read completely. */
	failure?: unknown;

	constructor(
		readonly name: string,
		readonly type: string,
		/** Size in bytes; without it, n8n's HTTP client says no length, and sends the request in chunks. */
		readonly size: number | undefined,
		readonly open: () => Promise<AsyncIterable<Uint8Array>>,
		/** Closes the source; called after its request has ended in any way. */
		readonly close: () => void = () => {},
		/** Expected bytes, if its server is right; used only for timeouts. */
		readonly expected: number = size ?? UNKNOWN_BYTES,
	) {}

	/** Its bytes. Throws the errors of reading, and keeps them as `failure`. */
	async *stream(): AsyncGenerator<Uint8Array> {
		const opened = await this.noted(this.open());
		const source = opened[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
		try {
			for (;;) {
				const { value, done } = await this.noted(source.next());
				if (done) return;
				yield value;
			}
		} finally {
			await source.return?.();
		}
	}

	private async noted<T>(reading: Promise<T>): Promise<T> {
		const { value, error } = await settle(reading);
		if (error === undefined) return value as T;
		this.failure = error;
		throw error;
	}
}

/** The parameters of one API call by their wire names; files are in it as Upload. */
export type Body = Record<string, unknown>;

/** All files in a body. */
export function uploadsIn(value: unknown): Upload[] {
	if (value instanceof Upload) return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(uploadsIn);
}

/** Closes the sources of all files in a body. */
export function closeFiles(body: unknown): void {
	for (const upload of uploadsIn(body)) upload.close();
}

/** A text, or bytes as of a Blob or, with a name, of a File. */
type MultipartPart = string | Pick<Upload, 'type' | 'size' | 'stream'>;

/**
 * Looks like a standard FormData to n8n's HTTP client, and streams part by part. n8n forbids importing one,
 * and the global FormData needs whole files in memory.
 */
class StreamedForm {
	readonly parts: Array<[string, MultipartPart]> = [];

	readonly [Symbol.toStringTag] = 'FormData';

	append(name: string, part: MultipartPart): void {
		this.parts.push([name, part]);
	}

	entries(): IterableIterator<[string, MultipartPart]> {
		return this.parts.values();
	}

	[Symbol.iterator](): IterableIterator<[string, MultipartPart]> {
		return this.entries();
	}
}

/** A text with line breaks as bytes: n8n's HTTP client would send each break as two characters. */
function textPart(value: unknown): MultipartPart {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	if (!/[\r\n]/.test(text)) return text;
	const bytes = Buffer.from(text);
	return {
		type: 'text/plain; charset=utf-8',
		size: bytes.length,
		async *stream() {
			yield bytes;
		},
	};
}

/**
 * The body to send: the object itself without uploads (JSON), otherwise a form. A top-level file becomes the
 * part of its parameter. A file in a list becomes a part of its own, which the list names as
 * `attach://<part>` (reference 5.3).
 */
export function encodeBody(body: Body): Body | StreamedForm {
	if (uploadsIn(body).length === 0) return body;
	const form = new StreamedForm();
	const attached: Upload[] = [];
	const attach = (value: unknown): unknown => {
		if (value instanceof Upload) return `attach://file${attached.push(value)}`;
		if (Array.isArray(value)) return value.map(attach);
		if (value !== null && typeof value === 'object') {
			return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, attach(inner)]));
		}
		return value;
	};
	for (const [name, value] of Object.entries(body)) {
		form.append(name, value instanceof Upload ? value : textPart(attach(value)));
	}
	attached.forEach((upload, index) => form.append(`file${index + 1}`, upload));
	return form;
}
