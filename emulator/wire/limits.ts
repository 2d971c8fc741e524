import { badRequest } from '../world/refusal';

/** Limits of one request. Files do not count, as they are written to disk. */

/** Parameters and files together. */
export const MOST_PARAMETERS = 100;

/** For a body without files, or for all text in a multipart body. */
export const MOST_TEXT_BYTES = 2 ** 20;

/** For a seed or a snapshot. */
export const MOST_STATE_BYTES = 8 * MOST_TEXT_BYTES;

export const tooMany = () => badRequest(`too many parameters: at most ${MOST_PARAMETERS}`);
