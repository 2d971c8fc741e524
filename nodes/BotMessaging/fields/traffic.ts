import type { INode, INodeProperties } from 'n8n-workflow';

import { DEFAULT_TRAFFIC, type TrafficOptions } from '../api/traffic';
import { readCollection } from './collection';
import { choices, collection, number, property } from './formField';

const { parallel, ratePerBot, ratePerChat, retries, longestWaitMs, timeoutMs, priority } =
	DEFAULT_TRAFFIC;

/** A number, the same for all items. */
const option = (
	name: string,
	displayName: string,
	first: number,
	limits: INodeProperties['typeOptions'],
	description: string,
) => property(name, description, { displayName, noDataExpression: true, ...number(first, limits) });

const OPTIONS: INodeProperties[] = [
	option(
		'longestWait',
		'Max Wait (Seconds)',
		longestWaitMs / 1000,
		{ minValue: 0, maxValue: 86_400 },
		'The maximum time to wait before a retry. If the server asks for a longer wait, the item fails.',
	),
	option(
		'parallelRequests',
		'Parallel Requests',
		parallel,
		{ minValue: 1, maxValue: 100, numberPrecision: 0 },
		'The maximum number of requests at the same time. Messages to the same chat are always sent one after the other.',
	),
	property(
		'priority',
		'Who sends first if several executions use the same bot. In queue mode, this holds for the executions of one worker.',
		{
			noDataExpression: true,
			...choices(priority, {
				low: [
					'Low',
					'Wait while another execution sends for this bot. For messages to many people.',
				],
				normal: ['Normal'],
			}),
		},
	),
	option(
		'requestsPerSecond',
		'Requests per Second',
		ratePerBot,
		{ minValue: 0 },
		'The maximum number of requests per second of this bot, in all workflows together, or in queue mode on one worker. Of several numbers, the lowest counts. 0 sends as fast as the server allows.',
	),
	{
		...option(
			'requestsPerSecondPerChat',
			'Requests per Second per Chat',
			ratePerChat,
			{ minValue: 0 },
			'The maximum number of requests per second for each chat, in all workflows together. Set it to 0 to send as fast as the server allows.',
		),
		displayOptions: { hide: { '/resource': ['bot', 'callback'] } },
	},
	option(
		'retries',
		'Retries',
		retries,
		{ minValue: 0, numberPrecision: 0 },
		'The maximum number of retries of a request. A message that may have arrived is never sent twice.',
	),
	option(
		'timeout',
		'Timeout (Seconds)',
		timeoutMs / 1000,
		{ minValue: 1, maxValue: 86_400 },
		'How long to wait for an answer from the server. Large uploads get more time.',
	),
];

/** How the node sends requests, for all items. */
export const trafficOptions: INodeProperties = {
	displayName: 'Speed and Retries',
	name: 'traffic',
	...collection('Add Option', OPTIONS),
};

/** The defaults with the user's choices. Throws UserError for an invalid one. */
export function trafficOf({ parameters }: INode): TrafficOptions {
	const defaults = Object.fromEntries(OPTIONS.map((field) => [field.name, field.default]));
	const chosen = { ...defaults, ...readCollection(trafficOptions, parameters.traffic ?? {}) };
	const numberOf = (name: string) => chosen[name] as number;
	return {
		parallel: numberOf('parallelRequests'),
		ratePerBot: numberOf('requestsPerSecond'),
		ratePerChat: numberOf('requestsPerSecondPerChat'),
		retries: numberOf('retries'),
		longestWaitMs: numberOf('longestWait') * 1000,
		timeoutMs: numberOf('timeout') * 1000,
		priority: chosen.priority as TrafficOptions['priority'],
	};
}
