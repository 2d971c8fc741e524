import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { useBot } from '../support/bot';
import { evaluationsDuring } from '../support/evaluations';
import { byId, byUsername } from '../support/locators';

const { emulator, run } = useBot();

const CHAT = '-1001';

/** The result for one item: the server's latest input, or the error message. */
async function outcome(text: string, json: INodeExecutionData['json']) {
	return await outcomeOf({ chatId: byId(CHAT), text }, json);
}

async function outcomeOf(parameters: IDataObject, json: INodeExecutionData['json']) {
	const { error } = await run('sendMessage', parameters, { items: [{ json }] });
	const [call] = (await emulator.calls()).slice(-1);
	return error ? error.message : call.params;
}

describe('a value of the item’s own data', () => {
	test.each<[name: string, expression: string, json: INodeExecutionData['json']]>([
		['a text', '$json.a', { a: 'Hello' }],
		['a text that looks like an expression', '$json.a', { a: '={{ 1 + 1 }}' }],
		['a text with spaces around', '$json.a', { a: ' Hello ' }],
		['a number', '$json.a', { a: 42 }],
		['a nought', '$json.a', { a: 0 }],
		['yes or no', '$json.a', { a: false }],
		['an empty text', '$json.a', { a: '' }],
		['one inside another', '$json.a.b_1.c', { a: { b_1: { c: 'Deep' } } }],
		['one inside a list', '$json.a.length', { a: [1, 2] }],
		['a length', '$json.a.length', { a: 'Hello' }],
		['none', '$json.a', {}],
		['none inside none', '$json.a.b', {}],
		['null', '$json.a', { a: null }],
		['an object', '$json.a', { a: { b: 1 } }],
		['a list', '$json.a', { a: ['Hello'] }],
		['what every object has', '$json.toString', { a: 1 }],
		['what n8n does not allow', '$json.a.constructor', { a: 'Hello' }],
	])('%s is what n8n makes of it', async (_name, expression, json) => {
		const ours = await outcome(`={{ ${expression} }}`, json);
		expect(ours).toEqual(await outcome(`={{ (${expression}) }}`, json));
	});

	test.each<[name: string, value: INodeExecutionData['json']]>([
		['a number', { a: -1001 }],
		['a text', { a: '-1001' }],
		['a name', { a: 'demo_group' }],
		['none', {}],
		['a list of one', { a: [-1001] }],
		['a locator', { a: byId(-1001) }],
	])('%s gives the same in a locator', async (_name, json) => {
		for (const located of [byId, byUsername]) {
			const ours = await outcomeOf({ chatId: located('={{ $json.a }}'), text: 'Hello' }, json);
			expect(ours).toEqual(
				await outcomeOf({ chatId: located('={{ ($json.a) }}'), text: 'Hello' }, json),
			);
		}
	});

	test('is that of its item, and n8n is not asked for each', async () => {
		const evaluations = await evaluationsDuring(async () => {
			const items = ['One', 'Two', 'Three'].map((text) => ({ json: { text, chat: CHAT } }));
			const parameters = { chatId: byId('={{ $json.chat }}'), text: '={{ $json.text }}' };
			const { error } = await run('sendMessage', parameters, { items });
			expect(error).toBeUndefined();
		});
		const texts = (await emulator.calls()).map(({ params }) => params.text);
		expect(texts).toEqual(['One', 'Two', 'Three']);
		expect(evaluations).toBe(0);
	});
});
