import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';

import { DEFAULT_TRAFFIC, type TrafficOptions } from '../api/traffic';
import { toNodeError } from '../engine/nodeErrors';
import { numberWithin, single } from '../engine/reading';

const { parallel, ratePerBot, ratePerChat, retries, longestWaitMs, timeoutMs } = DEFAULT_TRAFFIC;

const inSeconds = (ms: number) => ms / 1000;

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
			typeOptions: { minValue: 0, maxValue: 86_400 },
			default: inSeconds(longestWaitMs),
			description:
				'How long to wait at most before a request is sent again. If the server asks for more, the item fails.',
		},
		{
			displayName: 'Parallel Requests',
			name: 'parallelRequests',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
			default: parallel,
			description:
				'How many requests run at the same time at most. Messages to one chat always go one after the other.',
		},
		{
			displayName: 'Requests per Second',
			name: 'requestsPerSecond',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0 },
			default: ratePerBot,
			description: 'How fast requests may follow each other. With 0, as fast as the server allows.',
		},
		{
			displayName: 'Requests per Second per Chat',
			name: 'requestsPerSecondPerChat',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0 },
			default: ratePerChat,
			displayOptions: { hide: { '/resource': ['bot', 'callback'] } },
			description:
				'How fast requests about one chat may follow each other. With 0, as fast as the server allows.',
		},
		{
			displayName: 'Retries',
			name: 'retries',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: retries,
			description:
				'How often a request is sent again at most. A message that may have arrived is never sent twice.',
		},
		{
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 1, maxValue: 86_400 },
			default: inSeconds(timeoutMs),
			description:
				'How long to wait for an answer of the server. An upload gets more time, the larger the file.',
		},
	],
};

const FIELDS = trafficOptions.options as INodeProperties[];

/** An option as the user chose it, or its default. Throws UserError. */
function optionOf(chosen: IDataObject, name: string): number {
	const field = FIELDS.find((candidate) => candidate.name === name)!;
	return numberWithin(field, single(chosen[name]) ?? field.default, trafficOptions.displayName);
}

function optionsOf(chosen: IDataObject): TrafficOptions {
	return {
		parallel: optionOf(chosen, 'parallelRequests'),
		ratePerBot: optionOf(chosen, 'requestsPerSecond'),
		ratePerChat: optionOf(chosen, 'requestsPerSecondPerChat'),
		retries: optionOf(chosen, 'retries'),
		longestWaitMs: optionOf(chosen, 'longestWait') * 1000,
		timeoutMs: optionOf(chosen, 'timeout') * 1000,
	};
}

/** The user's choices over the defaults. Throws NodeOperationError for one that is not possible. */
export function trafficOf(node: INode): TrafficOptions {
	try {
		return optionsOf((node.parameters.traffic ?? {}) as IDataObject);
	} catch (error) {
		throw toNodeError(node, error);
	}
}
