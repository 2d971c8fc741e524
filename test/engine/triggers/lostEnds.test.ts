import {
	ManualExecutionCancelledError,
	SystemShutdownExecutionCancelledError,
	type IRun,
} from 'n8n-workflow';

import { CUT_OFF, JOB } from '../../support/ends';
import { usePolling } from '../../support/pollingTests';

const { emulator, create, start, say, sendAlbum, pending, soon } = usePolling();
const { chats } = emulator.defaults;

afterEach(() => jest.restoreAllMocks());

/** n8n's report in queue mode of an execution with a failed node. */
const FAILED = {
	data: {
		resultData: { error: new Error('a node failed'), runData: {}, lastNodeExecuted: 'HTTP' },
	},
	status: 'error',
} as unknown as IRun;

describe('an execution whose end n8n never reports', () => {
	const SHORT = { longestExecution: 0.005 };

	test('keeps its chat and its place no longer than Longest Execution', async () => {
		const trigger = await start({ options: { ...SHORT, parallel: 1 } });
		trigger.endsAtOnce = false;
		await say('lost');
		await say('next in the chat');
		await say('another chat', chats.privateMia);
		await soon('all have begun', () => trigger.started.length === 3);
		expect([...trigger.texts].sort()).toEqual(['another chat', 'lost', 'next in the chat']);
	});

	test.each(['leave', 'again'])(
		'does not keep its update on the server (%s)',
		async (afterInterruption) => {
			const trigger = await start({ options: { ...SHORT, afterInterruption } });
			trigger.endsAtOnce = false;
			await say('lost');
			await soon('it is confirmed', async () => (await pending()) === 0);
		},
	);

	test('blocks nothing that is published later', async () => {
		const before = await start({}, { id: 'same' });
		before.endsAtOnce = false;
		await say('lost');
		await soon('it has begun', () => before.started.length === 1);
		await before.stop();
		const after = await start({}, { id: 'same' });
		for (let message = 0; message < 120; message++) await say('new', chats.privateMia);
		await soon('all have come', () => after.started.length === 120);
		await soon('all are confirmed', async () => (await pending()) === 0);
		expect(after.texts).not.toContain('lost');
	});

	test('does no harm: if one in a thousand is lost, the other places handle everything', async () => {
		const trigger = await start({ options: { chatOrder: false, parallel: 2 } });
		trigger.outcome = JOB;
		trigger.endsAtOnce = false;
		trigger.onStart = ({ end }) => (trigger.started.length % 300 === 1 ? undefined : end());
		const groups = [chats.demoGroup, chats.quietGroup, chats.privateMia];
		for (let message = 0; message < 1000; message++) await say('hello', groups[message % 3]);
		await soon('all have begun', () => trigger.started.length === 1000);
		await soon('all are confirmed', async () => (await pending()) === 0);
		// Longest Execution is not over yet.
		expect(trigger.failed).toEqual([]);
	});
});

describe('a new publication', () => {
	test('keeps the order of a chat', async () => {
		const before = await start({}, { id: 'same' });
		before.endsAtOnce = false;
		await say('first');
		await soon('it has begun', () => before.started.length === 1);
		await before.stop();
		const after = await start({}, { id: 'same' });
		await say('second');
		await say('elsewhere', chats.privateMia);
		await soon('the other chat continues', () => after.texts.includes('elsewhere'));
		expect(after.texts).toEqual(['elsewhere']);
		before.started[0].end();
		await soon('the chat continues', () => after.texts.includes('second'));
	});
});

describe('the end that n8n reports:', () => {
	test.each([
		['before 2.4, without a reason', new Error('The execution was cancelled')],
		['before 2.4, with other words', new Error('The execution was cancelled manually')],
		['since 2.4', new ManualExecutionCancelledError('1')],
		['when it is gone already', new Error('No active execution found')],
	])('a stopped execution is not repeated: %s', async (_when, error) => {
		const trigger = create();
		trigger.failures = [error];
		await trigger.start();
		await say('stopped');
		await soon('it is confirmed', async () => (await pending()) === 0);
		await say('next');
		await soon('the next has come', () => trigger.texts.includes('next'));
		expect(trigger.texts).toEqual(['stopped', 'next']);
	});

	test('an execution that was cut off by the end of n8n runs again with Run Again', async () => {
		const trigger = create({ options: { afterInterruption: 'again' } });
		trigger.failures = [new SystemShutdownExecutionCancelledError('1')];
		await trigger.start();
		await say('cut off');
		await soon('it has begun', () => trigger.started.length === 1);
		await trigger.stop();
		expect(await pending()).toBe(1);
	});
});

describe('a worker that is killed', () => {
	test('with Run Again, only the executions that it cut off begin again, under another key', async () => {
		const trigger = create({ options: { afterInterruption: 'again' } });
		trigger.outcomes = [CUT_OFF, FAILED];
		await trigger.start();
		await say('cut off');
		await soon('it has begun again', () => trigger.started.length === 2);
		await soon('it is confirmed', async () => (await pending()) === 0);
		expect(trigger.texts).toEqual(['cut off', 'cut off']);
		expect(trigger.started[1].key).not.toBe(trigger.started[0].key);
		expect(trigger.failed).toEqual([]);
	});

	test('with Run Again, an execution that is cut off each time is reported in the end', async () => {
		const trigger = create({ options: { afterInterruption: 'again' } });
		trigger.outcomes = [CUT_OFF, CUT_OFF, CUT_OFF, CUT_OFF];
		await trigger.start();
		await say('too much for a worker');
		await soon('it is named', () => trigger.failed.length === 1);
		await soon('it is confirmed', async () => (await pending()) === 0);
		expect(trigger.started).toHaveLength(4);
	});

	test('with Do Not Retry, they are reported with chat, message and update', async () => {
		const trigger = create();
		trigger.endsAtOnce = false;
		trigger.outcomes = [CUT_OFF];
		await trigger.start();
		await say('cut off');
		await soon('it has begun', () => trigger.started.length === 1);
		// n8n takes this long to notice.
		const now = performance.now.bind(performance);
		jest.spyOn(performance, 'now').mockImplementation(() => now() + 80_000);
		trigger.started[0].end();
		await soon('it is named', () => trigger.failed.length === 1);
		const { updateId, messageId } = trigger.started[0].item.json;
		expect(trigger.failed[0].message).toContain(
			`update ${String(updateId)}, chat ${chats.demoGroup}, message ${String(messageId)}`,
		);
		expect(trigger.started).toHaveLength(1);
		await soon('it is confirmed', async () => (await pending()) === 0);
	});

	test('its chats wait for n8n’s report, and the other places continue', async () => {
		const trigger = create({ options: { parallel: 2, afterInterruption: 'again' } });
		trigger.outcome = JOB;
		trigger.endsAtOnce = false;
		trigger.onStart = ({ item, end }) => item.json.text === 'elsewhere' && end();
		await trigger.start();
		await say('cut off');
		await soon('it has begun', () => trigger.started.length === 1);
		await say('next in the chat');
		for (let message = 0; message < 210; message++) await say('elsewhere', chats.privateMia);
		await soon('the others have gone on', () => trigger.started.length === 211);
		await say('holds a place', chats.quietGroup);
		await say('elsewhere', chats.privateMia);
		await soon('they have a place each', () => trigger.started.length === 213);
		expect(trigger.texts).not.toContain('next in the chat');
		trigger.outcomes = [CUT_OFF];
		trigger.started[0].end();
		await soon('it has begun again', () => trigger.started.length === 214);
		trigger.started[213].end();
		await soon('its chat continues', () => trigger.started.length === 215);
		expect(trigger.texts.slice(-2)).toEqual(['cut off', 'next in the chat']);
	});

	test('a failed node does not count as a lost worker', async () => {
		const trigger = create();
		trigger.outcomes = [FAILED];
		await trigger.start();
		await say('fails');
		await soon('it is confirmed', async () => (await pending()) === 0);
		expect(trigger.failed).toEqual([]);
	});
});

test('an n8n without a way to wait for an execution gets updates without waiting, which is logged once', async () => {
	const trigger = create();
	trigger.refusesWaiting = true;
	await trigger.start();
	for (const text of ['one', 'two', 'three']) await say(text);
	await soon('all have begun', () => trigger.started.length === 3);
	await soon('all are confirmed', async () => (await pending()) === 0);
	expect(trigger.texts).toEqual(['one', 'two', 'three']);
	expect(trigger.failed).toMatchObject([
		{
			message: expect.stringContaining('Parallel Executions'),
			description: expect.stringContaining('If no executions follow this one'),
		},
	]);
});

test('an n8n that takes no files from a trigger gets the other updates, and that one is reported', async () => {
	const trigger = create({ downloadFiles: true });
	trigger.refusesWaiting = true;
	await trigger.start();
	await say('one');
	await sendAlbum(1);
	await say('two');
	await soon('all are confirmed', async () => (await pending()) === 0);
	expect(trigger.texts).toEqual(['one', 'two']);
	expect(trigger.failed.map(({ message }) => message)).toEqual([
		expect.stringContaining('Parallel Executions'),
		expect.stringMatching(
			/^n8n does not run this workflow for update \d+.*: Engine 2\.0 cannot receive files from a trigger yet\.$/,
		),
	]);
});

test('an n8n that deletes the files of an update it refuses: the update is reported, and later files arrive', async () => {
	const trigger = create({ downloadFiles: true });
	trigger.refusesWaiting = true;
	trigger.takesFiles = true;
	await trigger.start();
	await say('one');
	await sendAlbum(1);
	await soon('it is named', () => trigger.failed.length === 2);
	await say('two');
	await sendAlbum(1);
	await soon('all are confirmed', async () => (await pending()) === 0);
	expect(trigger.started.map(({ item }) => item.binary !== undefined)).toEqual([
		false,
		false,
		true,
	]);
	expect(trigger.failed.map(({ message }) => message)).toEqual([
		expect.stringContaining('Parallel Executions'),
		expect.stringMatching(
			/^n8n does not run this workflow for update \d+.*: Engine v2 cannot run a trigger that waits/,
		),
	]);
});

test('the key is the same at every start by default', async () => {
	const trigger = await start();
	await say('hello');
	await soon('it has begun', () => trigger.started.length === 1);
	expect(trigger.started[0].key!.split(':')).toHaveLength(4);
});
