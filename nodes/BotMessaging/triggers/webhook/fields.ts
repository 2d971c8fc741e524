import {
	WEBHOOK_RESOLVERS,
	type INodeParameters,
	type INodeProperties,
	type IWebhookDescription,
} from 'n8n-workflow';

import type { Hint } from '../../engine/hints';
import {
	questionOptions,
	type QuestionOptions,
} from '../../operations/message/sendAndWait/delivering';
import { gatherAlbums } from '../form/fields';

/** What to do if the server does not take the address for updates. */
export const WRONG_ADDRESS: Hint = {
	code: 400,
	hint: 'Check URL: the server must be able to reach it, over HTTPS with a valid certificate.',
};

/** The options of the webhook trigger, as `readOptions` reads them. */
export interface WebhookOptions extends QuestionOptions {
	answerWhen: 'started' | 'finished';
	gatherAlbums: boolean;
	takeOver: boolean;
}

export const webhookOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Respond',
			name: 'answerWhen',
			type: 'options',
			options: [
				{
					name: 'Immediately',
					value: 'started',
					description: 'The server does not have to wait',
				},
				{
					name: 'When Last Node Finishes',
					value: 'finished',
					description: 'The server sends the update again if n8n stops before that',
				},
			],
			default: 'started',
			description: 'When to confirm the update to the server',
		},
		gatherAlbums,
		{
			displayName: 'Take Over an Existing Webhook',
			name: 'takeOver',
			type: 'boolean',
			default: false,
			description:
				'Whether to replace a webhook of the bot that points to another program. That program then receives no more updates.',
		},
		...questionOptions,
	],
};

const MODE =
	'={{ $parameter["options"]["answerWhen"] === "finished" ? "lastNode" : "onReceived" }}';

const modeOf = ({ options }: INodeParameters) =>
	(options as INodeParameters | undefined)?.answerWhen === 'finished' ? 'lastNode' : 'onReceived';

/**
 * When n8n answers the server, by Respond. An n8n that knows the key calls the function: to
 * evaluate the text takes milliseconds of every push. An older one has no such key.
 */
export const responseMode: Pick<IWebhookDescription, 'responseMode'> = {
	responseMode: MODE,
	...(WEBHOOK_RESOLVERS && {
		[WEBHOOK_RESOLVERS]: { responseMode: { template: MODE, resolve: modeOf } },
	}),
};
