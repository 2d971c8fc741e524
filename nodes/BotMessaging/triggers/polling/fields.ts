import type { INodeProperties } from 'n8n-workflow';

import {
	questionOptions,
	type QuestionOptions,
} from '../../operations/message/sendAndWait/delivering';
import { gatherAlbums } from '../form/fields';

/** The options of the polling trigger, as `readOptions` reads them. */
export interface PollingOptions extends QuestionOptions {
	afterInterruption: 'again' | 'leave';
	confirm: 'ended' | 'started';
	gatherAlbums: boolean;
	chatOrder: boolean;
	/** Minutes. */
	longestExecution: number;
	parallel: number;
	removeWebhook: boolean;
}

export const pollingOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Confirm Updates',
			name: 'confirm',
			type: 'options',
			options: [
				{
					name: 'When the Execution Ends',
					value: 'ended',
					description:
						'The server keeps the update until then. With Do Not Retry, it keeps the update until n8n has stored the execution.',
				},
				{
					name: 'When the Execution Starts',
					value: 'started',
					description: 'Earlier, but an update can be lost if n8n stops',
				},
			],
			default: 'ended',
			description: 'When to tell the server that an update has been handled',
		},
		{ ...gatherAlbums, default: true },
		{
			displayName: 'Interrupted Executions',
			name: 'afterInterruption',
			type: 'options',
			options: [
				{
					name: 'Do Not Retry',
					value: 'leave',
					description:
						'No update runs twice. The list of executions shows or names each interrupted execution, including those that n8n may never have started.',
				},
				{
					name: 'Run Again',
					value: 'again',
					description:
						'Every update gets an execution that finishes. After a restart of n8n, an update can run twice if its execution was still running or had just ended. It can also run twice if n8n kept its execution in the queue for longer than Longest Execution.',
				},
			],
			default: 'leave',
			description:
				'What to do with updates whose execution was interrupted because n8n or a worker stopped suddenly',
		},
		{
			displayName: 'Keep Order in a Chat',
			name: 'chatOrder',
			type: 'boolean',
			default: true,
			description: 'Whether an update of a chat waits until the previous update has been handled',
		},
		{
			displayName: 'Longest Execution (Minutes)',
			name: 'longestExecution',
			type: 'number',
			typeOptions: { minValue: 0.001 },
			default: 5,
			description:
				'How long an execution can block its chat. n8n does not always report the end of an execution. After this time, the next update is handled, and the list of executions names the one that has not ended. Set this higher than the duration of your longest execution.',
		},
		{
			displayName: 'Parallel Executions',
			name: 'parallel',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
			default: 5,
			description: 'The maximum number of executions at the same time',
		},
		{
			displayName: 'Remove Webhook',
			name: 'removeWebhook',
			type: 'boolean',
			default: false,
			description:
				'Whether to remove the webhook of the bot, if it has one. A bot with a webhook cannot poll for updates.',
		},
		...questionOptions,
	],
};
