import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { Verdict } from '../protocol';

/**
 * Calls a task when n8n has taken an answer, and not if it has gone on already: with another answer, or
 * because the time was up. n8n sends the response only after it has written down that the execution
 * runs again, and an error if that was not possible.
 */
export function whenTaken(context: IWebhookFunctions, task: () => Promise<void>): void {
	const response = context.getResponseObject();
	const name = context.getNode().name;
	response.once('finish', () => {
		if (response.statusCode >= 400) return;
		task().catch((error: Error) => context.logger.warn(`${name}: ${error.message}`));
	});
}

/** Does not continue: n8n waits as before. */
export const stay = (webhookResponse: Verdict): IWebhookResponseData => ({ webhookResponse });
