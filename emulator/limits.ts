import { badRequest } from './refusal';

/** What one request of the API may hold. Files are apart from that: they go to the disk. */

/** Parameters and files together. */
export const MOST_PARAMETERS = 100;

/** Of a body without files, or of all the text in a multipart body. */
export const MOST_TEXT_BYTES = 2 ** 20;

export const tooMany = () => badRequest(`too many parameters: at most ${MOST_PARAMETERS}`);
