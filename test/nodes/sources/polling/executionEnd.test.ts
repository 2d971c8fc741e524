import type { IRun } from 'n8n-workflow';

import { executionEndOf } from '../../../../nodes/BotMessaging/sources/polling/executor';
import { CUT_OFF } from '../../../support/ends';

const error = new Error('failed');
const runWith = (resultData: object) => ({ data: { resultData } }) as unknown as IRun;

test.each<[what: string, run: IRun | undefined, end: string]>([
	['nothing', undefined, 'ended'],
	['a run without data', {} as IRun, 'ended'],
	['a run without an error', runWith({ runData: {} }), 'ended'],
	['an error of a node', runWith({ error, lastNodeExecuted: 'HTTP', runData: {} }), 'ended'],
	['an error after a node has run', runWith({ error, runData: { HTTP: [] } }), 'ended'],
	['an error, and no node that has run', CUT_OFF, 'cutOff'],
	['an error and nothing else', runWith({ error }), 'cutOff'],
])('n8n reports %s', (_what, value, end) => {
	expect(executionEndOf({ value: value as IRun })).toBe(end);
});

class ExecutionCanceledError extends Error {}
class ExecutionNotFoundError extends Error {}

test.each<[what: string, error: object, end: string]>([
	['that it stops', { reason: 'shutdown', message: 'cancelled' }, 'shutdown'],
	['that a person stopped it', { reason: 'manual' }, 'ended'],
	['a time limit', { reason: 'timeout', message: '' }, 'ended'],
	['an older word for a stop', new Error('The execution was cancelled'), 'ended'],
	['the same in other letters', new Error('Execution CANCELED'), 'ended'],
	['a stop by its class alone', new ExecutionCanceledError('x'), 'ended'],
	['that it is gone, by its class alone', new ExecutionNotFoundError('x'), 'ended'],
	['that it is gone, by its name', { name: 'ExecutionNotFound' }, 'ended'],
	['that it is gone', new Error('No active execution found'), 'ended'],
	[
		'that nobody may wait',
		new Error('Engine 2.0 cannot run a trigger that waits for its execution to finish yet.'),
		'mustNotWait',
	],
	[
		'that nobody may wait, in other words',
		new Error('must Hand Off Without Waiting'),
		'mustNotWait',
	],
	[
		'that nobody may wait, under the newer name of its engine',
		new Error('Engine v2 cannot run a trigger that waits for its execution to finish yet.'),
		'mustNotWait',
	],
	[
		'what its engine cannot do',
		new Error('Engine 2.0 cannot receive files from a trigger yet.'),
		'refused',
	],
	[
		'the same under its newer name',
		new Error('Engine v2 cannot run a workflow as an AI tool yet.'),
		'refused',
	],
	['that it has no database', new Error('database is locked'), 'notStarted'],
	['an error without words', {}, 'notStarted'],
])('n8n refuses with %s', (_what, refusal, end) => {
	expect(executionEndOf({ error: refusal })).toBe(end);
});
