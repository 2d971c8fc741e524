import type { Call } from '../api/client';
import { withRetries, type RetryOptions } from '../api/retry';
import type { FileSource } from '../engine/files';

/** Requests for other things than updates are tried several times: nobody repeats them by hand. */
export const PATIENCE: RetryOptions = { retries: 3, longestWaitMs: 30_000 };

/** What fetching the media of a message needs of n8n and of the API. */
export interface MediaSource extends FileSource {
	call: Call;
}

/** The same source with retries. They do no harm, as files are only read. */
export function patiently({ helpers, call, download }: MediaSource): MediaSource {
	return {
		helpers,
		call: async (method, body) =>
			await withRetries('read', async () => await call(method, body), PATIENCE),
		download: async (path) => await withRetries('read', async () => await download(path), PATIENCE),
	};
}
