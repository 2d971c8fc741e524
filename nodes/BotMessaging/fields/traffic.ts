import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { DEFAULT_TRAFFIC, type TrafficOptions } from '../api/traffic';

/** How the node sends its requests; the same for all items. */
export const trafficOptions: INodeProperties = {
	displayName: 'Traffic',
	name: 'traffic',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Longest Wait (Seconds)',
			name: 'longestWait',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0 },
			default: 60,
			description:
				'How long to wait at most before a request is sent again. If the server asks for more, the item fails.',
		},
		{
			displayName: 'Parallel Requests',
			name: 'parallelRequests',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 1, maxValue: 100 },
			default: 10,
			description:
				'How many requests run at the same time at most. Messages to one chat always go one after the other.',
		},
		{
			displayName: 'Requests per Second',
			name: 'requestsPerSecond',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'How fast requests may follow each other. With 0, as fast as the server allows.',
		},
		{
			displayName: 'Requests per Second per Chat',
			name: 'requestsPerSecondPerChat',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0 },
			default: 0,
			displayOptions: { hide: { '/resource': ['bot', 'callback'] } },
			description:
				'How fast requests about one chat may follow each other. With 0, as fast as the server allows.',
		},
		{
			displayName: 'Retries',
			name: 'retries',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0 },
			default: 5,
			description:
				'How often a request is sent again at most. A message that may have arrived is never sent twice.',
		},
		{
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 1 },
			default: 60,
			description:
				'How long to wait for an answer of the server. An upload gets more time, the larger the file.',
		},
	],
};

const atLeast = (least: number, value: unknown, otherwise: number) =>
	Math.max(least, Number(value ?? otherwise) || 0);

/** The user's choices over the defaults. */
export function trafficOf(chosen: IDataObject = {}): TrafficOptions {
	const { parallel, ratePerBot, ratePerChat, retries, longestWaitMs, timeoutMs } = DEFAULT_TRAFFIC;
	return {
		parallel: atLeast(1, chosen.parallelRequests, parallel),
		ratePerBot: atLeast(0, chosen.requestsPerSecond, ratePerBot),
		ratePerChat: atLeast(0, chosen.requestsPerSecondPerChat, ratePerChat),
		retries: atLeast(0, chosen.retries, retries),
		longestWaitMs: atLeast(0, chosen.longestWait, longestWaitMs / 1000) * 1000,
		timeoutMs: atLeast(1, chosen.timeout, timeoutMs / 1000) * 1000,
	};
}
