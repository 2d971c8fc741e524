import {
	type IWebhookDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { settle } from '../../../../api/settle';
import { answerPage } from './page';
import { receiveAnswer } from './receive';

const webhookOf = (httpMethod: 'GET' | 'POST'): IWebhookDescription => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
});

/** Where n8n takes the answer while an execution waits: from a trigger, or from a link button. */
export const webhooks = [webhookOf('GET'), webhookOf('POST')];

/**
 * Takes what comes for an execution that waits. It never throws: n8n would end the execution with the
 * error, and whatever the matter is, the question stays open.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { answer } = context.getQueryData() as { answer?: unknown };
	const receiving = answer === undefined ? receiveAnswer(context) : answerPage(context);
	const { value, error } = await settle(receiving);
	if (value) return value;
	context.logger.warn(`${context.getNode().name}: ${(error as Error).message}`);
	context.getResponseObject().status(500).json({ message: 'The answer was not accepted' }).end();
	return { noWebhookResponse: true };
}
