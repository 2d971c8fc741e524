import { WEBHOOK_RESOLVERS, type INodeParameters, type IWebhookDescription } from 'n8n-workflow';

import { choices, number, optionsOf, property, toggle } from '../../fields/formField';
import { questionOptions, type QuestionOptions } from '../../questions/triggerOptions';

const gatherAlbums = property(
	'gatherAlbums',
	'Whether to start one execution for all files of an album. Filters, exclusions and rules then apply to the album as a whole.',
	toggle,
);

const GATHER_LABEL = 'Gather Messages (Seconds)';

/** A field of its own. Older workflows have it among the options. */
export const gatherMessages = property(
	'gatherSeconds',
	'0 gathers nothing. Otherwise, one execution starts for what a person writes until a pause of this time, at most 10 times as long and 50 messages. Commands get their own. Filters, Exclude and Rules apply to all of it.',
	{ displayName: GATHER_LABEL, ...number(0, { maxValue: 60, numberPrecision: 0 }) },
);

const gatherSeconds = property(
	'gatherSeconds',
	'The same as the field above, for workflows that were saved with it here. If it is here, it counts.',
	{ displayName: GATHER_LABEL, ...number(3, { minValue: 1, maxValue: 60, numberPrecision: 0 }) },
);

export interface GatherOptions {
	gatherAlbums: boolean;
	/** 0 for no gathering. */
	gatherSeconds: number;
}

export interface PollingOptions extends QuestionOptions, GatherOptions {
	afterInterruption: 'again' | 'leave';
	confirm: 'ended' | 'started';
	chatOrder: boolean;
	/** Minutes. */
	longestExecution: number;
	parallel: number;
	removeWebhook: boolean;
}

export const pollingOptions = optionsOf([
	property('confirm', 'When to tell the server that an update has been handled', {
		displayName: 'Confirm Updates',
		...choices('ended', {
			ended: [
				'When the Execution Ends',
				'The server keeps the update until then. With Do Not Retry, it keeps the update until n8n has stored the execution.',
			],
			started: ['When the Execution Starts', 'Earlier, but an update can be lost if n8n stops'],
		}),
	}),
	{ ...gatherAlbums, default: true },
	gatherSeconds,
	property(
		'afterInterruption',
		'What to do with updates whose execution was interrupted because n8n or a worker stopped suddenly',
		{
			displayName: 'Interrupted Executions',
			...choices('leave', {
				leave: [
					'Do Not Retry',
					'No update runs twice. The list of executions shows or names each interrupted execution, including those that n8n may never have started.',
				],
				again: [
					'Run Again',
					'Every update gets an execution that finishes, unless it is interrupted four times. It can run twice if n8n was restarted while it ran or had just ended, or if it was in n8n’s queue for longer than Longest Execution.',
				],
			}),
		},
	),
	property(
		'chatOrder',
		'Whether an update of a chat waits until the previous update has been handled',
		{ displayName: 'Keep Order in a Chat', ...toggle, default: true },
	),
	property(
		'longestExecution',
		'How long an execution can block its chat, because n8n does not report every end. Then the next update is handled, and the list of executions names the one without an end. Set it higher than your longest execution.',
		{ displayName: 'Longest Execution (Minutes)', ...number(5, { minValue: 0.001 }) },
	),
	property('parallel', 'The maximum number of executions at the same time', {
		displayName: 'Parallel Executions',
		...number(5, { minValue: 1, maxValue: 100, numberPrecision: 0 }),
	}),
	property(
		'removeWebhook',
		'Whether to remove the webhook of the bot, if it has one. A bot with a webhook cannot poll for updates.',
		toggle,
	),
	...questionOptions,
]);

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
				'The server sends the update again if n8n stops before that. It waits for a few executions at a time: if they are slow, all other updates of the bot wait, too.',
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

/** When n8n answers the server. Newer versions call the function: the text costs milliseconds per push. */
export const responseMode: Pick<IWebhookDescription, 'responseMode'> = {
	responseMode: MODE,
	...(WEBHOOK_RESOLVERS && {
		[WEBHOOK_RESOLVERS]: { responseMode: { template: MODE, resolve: modeOf } },
	}),
};
