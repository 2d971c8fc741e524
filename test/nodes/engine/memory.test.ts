import type { IExecuteFunctions } from 'n8n-workflow';

import { Memory } from '../../../nodes/BotMessaging/engine/memory';

/** What n8n hands to each try; its context is stored with the execution. */
function n8n(context: object, executionId = '1', $runIndex = 0) {
	return {
		getContext: () => context,
		getExecutionId: () => executionId,
		getWorkflowDataProxy: () => ({ $runIndex }),
	} as unknown as IExecuteFunctions;
}

const SEND = 'message sendMessage';
const sent = { jsons: [{ text: 'one' }] };
const doubt = { doubt: new Error('no answer') };

function remembering(outcomes = { 0: sent, 1: doubt }): object {
	const context = {};
	new Memory(n8n(context), SEND).keep(outcomes);
	return context;
}

test('a try that ends early forgets nothing of what earlier ones have done', () => {
	const context = remembering();
	new Memory(n8n(context), SEND).keep({ 2: { jsons: [{ text: 'three' }] } });
	const memory = new Memory(n8n(context), SEND);
	expect([0, 1, 2, 3].map((item) => memory.of(item))).toEqual([
		sent,
		doubt,
		{ jsons: [{ text: 'three' }] },
		undefined,
	]);
});

test('a try that goes well leaves nothing behind', () => {
	const context = remembering();
	expect(new Memory(n8n(context), SEND).of(0)).toBe(sent);
	expect(JSON.stringify(context)).not.toContain('one');
});

test('a person who retries the execution has decided about what is in doubt', () => {
	const memory = new Memory(n8n(remembering(), '2'), SEND);
	expect([memory.of(0), memory.of(1)]).toEqual([sent, undefined]);
});

test.each([
	['another operation', n8n, 'message sendDice'],
	['another round of a loop', (context: object) => n8n(context, '1', 1), SEND],
])('what was done is not what %s has to do', (_what, functions, operation) => {
	expect(new Memory(functions(remembering()), operation).of(0)).toBeUndefined();
});
