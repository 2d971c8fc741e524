import type { IDataObject, IRun, ITriggerFunctions } from 'n8n-workflow';

import { TriggerMemory } from '../../../../nodes/BotMessaging/triggers/polling/triggerMemory';

const own = { id: 'own', name: 'Polling', type: 'botMessagingPollingTrigger', parameters: {} };
const set = { id: 'set', name: 'Set', type: 'n8n-nodes-base.set', parameters: { value: 1 } };

/** What n8n gives to a trigger of a workflow with these nodes, or without saying which it has. */
const contextOf = (data: IDataObject, nodes: object[] | undefined = [own, set]) =>
	({
		workflow: nodes && { nodes },
		getNode: () => own,
		getWorkflowStaticData: (kind: string) => (kind === 'node' ? data : {}),
	}) as unknown as ITriggerFunctions;

const memoryOf = (data: IDataObject, nodes?: object[]) =>
	new TriggerMemory(contextOf(data, nodes), 'bot');

const runOf = (...names: string[]) =>
	({
		data: { resultData: { runData: Object.fromEntries(names.map((name) => [name, []])) } },
	}) as unknown as IRun;

describe('a trigger’s memory', () => {
	test('returns a copy of what was stored', () => {
		const data: IDataObject = {};
		memoryOf(data).write('list', [{ a: 1 }]);
		expect(data).toEqual({ bot: 'bot', list: [{ a: 1 }] });
		const read = memoryOf(data).read<IDataObject>('list');
		expect(read).toEqual([{ a: 1 }]);
		read[0].a = 2;
		expect(data.list).toEqual([{ a: 1 }]);
	});

	test.each<[what: string, data: IDataObject]>([
		['nothing', {}],
		['another list', { bot: 'bot', other: [1] }],
		['what is no list', { bot: 'bot', list: 'x' }],
		['the list of another bot', { bot: 'else', list: [1] }],
	])('finds nothing in %s', (_what, data) => {
		expect(memoryOf(data).read('list')).toEqual([]);
	});

	test('is cleared before it stores something for another bot', () => {
		const data = { bot: 'else', list: [1], menu: [2] };
		memoryOf(data).write('list', [3]);
		expect(data).toEqual({ bot: 'bot', list: [3] });
	});

	test('is not written if it stores nothing and had nothing', () => {
		const data = { bot: 'else', list: [1] };
		memoryOf(data).write('list', []);
		expect(data).toEqual({ bot: 'else', list: [1] });
		const mine = { bot: 'bot', list: [1] };
		memoryOf(mine).write('list', []);
		expect(mine).toEqual({ bot: 'bot', list: [] });
	});

	test.each<[what: string, nodes: object[] | undefined]>([
		['another trigger', [own, { ...set, type: 'n8n-nodes-base.scheduleTrigger' }]],
		['the old Cron node', [own, { ...set, type: 'n8n-nodes-base.cron' }]],
		['the old Interval node', [own, { ...set, type: 'n8n-nodes-base.interval' }]],
		['code that uses it', [own, { ...set, parameters: { a: ['$getWorkflowStaticData()'] } }]],
	])('is not used with %s', (_what, nodes) => {
		const data = { bot: 'bot', list: [1] };
		const memory = memoryOf(data, nodes);
		memory.write('list', [2]);
		expect(data).toEqual({ bot: 'bot', list: [1] });
		expect(memory.read('list')).toEqual([]);
	});

	test('is not used if n8n does not say which nodes the workflow has', () => {
		const data: IDataObject = {};
		const context = { ...contextOf(data), workflow: undefined } as unknown as ITriggerFunctions;
		new TriggerMemory(context, 'bot').write('list', [1]);
		expect(data).toEqual({});
	});

	test('is no longer used after an execution with a node that was added later', () => {
		const data: IDataObject = {};
		const memory = memoryOf(data);
		memory.learnNodes(runOf('Polling', 'Set'));
		memory.learnNodes({} as IRun);
		memory.write('list', [1]);
		expect(data.list).toEqual([1]);
		memory.learnNodes(runOf('Polling', 'Code'));
		memory.write('list', [2]);
		expect(data.list).toEqual([1]);
	});
});
