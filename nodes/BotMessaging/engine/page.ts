const PAGE_TYPES = ['text/html', 'application/xhtml+xml'];

/** So much of it is looked at. */
const BEGINNING_BYTES = 4096;

const BEFORE = /<!--[^]*?-->|<\?xml[^>]*>/g;
const BEGINNING = /^\ufeff?\s*<(!doctype\s+html|html)\b/i;

/** Whether an answer is a web page, by its type or by its first bytes. */
export function looksLikePage(type: string, [first]: Uint8Array[]): boolean {
	if (PAGE_TYPES.includes(type.toLowerCase())) return true;
	const text = Buffer.from(first ?? []).toString('utf8', 0, BEGINNING_BYTES);
	return BEGINNING.test(text.replace(BEFORE, ''));
}

/** Whether the name of a file is one of a web page. */
export const namesPage = (name: string): boolean => /\.x?html?$/i.test(name);
