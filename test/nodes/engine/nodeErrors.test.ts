import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import {
	AnswerError,
	statusOf,
	TransportError,
	UserError,
	type TransportFailure,
} from '../../../nodes/BotMessaging/api/errors';
import type { Asked } from '../../../nodes/BotMessaging/engine/hints';
import {
	failedItem,
	sayPartsSent,
	toNodeError,
} from '../../../nodes/BotMessaging/engine/nodeErrors';

const node = { name: 'Bot', type: 'botMessaging' } as INode;
const tool = { name: 'Bot', type: 'botMessagingTool' } as INode;

const once: Asked = { effect: 'once' };
const repeatable: Asked = { effect: 'repeatable' };

const transport = (failure: TransportFailure, status?: number, code?: string) =>
	new TransportError(failure, `It was ${failure}`, status, code);

const arrived = <T extends AnswerError | TransportError>(error: T) =>
	Object.assign(error, { mayHaveArrived: true });

const MAY = 'The message may have arrived';
const HARMLESS = 'The request may have been carried out. Running the node again does no harm.';

test.each<[error: TransportError, asked: Asked, description: RegExp]>([
	[transport('refused'), once, /^Check Base URL.* Nothing was sent\.$/],
	[transport('refused', undefined, 'ECONNREFUSED'), once, / Nothing was sent\. \(ECONNREFUSED\)$/],
	[arrived(transport('refused')), repeatable, new RegExp(`^Check Base URL.* ${HARMLESS}$`)],
	[transport('cancelled'), once, /^The execution was stopped.* Nothing was sent\.$/],
	[transport('blocked'), once, /^Ask the administrator of n8n.* Nothing was sent\.$/],
	[transport('insecure'), once, /^Start Base URL in the credential with https\.$/],
	[transport('unreadable', 404), once, /^The server does not know this operation/],
	[transport('unreadable', 200), once, new RegExp(`^This address does not lead.* ${MAY}`)],
	[transport('reset'), once, new RegExp(`^Check the network .* and the server\\. ${MAY}`)],
	[transport('timeout'), repeatable, /^Check the network .*: nothing is done twice\.$/],
])('%j (%#) is explained', (error, asked, description) => {
	const shown = toNodeError(node, error, asked, 3);
	expect(shown).toBeInstanceOf(NodeApiError);
	expect(shown.message).toBe(error.message);
	expect(shown.description).toMatch(description);
	expect(shown.context.itemIndex).toBe(3);
});

test('the message of the API is shown with its code, and without the request', () => {
	const shown = toNodeError(node, new AnswerError(400, 'Bad Request: no'), once) as NodeApiError;
	expect([shown.message, shown.httpCode, shown.cause]).toEqual([
		'Bad Request: no',
		'400',
		undefined,
	]);
	expect(shown.description).toMatch(/^The code 400 means /);
});

test('the error of a group that has a new number names the number', () => {
	const moved = new AnswerError(400, 'upgraded', undefined, '-100');
	expect(toNodeError(node, moved, once).description).toBe(
		'The group has a new number. In Chat, choose By ID and enter -100.',
	);
});

test.each<[what: string, error: unknown, status: number | undefined]>([
	['an answer', new AnswerError(400, 'no'), 400],
	['a page', transport('unreadable', 502), 502],
	['a redirect', transport('unreadable', 300), 300],
	['a page that says nothing', transport('unreadable', 200), undefined],
	['no answer', transport('reset'), undefined],
	['anything else', new Error('no'), undefined],
])('the status of %s is %j', (_what, error, status) => {
	expect(statusOf(error)).toBe(status);
});

test('an invalid address is reported as a problem of the credential', () => {
	const shown = toNodeError(node, transport('noAddress'), once, 1);
	expect(shown).toBeInstanceOf(NodeOperationError);
	expect(shown.message).toBe('Base URL in the credential is not a valid URL');
	expect(shown.description).toContain('Open the credential');
	expect(shown.context.itemIndex).toBe(1);
});

test('an error that a user can fix comes with advice, and any other in its own words', () => {
	const shown = toNodeError(node, new UserError('Text is empty', 'Fill in Text.'), once, 2);
	expect(shown).toMatchObject({ message: 'Text is empty', description: 'Fill in Text.' });
	expect(toNodeError(node, new UserError('No'), once).description).toBeFalsy();
	expect(toNodeError(node, new TypeError('of n8n'), once, 2).message).toBe('of n8n');
	expect(toNodeError(node, shown, once)).toBe(shown);
});

describe('the error of an agent’s tool', () => {
	test('says what happened to the request', () => {
		const shown = toNodeError(tool, transport('reset'), once);
		expect(shown.message).toMatch(/^It was reset\. The message may have arrived/);
		expect(shown.description).not.toContain('may have arrived');
		expect(toNodeError(tool, new AnswerError(400, 'no'), once).message).toBe('no');
		const asks = new TransportError('reset', 'Why?');
		expect(toNodeError(tool, asks, once).message).toMatch(/^Why\? The message/);
	});

	test('says which parts were sent', () => {
		const shown = toNodeError(tool, new AnswerError(400, 'no'), once);
		sayPartsSent(shown, [7]);
		expect(shown.message).toBe(
			'no. The first part was sent (message ID 7), but not all of the rest.',
		);
	});
});

test.each<[ids: number[], said: string]>([
	[[], ''],
	[[7], 'The first part was sent (message ID 7), but not all of the rest. '],
	[[7, 8], 'The first 2 parts were sent (message IDs 7, 8), but not all of the rest. '],
])('with %j parts sent, the node says before its advice: %s', (ids, said) => {
	const shown = toNodeError(node, new UserError('No', 'Do this.'), once);
	sayPartsSent(shown, ids);
	expect(shown.description).toBe(`${said}Do this.`);
	expect(shown.message).toBe('No');
});

test.each<[what: string, error: unknown, errorCode: number | string]>([
	['an answer', new AnswerError(403, 'no'), 403],
	['a page', transport('unreadable', 502), 502],
	['a page that says nothing', transport('unreadable', 200), 'unreadable'],
	['no answer', transport('timeout'), 'timeout'],
	['a wrong field', new UserError('no'), 'invalidField'],
	['a wrong address', transport('noAddress'), 'invalidField'],
	['what n8n throws', new Error('no'), 'unexpected'],
])('a failed item names %s by %j', (_what, error, errorCode) => {
	const shown = toNodeError(node, error, repeatable);
	const { json, pairedItem } = failedItem(shown, error, repeatable, 4);
	expect([json.error, json.errorCode, pairedItem]).toEqual([shown.message, errorCode, { item: 4 }]);
	expect(json).not.toHaveProperty('mayHaveArrived');
});
