import { WEBHOOK_RESOLVERS, type INodeParameters, type IWebhookDescription } from 'n8n-workflow';

import { choices, optionsOf, property, toggle } from '../../fields/formField';
import { questionOptions, type QuestionOptions } from '../../questions/triggerOptions';
import { gatherAlbums, gatherSeconds, type GatherOptions } from '../form/fields';

export interface WebhookOptions extends QuestionOptions, GatherOptions {
	answerWhen: 'started' | 'finished';
	takeOver: boolean;
}

export const webhookOptions = optionsOf([
	property('answerWhen', 'When to confirm the update to the server', {
		displayName: 'Respond',
		...choices('started', {
			started: ['Immediately', 'The server does not have to wait'],
			finished: [
				'When Last Node Finishes',
				'The server sends the update again if n8n stops before that',
			],
		}),
	}),
	gatherAlbums,
	gatherSeconds,
	property(
		'takeOver',
		'Whether to replace a webhook of the bot that points to another program. That program then receives no more updates.',
		{ displayName: 'Take Over an Existing Webhook', ...toggle },
	),
	...questionOptions,
]);

const MODE =
	'={{ $parameter["options"]["answerWhen"] === "finished" ? "lastNode" : "onReceived" }}';

const modeOf = ({ options }: INodeParameters) =>
	(options as INodeParameters | undefined)?.answerWhen === 'finished' ? 'lastNode' : 'onReceived';

/** When n8n answers the server. A newer n8n calls the function: the text takes milliseconds of every push. */
export const responseMode: Pick<IWebhookDescription, 'responseMode'> = {
	responseMode: MODE,
	...(WEBHOOK_RESOLVERS && {
		[WEBHOOK_RESOLVERS]: { responseMode: { template: MODE, resolve: modeOf } },
	}),
};
