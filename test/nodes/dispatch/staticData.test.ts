import { Workflow, type IDataObject, type IRun, type ITriggerFunctions } from 'n8n-workflow';

import { TriggerMemory } from '../../../nodes/BotMessaging/dispatch/staticData';
import { until } from '../../../scripts/lib/until';
import { nodeTypesOf } from '../../support/engine';
import { PATIENCE_MS } from '../../support/patience';
import { useTicks } from '../../support/time';

const own = { id: 'own', name: 'Polling', type: 'botMessagingPollingTrigger', parameters: {} };
const set = { id: 'set', name: 'Set', type: 'n8n-nodes-base.set', parameters: { value: 1 } };

/** n8n's context for a trigger of a workflow with these nodes, or without a list of them. */
const contextOf = (data: IDataObject, nodes: object[] | undefined = [own, set]) =>
	({
		workflow: nodes && { nodes },
		getNode: () => own,
		logger: { warn: () => {} },
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

	test('is said to keep nothing once in each publication, with the reason', () => {
		const said = (nodes?: object[] | null, me: object = own) => {
			const warn = jest.fn();
			const tally = {};
			const workflow = nodes === null ? undefined : { nodes };
			const context = { ...contextOf({}), workflow, logger: { warn }, getNode: () => me };
			const memory = new TriggerMemory(context as unknown as ITriggerFunctions, 'bot', tally);
			memory.learnNodes(runOf('Polling', 'Late'));
			memory.learnNodes(runOf('Polling', 'Later'));
			expect(warn).toHaveBeenCalledTimes(1);
			const { words } = (tally as { unsaved: { words: string } }).unsaved;
			expect(warn).toHaveBeenCalledWith(expect.stringContaining(words));
			return words;
		};
		expect(said([own, { ...set, type: 'n8n-nodes-base.cron' }])).toContain('the node "Set"');
		expect(said(null)).toContain('does not say which nodes');
		expect(said([own])).toContain('the node "Late"');
		expect(said([own], { ...own, alwaysOutputData: true })).toContain('Always Output Data');
	});

	test('is left alone if a later version has written it in another layout, and that is said', () => {
		const data = { layout: 2, bot: 'bot', list: [1] };
		const warn = jest.fn();
		const context = { ...contextOf(data), logger: { warn } } as unknown as ITriggerFunctions;
		const memory = new TriggerMemory(context, 'bot');
		expect(memory.read('list')).toEqual([]);
		memory.write('list', [2]);
		expect(data).toEqual({ layout: 2, bot: 'bot', list: [1] });
		expect(warn).toHaveBeenCalledWith(expect.stringContaining('newer version of this package'));
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

describe('what n8n saves', () => {
	const ticks = useTicks();
	const SAVED_WITHIN_MS = 2000;
	const FAILED_AFTER_MS = 60_000;

	/** n8n’s own workflow, and its saves, each of which ends when the test says so. */
	function useSaves() {
		const workflow = new Workflow({
			nodes: [],
			connections: {},
			active: true,
			nodeTypes: nodeTypesOf({}),
			staticData: {},
		});
		const context = {
			workflow,
			getNode: () => own,
			getWorkflowStaticData: () => workflow.getStaticData('global'),
		} as unknown as ITriggerFunctions;
		const stored: string[] = [];
		const open: Array<() => void> = [];
		/** As n8n does whenever it is given an execution. */
		const begin = () => {
			if (workflow.staticData.__dataChanged !== true) return;
			const saved = JSON.stringify(workflow.staticData);
			open.push(() => {
				stored.push(saved);
				workflow.staticData.__dataChanged = false;
			});
		};
		return { memory: new TriggerMemory(context, 'bot'), stored, open, begin };
	}

	test('is known to be saved only when that save has ended, and not an earlier one', async () => {
		const { memory, stored, open, begin } = useSaves();
		memory.write('list', ['earlier']);
		begin();
		begin();
		open.shift()!();
		const isMarked = jest.fn();
		const saved = memory.save('list', () => ['update'], begin, isMarked);
		const endNext = async () => {
			await until('a save has begun', async () => open.length > 0, PATIENCE_MS);
			expect(isMarked).not.toHaveBeenCalled();
			open.shift()!();
		};
		await endNext();
		await endNext();
		await expect(saved).resolves.toBe(true);
		expect(isMarked).toHaveBeenCalledTimes(1);
		expect(stored.at(-1)).toContain('update');
	});

	test('is not known to be saved if n8n cannot save it, and can be saved a minute later', async () => {
		const { memory, stored, open, begin } = useSaves();
		const isMarked = jest.fn();
		const save = async () => await memory.save('list', () => ['update'], begin, isMarked);
		const hasBegun = async () => open.length > 0;
		const first = save();
		await until('a save has begun', hasBegun, PATIENCE_MS);
		ticks.advance(SAVED_WITHIN_MS);
		await expect(first).resolves.toBe(false);
		// It has failed: n8n says nothing of it.
		open.length = 0;
		ticks.advance(FAILED_AFTER_MS);
		const second = save();
		const isSaved = async () => {
			open.shift()?.();
			return isMarked.mock.calls.length > 0;
		};
		await until('all is saved', isSaved, PATIENCE_MS);
		await expect(second).resolves.toBe(true);
		expect(stored.at(-1)).toContain('update');
	});

	test('changes no more while it is being saved, until it counts as saved', async () => {
		const { memory, stored, open, begin } = useSaves();
		const writesInBetween = () => memory.write('list', ['else']);
		const seen: boolean[] = [];
		const saved = memory.save(
			'list',
			() => ['update'],
			begin,
			() => seen.push(writesInBetween()),
		);
		await until('a save has begun', async () => open.length > 0, PATIENCE_MS);
		seen.push(writesInBetween());
		open.shift()!();
		await expect(saved).resolves.toBe(true);
		expect(seen).toEqual([false, false]);
		expect(stored).toEqual([expect.stringContaining('update')]);
	});
});
