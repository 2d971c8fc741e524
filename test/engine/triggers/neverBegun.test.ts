import type { IRun } from 'n8n-workflow';

import { CUT_OFF } from '../../support/ends';
import { usePolling } from '../../support/pollingTests';
import { useTicks } from '../../support/time';

const { emulator, create, say, pending, soon } = usePolling();
const ticks = useTicks();
const { chats } = emulator.defaults;

const SHORT = { longestExecution: 0.005 };
const AGAIN = { options: { ...SHORT, afterInterruption: 'again' } };

type Trigger = ReturnType<typeof create>;

const nameOf = ({ started }: Trigger) => {
	const { updateId, messageId } = started[0].item.json;
	return `update ${String(updateId)}, chat ${chats.demoGroup}, message ${String(messageId)}`;
};

/** Time also passes on the server, so that later updates get their turn. */
async function later(trigger: Trigger): Promise<void> {
	ticks.advance(500);
	const before = trigger.started.length;
	await say('later', chats.privateMia);
	await soon('a later one comes', () => trigger.started.length > before);
	await soon('all are confirmed', async () => (await pending()) === 0);
}

describe('an execution that n8n stored but never started', () => {
	test('is reported once with chat, message and update, with Do Not Retry', async () => {
		const trigger = create({ options: SHORT });
		trigger.neverBegun = 1;
		await trigger.start();
		await say('stored');
		await soon('it is named', () => trigger.failed.length === 1);
		expect(trigger.failed[0].message).toContain(nameOf(trigger));
		expect(trigger.failed[0].message).toContain('may never have started, or it is still running');
		await later(trigger);
		expect(trigger.texts).toEqual(['stored', 'later']);
		expect(trigger.failed).toHaveLength(1);
		expect(trigger.logged).toEqual([expect.stringContaining(nameOf(trigger))]);
	});

	test('runs again with Run Again, which is logged', async () => {
		const trigger = create(AGAIN);
		trigger.neverBegun = 1;
		await trigger.start();
		await say('stored');
		await soon('it has begun', () => trigger.started.length === 2);
		await later(trigger);
		expect(trigger.texts).toEqual(['stored', 'stored', 'later']);
		// Only with the same key does n8n recognise the first one, and drop that one.
		expect(trigger.started[1].key).toBe(trigger.started[0].key);
		expect(trigger.failed).toEqual([]);
		expect(trigger.logged).toEqual([expect.stringContaining(`${nameOf(trigger)} within`)]);
	});

	test('does not run a third time when n8n reports the end of the first', async () => {
		const trigger = create(AGAIN);
		trigger.neverBegun = 1;
		trigger.endsAtOnce = false;
		trigger.onStart = ({ item, end }) => item.json.text === 'later' && end();
		await trigger.start();
		await say('stored');
		await soon('it has begun', () => trigger.started.length === 2);
		trigger.outcomes = [CUT_OFF];
		trigger.started[0].end();
		trigger.started[1].end();
		await later(trigger);
		expect(trigger.texts).toEqual(['stored', 'stored', 'later']);
		expect(trigger.failed).toEqual([]);
	});

	test('runs again under another key if its replacement is cut off', async () => {
		const trigger = create(AGAIN);
		trigger.neverBegun = 1;
		trigger.endsAtOnce = false;
		await trigger.start();
		await say('stored');
		await soon('it has begun', () => trigger.started.length === 2);
		trigger.outcomes = [CUT_OFF, {} as IRun];
		trigger.started[1].end();
		await soon('it has begun again', () => trigger.started.length === 3);
		expect(trigger.started[2].key).not.toBe(trigger.started[1].key);
		trigger.started[2].end();
	});

	test('is reported if n8n does not start the replacement either', async () => {
		const trigger = create(AGAIN);
		trigger.neverBegun = 2;
		await trigger.start();
		await say('stored');
		await soon('n8n has got it twice', () => trigger.started.length === 2);
		await later(trigger);
		await soon('it is named', () => trigger.failed.length === 1);
		await later(trigger);
		expect(trigger.texts.filter((text) => text === 'stored')).toHaveLength(2);
		expect(trigger.failed).toHaveLength(1);
	});

	test('is reported if n8n cannot take the replacement', async () => {
		const trigger = create(AGAIN);
		trigger.neverBegun = 1;
		trigger.onStart = () => {
			if (trigger.started.length === 2) trigger.failures = [new Error('read-only transaction')];
		};
		await trigger.start();
		await say('stored');
		await soon('it is named', () => trigger.failed.length === 1);
		await later(trigger);
		expect(trigger.texts).toEqual(['stored', 'stored', 'later']);
	});

	test('is only reported if n8n would run it twice', async () => {
		const trigger = create(AGAIN);
		trigger.knowsNoKeys = true;
		trigger.neverBegun = 1;
		await trigger.start();
		await say('stored');
		await soon('it is named', () => trigger.failed.length === 1);
		await later(trigger);
		expect(trigger.texts).toEqual(['stored', 'later']);
	});
});

describe('an execution that is cut off as soon as it is stored, for example if n8n cannot write', () => {
	test('is reported with Do Not Retry, once n8n has had time to write again', async () => {
		const trigger = create({ options: { longestExecution: 0.03 } });
		trigger.outcomes = [CUT_OFF];
		await trigger.start();
		await say('stored');
		await say('next in the chat');
		await soon('its chat continues', () => trigger.started.length === 2);
		expect(trigger.failed).toEqual([]);
		expect(trigger.logged).toEqual([expect.stringContaining(nameOf(trigger))]);
		ticks.advance(2000);
		await later(trigger);
		await soon('it is named', () => trigger.failed.length === 1);
		expect(trigger.failed[0].message).toContain(nameOf(trigger));
		expect(trigger.texts).toEqual(['stored', 'next in the chat', 'later']);
	});
});

test('an execution that n8n calls cut off and never started is replaced with Run Again, so that it does not stay queued', async () => {
	const trigger = create({ options: { afterInterruption: 'again' } });
	trigger.neverBegun = 1;
	trigger.outcomes = [CUT_OFF];
	await trigger.start();
	await say('stored');
	await soon('n8n has it', () => trigger.started.length === 1);
	trigger.started[0].end();
	await soon('it has begun', () => trigger.started.length === 2);
	expect(trigger.started[1].key).toBe(trigger.started[0].key);
	await soon('it is confirmed', async () => (await pending()) === 0);
	expect(trigger.failed).toEqual([]);
});

describe('an execution that takes longer than Longest Execution', () => {
	test.each(['leave', 'again'])(
		'is reported once and runs once (%s)',
		async (afterInterruption) => {
			const trigger = create({ options: { ...SHORT, afterInterruption } });
			trigger.endsAtOnce = false;
			trigger.onStart = ({ item, end }) => item.json.text === 'later' && end();
			await trigger.start();
			await say('long');
			await soon('it is named', () => trigger.failed.length === 1);
			expect(trigger.failed[0].message).toContain(nameOf(trigger));
			trigger.started[0].end();
			await later(trigger);
			expect(trigger.texts).toEqual(['long', 'later']);
			expect(trigger.failed).toHaveLength(1);
		},
	);

	test('runs again with Run Again if it is cut off after that', async () => {
		const trigger = create(AGAIN);
		trigger.endsAtOnce = false;
		await trigger.start();
		await say('long');
		await soon('it is named', () => trigger.failed.length === 1);
		trigger.outcomes = [CUT_OFF];
		trigger.started[0].end();
		await soon('it has begun again', () => trigger.started.length === 2);
		expect(trigger.started[1].key).not.toBe(trigger.started[0].key);
		trigger.started[1].end();
	});
});

test('with Run Again, what n8n takes no more as it shuts down comes at the next start', async () => {
	const trigger = create(AGAIN);
	trigger.failures = [Object.assign(new Error('n8n shuts down'), { reason: 'shutdown' })];
	await trigger.start();
	await say('too late');
	await soon('n8n has refused it', () => trigger.started.length === 1);
	await trigger.stop();
	const next = await create(AGAIN, {}, trigger.saved ?? {}).start();
	await soon('it comes again', () => next.texts.includes('too late'));
	await soon('it is confirmed', async () => (await pending()) === 0);
	expect(next.texts).toEqual(['too late']);
});
