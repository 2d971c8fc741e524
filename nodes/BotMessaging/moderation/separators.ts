/** The signs that part the entries of a list on one line, in Latin, Chinese, Japanese and Arabic writing. */
export const SEPARATORS = ',;，；、،؛';
