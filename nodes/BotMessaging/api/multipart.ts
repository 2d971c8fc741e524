/** A file to upload. It is opened when its bytes are needed, once a request. */
export class Upload {
	constructor(
		readonly fileName: string,
		readonly mimeType: string,
		/** Size in bytes. */
		readonly size: number,
		readonly open: () => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>,
	) {}
}

/** The parameters of one API call by their wire names; files stand in it as Upload. */
export type Body = Record<string, unknown>;

/** Bytes of all files in a body. */
export function uploadBytes(value: unknown): number {
	if (value instanceof Upload) return value.size;
	if (typeof value !== 'object' || value === null) return 0;
	return Object.values(value).reduce((bytes: number, inner) => bytes + uploadBytes(inner), 0);
}

type Part = string | FilePart;

interface FilePart {
	name: string;
	type: string;
	size: number;
	stream(): AsyncIterable<Uint8Array>;
}

function filePart(upload: Upload): FilePart {
	return {
		name: upload.fileName,
		type: upload.mimeType,
		size: upload.size,
		async *stream() {
			yield* await upload.open();
		},
	};
}

/**
 * A form that n8n's HTTP client takes for a standard FormData and streams part by part. n8n allows
 * no import that offers one, and the global FormData wants whole files in memory.
 */
class StreamedForm {
	readonly parts: Array<[string, Part]> = [];

	readonly [Symbol.toStringTag] = 'FormData';

	append(name: string, part: Part): void {
		this.parts.push([name, part]);
	}

	entries(): IterableIterator<[string, Part]> {
		return this.parts.values();
	}

	[Symbol.iterator](): IterableIterator<[string, Part]> {
		return this.entries();
	}
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * The body as it is sent: the object itself where nothing is uploaded (JSON), else a form. A file
 * at the top becomes the part of its parameter; one inside a list becomes a part of its own that
 * the list names as `attach://<part>` (API reference, "sendMediaGroup").
 */
export function encodeBody(body: Body): Body | StreamedForm {
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
		form.append(name, value instanceof Upload ? filePart(value) : text(attach(value)));
	}
	attached.forEach((upload, index) => form.append(`file${index + 1}`, filePart(upload)));
	return form.parts.some(([, part]) => typeof part !== 'string') ? form : body;
}
