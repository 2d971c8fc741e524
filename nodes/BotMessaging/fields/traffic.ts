import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';

import { DEFAULT_TRAFFIC, type TrafficOptions } from '../api/traffic';
import { numberWithin, readField, single } from '../engine/reading';

const { parallel, ratePerBot, ratePerChat, retries, longestWaitMs, timeoutMs, priority } =
	DEFAULT_TRAFFIC;

const inSeconds = (ms: number) => ms / 1000;

/** How the node sends requests, for all items. */
export const trafficOptions: INodeProperties = {
	displayName: 'Speed and Retries',
	name: 'traffic',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Max Wait (Seconds)',
			name: 'longestWait',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0, maxValue: 86_400 },
			default: inSeconds(longestWaitMs),
			description:
				'The maximum time to wait before a retry. If the server asks for a longer wait, the item fails.',
		},
		{
			displayName: 'Parallel Requests',
			name: 'parallelRequests',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
			default: parallel,
			description:
				'The maximum number of requests at the same time. Messages to the same chat are always sent one after the other.',
		},
		{
			displayName: 'Priority',
			name: 'priority',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'Low',
					value: 'low',
					description:
						'Wait while another execution sends for this bot. For messages to many people.',
				},
				{ name: 'Normal', value: 'normal' },
			],
			default: priority,
			description:
				'Who sends first if several executions use the same bot. In queue mode, this holds for the executions of one worker.',
		},
		{
			displayName: 'Requests per Second',
			name: 'requestsPerSecond',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0 },
			default: ratePerBot,
			description:
				'The maximum number of requests per second. Set it to 0 to send as fast as the server allows.',
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
				'The maximum number of requests per second for each chat. Set it to 0 to send as fast as the server allows.',
		},
		{
			displayName: 'Retries',
			name: 'retries',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: retries,
			description:
				'The maximum number of retries of a request. A message that may have arrived is never sent twice.',
		},
		{
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 1, maxValue: 86_400 },
			default: inSeconds(timeoutMs),
			description: 'How long to wait for an answer from the server. Large uploads get more time.',
		},
	],
};

const FIELDS = trafficOptions.options as INodeProperties[];

const fieldOf = (name: string) => FIELDS.find((candidate) => candidate.name === name)!;

/** An option chosen by the user, or its default. Throws UserError. */
function optionOf(chosen: IDataObject, name: string): number {
	const field = fieldOf(name);
	return numberWithin(field, single(chosen[name]) ?? field.default, trafficOptions.displayName);
}

function priorityOf(chosen: IDataObject): TrafficOptions['priority'] {
	const field = fieldOf('priority');
	const given = single(chosen.priority) ?? field.default;
	return readField(field, given, field.displayName) as TrafficOptions['priority'];
}

/** The defaults with the user's choices. Throws UserError for an invalid one. */
export function trafficOf({ parameters }: INode): TrafficOptions {
	const chosen = (parameters.traffic ?? {}) as IDataObject;
	return {
		parallel: optionOf(chosen, 'parallelRequests'),
		ratePerBot: optionOf(chosen, 'requestsPerSecond'),
		ratePerChat: optionOf(chosen, 'requestsPerSecondPerChat'),
		retries: optionOf(chosen, 'retries'),
		longestWaitMs: optionOf(chosen, 'longestWait') * 1000,
		timeoutMs: optionOf(chosen, 'timeout') * 1000,
		priority: priorityOf(chosen),
	};
}
