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

test('a try that ends early forgets nothing that earlier ones have done', () => {
	const context = remembering();
	const three = { jsons: [{ text: 'three' }] };
	new Memory(n8n(context), BOT).keep(new Map([[2, three]]));
	const memory = new Memory(n8n(context), BOT);
	expect([0, 1, 2].map((item) => memory.at(item))).toMatchObject([sent, doubt, three]);
	expect(memory.at(3)).toBeUndefined();
});

test('a try that ends early after a change forgets nothing either', () => {
	const context = remembering();
	const changed = n8n(context, '2', 0, { text: 'changed' });
	const second = new Memory(changed, BOT);
	second.of(0, 'third');
	second.keep(outcomes({ jsons: [{ text: 'three' }] }));
	expect(new Memory(n8n(context, '3', 0, { text: 'again' }), BOT).of(0, 'first')).toMatchObject(
		sent,
	);
});

test('a successful try leaves nothing behind', () => {
	const context = remembering();
	expect(new Memory(n8n(context), BOT).at(0)).toMatchObject(sent);
	expect(JSON.stringify(context)).not.toContain('one');
});

test('a send that is in doubt is sent again if a person retries the execution', () => {
	const memory = new Memory(n8n(remembering(), '2'), BOT);
	expect(memory.at(0)).toMatchObject(sent);
	expect(memory.at(1)).not.toHaveProperty('doubt');
});

describe('after a change', () => {
	const changed = (bot = BOT) => new Memory(n8n(remembering(), '2', 0, { text: 'changed' }), bot);

	test('an item is recognized by its content, and not by its place', () => {
		const memory = changed();
		expect(memory.at(0)).toBeUndefined();
		expect(memory.of(0, 'changed')).toBeUndefined();
		expect(memory.of(7, 'first')).toMatchObject(sent);
	});

	test('an item counts once: the second one with the same content is still sent', () => {
		const memory = changed();
		expect(memory.of(0, 'first')).toMatchObject(sent);
		expect(memory.of(1, 'first')).toBeUndefined();
	});

	test('an item counts only for the same bot', () => {
		expect(new Memory(n8n(remembering(), '2'), 'another').at(0)).toBeUndefined();
	});
});

test('an item of one round of a loop does not count for another round', () => {
	const memory = new Memory(n8n(remembering(), '1', 1), BOT);
	expect(memory.at(0)).toBeUndefined();
	expect(memory.of(0, 'first')).toBeUndefined();
});
