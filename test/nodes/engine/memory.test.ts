import type { IExecuteFunctions } from 'n8n-workflow';

import { Memory, type ItemState } from '../../../nodes/BotMessaging/engine/memory';

/** n8n's context for each try, which is stored with the execution. */
function n8n(context: object, executionId = '1', $runIndex = 0, parameters: object = {}) {
	return {
		getContext: () => context,
		getExecutionId: () => executionId,
		getWorkflowDataProxy: () => ({ $runIndex, $vars: {} }),
		getNode: () => ({ parameters }),
		getInputData: () => [{ json: {} }],
	} as unknown as IExecuteFunctions;
}

const BOT = 'bot';
const sent = { jsons: [{ text: 'one' }] };
const doubt = { doubt: new Error('no answer') };

const outcomes = (...all: ItemState[]) => new Map(all.entries());

function remembering(): object {
	const context = {};
	const memory = new Memory(n8n(context), BOT);
	memory.of(0, 'first');
	memory.of(1, 'second');
	memory.keep(outcomes(sent, doubt));
	return context;
}

test('a try that ends early forgets nothing of what earlier ones have done', () => {
	const context = remembering();
	const three = { jsons: [{ text: 'three' }] };
	new Memory(n8n(context), BOT).keep(new Map([[2, three]]));
	const memory = new Memory(n8n(context), BOT);
	expect([0, 1, 2].map((item) => memory.at(item))).toMatchObject([sent, doubt, three]);
	expect(memory.at(3)).toBeUndefined();
});

test('nor does one after a change', () => {
	const context = remembering();
	const changed = n8n(context, '2', 0, { text: 'changed' });
	const second = new Memory(changed, BOT);
	second.of(0, 'third');
	second.keep(outcomes({ jsons: [{ text: 'three' }] }));
	expect(new Memory(n8n(context, '3', 0, { text: 'again' }), BOT).of(0, 'first')).toMatchObject(
		sent,
	);
});

test('a try that goes well leaves nothing behind', () => {
	const context = remembering();
	expect(new Memory(n8n(context), BOT).at(0)).toMatchObject(sent);
	expect(JSON.stringify(context)).not.toContain('one');
});

test('a person who retries the execution has decided about what is in doubt', () => {
	const memory = new Memory(n8n(remembering(), '2'), BOT);
	expect(memory.at(0)).toMatchObject(sent);
	expect(memory.at(1)).not.toHaveProperty('doubt');
});

describe('after a change', () => {
	const changed = (bot = BOT) => new Memory(n8n(remembering(), '2', 0, { text: 'changed' }), bot);

	test('what was done is known by what it was, and not by its place', () => {
		const memory = changed();
		expect(memory.at(0)).toBeUndefined();
		expect(memory.of(0, 'changed')).toBeUndefined();
		expect(memory.of(7, 'first')).toMatchObject(sent);
	});

	test('it counts once: the second item that asks for the same is still to be done', () => {
		const memory = changed();
		expect(memory.of(0, 'first')).toMatchObject(sent);
		expect(memory.of(1, 'first')).toBeUndefined();
	});

	test('of the bot as well', () => {
		expect(new Memory(n8n(remembering(), '2'), 'another').at(0)).toBeUndefined();
	});
});

test('what was done is not what another round of a loop has to do', () => {
	const memory = new Memory(n8n(remembering(), '1', 1), BOT);
	expect(memory.at(0)).toBeUndefined();
	expect(memory.of(0, 'first')).toBeUndefined();
});
