/**
 * `;name=value` in a header, the value in quotes or not (RFC 6266). A backslash before neither a quote
 * nor a backslash is one of a Windows path, which some servers put there.
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

/** `UTF-8''%C3%BC.pdf` as text (RFC 8187); nothing if it cannot be read. */
function extended(value: string): string | undefined {
	const [, charset = '', encoded] = /^([\w-]+)'[^']*'(.*)$/.exec(value) ?? [];
	if (encoded === undefined) return undefined;
	if (!/^iso-8859-1$/i.test(charset)) return percentDecoded(encoded);
	return encoded.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
		String.fromCharCode(parseInt(hex, 16)),
	);
}

/** The last part of a path, as the name of a file; nothing if it names none. */
function plainName(path: string): string | undefined {
	const last = path.split(/[/\\]/).pop() ?? '';
	const name = last.replace(UNSEEN, '').trim();
	return /^\.*$/.test(name) ? undefined : name;
}

/**
 * The name of a file by the header Content-Disposition, without any path; nothing if it has none.
 *
 * @param header as n8n's HTTP client gives it
 */
export function nameByHeader(header: string): string | undefined {
	const parameters = new Map<string, string>();
	for (const [, key = '', quoted, token = ''] of `;${utf8(header)}`.matchAll(PARAMETER)) {
		const value = quoted?.replace(/\\(["\\])/g, '$1') ?? token.trim();
		// Of two with the same name, the first counts.
		if (!parameters.has(key.toLowerCase())) parameters.set(key.toLowerCase(), value);
	}
	const long = extended(parameters.get('filename*') ?? '');
	const short = parameters.get('filename') ?? '';
	// Many servers write it so, though only the other one may be encoded.
	return plainName(long ?? '') ?? plainName(percentDecoded(short) ?? short);
}

/** The end of an address's path; nothing if it has none. */
export const nameByAddress = ({ pathname }: URL): string | undefined =>
	plainName(percentDecoded(pathname) ?? pathname);

/** Whether a name says what kind of file it is. What is all digits is a number or a date. */
export const hasExtension = (name: string): boolean =>
	/[^.]\.(?=\d*[a-z])[a-z0-9]{1,10}$/i.test(name);
