import type { IDataObject, IRun, ITriggerFunctions } from 'n8n-workflow';

import { EndedUpdates } from '../../../../nodes/BotMessaging/triggers/polling/endedUpdates';
import { TriggerMemory } from '../../../../nodes/BotMessaging/triggers/polling/triggerMemory';
import { WaitingUpdates } from '../../../../nodes/BotMessaging/triggers/polling/waitingUpdates';
import { identityOf, type Update } from '../../../../nodes/BotMessaging/update/update';

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

const update = (id: number): Update => ({ update_id: id, message: { text: `${id}` } });

describe('a trigger’s memory', () => {
	test('gives back what was kept, as a copy', () => {
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

	test('of another bot is cleared before something is kept', () => {
		const data = { bot: 'else', list: [1], menu: [2] };
		memoryOf(data).write('list', [3]);
		expect(data).toEqual({ bot: 'bot', list: [3] });
	});

	test('is not touched to keep nothing, unless there was something', () => {
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
	])('is not used beside %s', (_what, nodes) => {
		const data = { bot: 'bot', list: [1] };
		const memory = memoryOf(data, nodes);
		memory.write('list', [2]);
		expect(data).toEqual({ bot: 'bot', list: [1] });
		expect(memory.read('list')).toEqual([]);
	});

	test('is not used if n8n does not say which nodes there are', () => {
		const data: IDataObject = {};
		const context = { ...contextOf(data), workflow: undefined } as unknown as ITriggerFunctions;
		new TriggerMemory(context, 'bot').write('list', [1]);
		expect(data).toEqual({});
	});

	test('is not used any more when an execution shows a node that came later', () => {
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

test('of the updates that have ended, the last 200 are remembered for the next start', () => {
	const data: IDataObject = {};
	const before = new EndedUpdates(memoryOf(data));
	for (let id = 1; id <= 201; id++) before.add([update(id)]);
	expect(before.has(update(201))).toBe(false);
	const after = new EndedUpdates(memoryOf(data));
	expect([1, 2, 201].map((id) => after.has(update(id)))).toEqual([false, true, true]);
	expect(data.ended).toHaveLength(200);
});

test('the updates that wait are kept until they are done, and given to the next start', () => {
	const data: IDataObject = {};
	const waiting = new WaitingUpdates(memoryOf(data));
	waiting.add([update(1), update(2)]);
	waiting.add([update(2), update(3)]);
	expect(data.waiting).toEqual([update(1), update(2), update(3)]);
	waiting.delete([update(1), update(9)]);
	expect(data.waiting).toEqual([update(2), update(3)]);
	const written = data.waiting;
	waiting.delete([update(9)]);
	expect(data.waiting).toBe(written);
	expect(waiting.before).toEqual([]);
	expect(new WaitingUpdates(memoryOf(data)).before.map(identityOf)).toEqual(
		[2, 3].map((id) => identityOf(update(id))),
	);
});
