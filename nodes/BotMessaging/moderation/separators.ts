/** The signs that part the entries of a list on one line, in Latin, Chinese, Japanese and Arabic writing. */
export const SEPARATORS = ',;，；、،؛';

/** What is between two entries without blanks in them. */
export const BETWEEN = new RegExp(`[\\s${SEPARATORS}]+`);

/** Entries that may hold any sign but a comma. If there is none, those of other writings part them. */
export const partedByCommas = (list: string): string[] =>
	list.split(list.includes(',') ? ',' : /[，、،]/);
