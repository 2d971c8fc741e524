import type { INodeProperties } from 'n8n-workflow';

import { questionOptions, type QuestionOptions } from '../../waiting/options';
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
			displayName: 'After an Interrupted Run',
			name: 'afterInterruption',
			type: 'options',
			options: [
				{
					name: 'Leave It',
					value: 'leave',
					description:
						'No update runs twice. An execution that was cut off stays in the list of executions, or is named there. So is one that n8n may never have begun.',
				},
				{
					name: 'Run Again',
					value: 'again',
					description:
						'Every update gets an execution that finishes. After a restart of n8n, an update whose execution was still running or had just ended can run twice. So can one whose execution n8n kept in its queue for longer than Longest Execution.',
				},
			],
			default: 'leave',
			description:
				'What to do with updates whose execution was cut off when n8n or one of its workers stopped suddenly',
		},
		{
			displayName: 'Confirm Updates',
			name: 'confirm',
			type: 'options',
			options: [
				{
					name: 'When the Execution Has Ended',
					value: 'ended',
					description:
						'The server keeps the update until then. With Leave It, until n8n has surely stored the execution.',
				},
				{
					name: 'When the Execution Has Started',
					value: 'started',
					description: 'Sooner, but an update can be lost if n8n stops',
				},
			],
			default: 'ended',
			description: 'When to tell the server that an update has been dealt with',
		},
		{ ...gatherAlbums, default: true },
		{
			displayName: 'Keep Order in a Chat',
			name: 'chatOrder',
			type: 'boolean',
			default: true,
			description: 'Whether an update of a chat waits until the one before it has been dealt with',
		},
		{
			displayName: 'Longest Execution (Minutes)',
			name: 'longestExecution',
			type: 'number',
			typeOptions: { minValue: 0.001 },
			default: 5,
			description:
				'How long an execution can keep its place and its chat busy. n8n does not always say that an execution has ended. After this time the next update has its turn, and the list of executions names the one that has not ended. Set it higher than your longest execution takes.',
		},
		{
			displayName: 'Parallel Executions',
			name: 'parallel',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
			default: 5,
			description: 'How many executions run at the same time at most',
		},
		{
			displayName: 'Remove Webhook',
			name: 'removeWebhook',
			type: 'boolean',
			default: false,
			description:
				'Whether to take away a webhook that is set on the bot. Updates cannot be fetched while there is one.',
		},
		...questionOptions,
	],
};
