import type { Call } from '../api/client';
import { withRetries, type RetryOptions } from '../api/retry';
import type { FileSource } from '../engine/files';

/** What is asked of the server besides updates is worth some tries: nobody runs it again by hand. */
export const PATIENCE: RetryOptions = { retries: 3, longestWaitMs: 30_000 };

/** What fetching the media of a message needs of n8n and of the API. */
export interface MediaSource extends FileSource {
	call: Call;
}

/** The same source, which asks again where that does no harm: files are only read. */
export function patiently({ helpers, call, download }: MediaSource): MediaSource {
	return {
		helpers,
		call: async (method, body) =>
			await withRetries('read', async () => await call(method, body), PATIENCE),
		download: async (path) => await withRetries('read', async () => await download(path), PATIENCE),
	};
}
