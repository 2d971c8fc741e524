/** The type of an unknown file. */
export const UNKNOWN = 'application/octet-stream';

interface FileType {
	type: string;
	/** The most common one comes first. */
	endings: string[];
	/** Matches the first bytes, each as one character. */
	begins?: RegExp;
}

const kind = (type: string, endings: string, begins?: RegExp): FileType => ({
	type,
	endings: endings.split(' '),
	begins,
});

/** What people send in chats. Archives have no pattern, because their bytes do not tell what they are. */
const KINDS: FileType[] = [
	kind('image/jpeg', 'jpg jpeg', /^\xff\xd8\xff/),
	kind('image/png', 'png', /^\x89PNG/),
	kind('image/gif', 'gif', /^GIF8/),
	kind('image/webp', 'webp', /^RIFF[^]{4}WEBP/),
	kind('image/svg+xml', 'svg'),
	kind('video/mp4', 'mp4 m4v', /^[^]{4}ftyp(?!qt|M4A)/),
	kind('video/quicktime', 'mov', /^[^]{4}ftypqt/),
	kind('video/webm', 'webm', /^\cZE\xdf\xa3/),
	kind('audio/mpeg', 'mp3', /^(?:ID3|\xff[\xf3\xfb])/),
	kind('audio/ogg', 'ogg oga opus', /^OggS/),
	kind('audio/mp4', 'm4a', /^[^]{4}ftypM4A/),
	kind('audio/x-m4a', 'm4a'),
	kind('audio/wav', 'wav', /^RIFF[^]{4}WAVE/),
	kind('application/pdf', 'pdf', /^%PDF-/),
	kind('application/zip', 'zip'),
	kind('application/json', 'json'),
	kind('application/xml', 'xml'),
	kind('text/plain', 'txt'),
	kind('text/csv', 'csv'),
	kind('text/html', 'html htm'),
	kind('application/msword', 'doc'),
	kind('application/vnd.ms-excel', 'xls'),
	kind('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'),
	kind('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'),
	kind('application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'),
];

const endingOf = (name: string) => (hasExtension(name) ? name.split('.').pop()!.toLowerCase() : '');

/** Whether the name tells the type: programs write `.bin` if they do not know. */
const isTelling = (name: string) => !['', 'bin'].includes(endingOf(name));

/** Whether the first bytes could tell more than name and type. */
export const needsBytes = (name: string, type: string) =>
	(type === '' || type === UNKNOWN) && !isTelling(name);

/**
 * A file's name and type, each completed from the other, or from the first bytes. A name that tells the type
 * stays; the type is `undefined` if unknown.
 *
 * @param type from the sender, e.g. `image/png`; empty if unknown
 * @param ending of the file, if known, e.g. `png`
 */
export function completed(
	name: string,
	type: string,
	head?: Uint8Array,
	ending?: string,
): { name: string; type: string | undefined } {
	const bytes = Buffer.from(head?.subarray(0, 16) ?? []).toString('latin1');
	const isKnown = type !== '' && type !== UNKNOWN;
	const found = isKnown
		? KINDS.find((one) => one.type === type.toLowerCase())
		: (KINDS.find(({ endings }) => endings.includes(endingOf(name))) ??
			KINDS.find(({ begins }) => begins?.test(bytes)));
	const [usual = ending] = found?.endings ?? [];
	const stem = name.replace(/(?<=.)\.bin$/i, '');
	return {
		name: isTelling(name) || !usual ? name : `${stem}.${usual}`,
		type: isKnown ? type : found?.type,
	};
}

/**
 * `;name=value` in a header, quoted or not (RFC 6266). Some servers put Windows paths there: a backslash is
 * literal unless a quote or a backslash follows.
 */
const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:\\["\\]|\\(?!["\\])|[^"\\])*)"|([^;"]*))/g;

/** Control characters, and those that let a name look like another one. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function percentDecoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

/** A header's bytes come as one character each, and many servers write UTF-8 there. */
function utf8(header: string): string {
	const read = Buffer.from(header, 'latin1').toString();
	return read.includes('\ufffd') ? header : read;
}

/** The last part of a path as a file name; undefined if empty. */
function plainName(path: string): string | undefined {
	const last = path.split(/[/\\]/).pop() ?? '';
	const name = last.replace(UNSEEN, '').trim();
	return /^\.*$/.test(name) ? undefined : name;
}

/** The file name in the header Content-Disposition, without a path; undefined if missing. */
export function nameByHeader(header: string): string | undefined {
	const parameters = new Map<string, string>();
	for (const [, key = '', quoted, token = ''] of `;${utf8(header)}`.matchAll(PARAMETER)) {
		const value = quoted?.replace(/\\(["\\])/g, '$1') ?? token.trim();
		// If a name occurs twice, the first one counts.
		if (!parameters.has(key.toLowerCase())) parameters.set(key.toLowerCase(), value);
	}
	// For example `UTF-8''%C3%BC.pdf` (RFC 8187).
	const [, long = ''] = /^[\w-]+'[^']*'(.*)$/.exec(parameters.get('filename*') ?? '') ?? [];
	const short = parameters.get('filename') ?? '';
	// Many servers percent-encode the plain parameter, though only the extended one may be encoded.
	return plainName(percentDecoded(long) ?? '') ?? plainName(percentDecoded(short) ?? short);
}

/** The last part of an address's path; undefined if empty. */
export const nameByAddress = ({ pathname }: URL): string | undefined =>
	plainName(percentDecoded(pathname) ?? pathname);

/** Whether a name has an extension. All digits are a number or a date, not an extension. */
export const hasExtension = (name: string): boolean =>
	/[^.]\.(?=\d*[a-z])[a-z0-9]{1,10}$/i.test(name);

const PAGE_TYPES = ['text/html', 'application/xhtml+xml'];

/** The number of bytes to inspect. */
const BEGINNING_BYTES = 4096;

const BEFORE = /<!--[^]*?-->|<\?xml[^>]*>/g;
const BEGINNING = /^\ufeff?\s*<(!doctype\s+html|html)\b/i;

/** Whether an answer is a web page, by its type or by its first bytes. */
export function looksLikePage(type: string, [first]: Uint8Array[]): boolean {
	if (PAGE_TYPES.includes(type.toLowerCase())) return true;
	const text = Buffer.from(first ?? []).toString('utf8', 0, BEGINNING_BYTES);
	return BEGINNING.test(text.replace(BEFORE, ''));
}

/** Whether a file name is that of a web page. */
export const namesPage = (name: string): boolean => /\.x?html?$/i.test(name);
