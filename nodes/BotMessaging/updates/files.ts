import type { ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { ByteStream } from '../api/bytes';
import type { Call } from '../api/client';
import { withRetries, type RetryOptions } from '../api/retry';

/** What is asked of the server besides updates is worth some tries: nobody runs it again by hand. */
export const PATIENCE: RetryOptions = { retries: 3, longestWaitMs: 30_000 };

/** What fetching files needs of n8n and of the API. */
export interface FileSource {
	helpers: (ITriggerFunctions | IWebhookFunctions)['helpers'];
	call: Call;
	download: (filePath: string) => Promise<ByteStream>;
}

/** The same source, which asks again where that does no harm: files are only read. */
export function patiently({ helpers, call, download }: FileSource): FileSource {
	return {
		helpers,
		call: async (method, body) =>
			await withRetries('read', async () => await call(method, body), PATIENCE),
		download: async (path) => await withRetries('read', async () => await download(path), PATIENCE),
	};
}
