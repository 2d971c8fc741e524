import { useClock } from '../../support/clock';
import { useGate } from '../../support/gate';
import { usePolling } from '../../support/pollingTests';

const clock = useClock();
const { emulator, api, start, create, say, pending, polls, held, soon, askedAgain } = usePolling();
const { chats } = emulator.defaults;
const gateOf = useGate(emulator);

const conflicts = async () => (await polls()).filter(({ status }) => status === 409);

describe('two workflows on one bot', () => {
	test('share one loop that asks for the kinds of both, and both get every update', async () => {
		const one = await start({ updates: ['message'] }, { id: 'one' });
		const two = await start({ updates: ['message', 'chat_member'] }, { id: 'two' });
		await held();
		await say('for both');
		await soon('both have it', () => one.texts.length === 1 && two.texts.length === 1);
		await soon('it is confirmed', async () => (await pending()) === 0);
		// Held for one, then for both, and the confirmation: a second loop would ask more often.
		expect((await polls()).length).toBeLessThan(6);
		expect((await polls()).at(-1)?.params.allowed_updates).toEqual([
			'message',
			'callback_query',
			'my_chat_member',
			'chat_member',
		]);
		expect(await conflicts()).toEqual([]);
	});

	test('get what their own filters let through', async () => {
		const one = await start({ filters: { commands: '/ban' } }, { id: 'one' });
		const two = await start({ filters: { commands: '/mute' } }, { id: 'two' });
		await say('/ban Noah');
		await say('/mute Noah');
		await say('hello');
		await soon('all are confirmed', async () => (await pending()) === 0);
		expect([one.texts, two.texts]).toEqual([['/ban Noah'], ['/mute Noah']]);
	});

	test('each get only what their own rules have found', async () => {
		const updates = ['message'];
		const flood = await start({ updates, rules: { floodMessages: 1 } }, { id: 'flood' });
		const words = await start({ updates, rules: { words: 'casino' } }, { id: 'words' });
		for (const text of ['one', 'casino']) await say(text);
		await soon('both have started', () => flood.started.length + words.started.length === 2);
		const [{ item: ofFlood }, { item: ofWords }] = [flood.started[0], words.started[0]];
		expect(ofFlood.json).toMatchObject({ brokenRules: ['flood'], flood: { count: 2 } });
		expect(ofFlood.json).not.toHaveProperty('words');
		expect(ofWords.json).toMatchObject({ brokenRules: ['words'], words: ['casino'] });
		expect(ofWords.json).not.toHaveProperty('flood');
	});

	test('have both ended before an update is confirmed', async () => {
		const one = await start({}, { id: 'one' });
		const two = await start({}, { id: 'two' });
		two.endsAtOnce = false;
		await say('for both');
		await soon('both have it', () => one.texts.length === 1 && two.texts.length === 1);
		await askedAgain();
		expect(await pending()).toBe(1);
		two.started[0].end();
		await soon('it is confirmed', async () => (await pending()) === 0);
		expect([one.texts, two.texts]).toEqual([['for both'], ['for both']]);
	});

	test('both get what has waited if they start together with n8n', async () => {
		await say('waited');
		const [one, two] = await clock.standing(async () => {
			const first = await start({}, { id: 'one', activation: 'init' });
			await soon('it has asked', async () => (await polls()).length > 0);
			return [first, await start({}, { id: 'two', activation: 'init' })];
		});
		await soon('both have it', () => one.texts.length === 1 && two.texts.length === 1);
		await soon('it is confirmed', async () => (await pending()) === 0);
	});

	test('miss nothing when one of them is published again while the server is slow', async () => {
		const { gate, credential } = await gateOf((body) => !body.includes('timeout'));
		const startAt = async (id: string) => {
			const trigger = create({}, { id }, {}, credential);
			const started = trigger.start();
			await gate.holding(1);
			return { trigger, go: async () => (gate.open(1), await started) };
		};
		const one = await startAt('one');
		await one.go();
		const two = await startAt('two');
		await two.go();
		await two.trigger.stop();
		const again = await startAt('two');
		clock.advance(3000);
		await say('meanwhile');
		await soon('the other has it', () => one.trigger.texts.length === 1);
		await askedAgain().finally(() => gate.open());
		await again.go();
		await soon('this one has it', () => again.trigger.texts.length === 1);
		await soon('it is confirmed', async () => (await pending()) === 0);
	});

	test('miss nothing when one of them is published again', async () => {
		const one = await start({}, { id: 'one' });
		const two = await start({ options: { parallel: 1, chatOrder: false } }, { id: 'two' });
		two.endsAtOnce = false;
		await say('in work');
		await say('in the queue');
		await soon('two has begun', () => two.texts.length === 1 && one.texts.length === 2);
		await two.stop();
		await say('in between');
		two.started[0].end();
		const again = await start({}, { id: 'two' });
		await soon('all are confirmed', async () => (await pending()) === 0);
		expect(one.texts).toEqual(['in work', 'in the queue', 'in between']);
		expect(two.texts).toEqual(['in work']);
		expect(again.texts).toEqual(['in the queue', 'in between']);
	});

	test('continue when the other is unpublished for good', async () => {
		const one = await start({}, { id: 'one' });
		const two = await start({ options: { parallel: 1, chatOrder: false } }, { id: 'two' });
		two.endsAtOnce = false;
		await say('in work');
		await say('in the queue');
		await soon('two has begun', () => two.texts.length === 1);
		await two.stop();
		two.started[0].end();
		await say('for one');
		await soon('one has it', () => one.texts.includes('for one'));
		await soon('all are confirmed', async () => (await pending()) === 0);
		expect(one.texts).toEqual(['in work', 'in the queue', 'for one']);
	});
});

describe('a stop', () => {
	test('ends the held call at once and leaves nobody polling', async () => {
		const trigger = await start();
		await held();
		await clock.standing(async () => await trigger.stop());
		// The server refuses another call while one is held.
		await soon('nobody polls', async () => (await api('getUpdates').catch(() => 0)) !== 0);
		await say('later');
		expect(trigger.texts).toEqual([]);
		expect(await pending()).toBe(1);
		expect((await polls()).flatMap(({ response }) => response.result)).toEqual([]);
	});

	test('loses nothing that waits its turn, and starts none of it', async () => {
		const trigger = await start({ options: { parallel: 1 } });
		trigger.endsAtOnce = false;
		const texts = ['one', 'two', 'three'];
		for (const text of texts) await say(text);
		await soon('the first has begun', () => trigger.texts.length === 1);
		await trigger.stop();
		trigger.started[0].end();
		await soon('the first is confirmed', async () => (await pending()) === 2);
		expect(trigger.texts).toEqual(['one']);
		const again = await start();
		await soon('the others come', () => again.texts.length === 2);
		expect(again.texts).toEqual(['two', 'three']);
		await soon('they are confirmed', async () => (await pending()) === 0);
	});

	test('after the next publication has started takes nothing from it', async () => {
		const before = await start({ options: { parallel: 1 } }, { id: 'w1' });
		before.endsAtOnce = false;
		for (const text of ['one', 'two']) await say(text);
		await soon('the first has begun', () => before.texts.length === 1);
		const after = await start({ options: { parallel: 1 } }, { id: 'w1' });
		await before.stop();
		await say('three');
		before.started[0].end();
		await soon('all have come', () => after.texts.length === 2);
		expect(after.texts).toEqual(['two', 'three']);
		expect(before.texts).toEqual(['one']);
		await soon('they are confirmed', async () => (await pending()) === 0);
	});

	test('causes no conflict with a start right after it', async () => {
		for (let round = 0; round < 5; round++) {
			const trigger = await start();
			await say(`round ${round}`);
			await soon('it has come', () => trigger.texts.includes(`round ${round}`));
			await trigger.stop();
		}
		expect(await conflicts()).toEqual([]);
		expect(await pending()).toBe(0);
	});

	test('does nothing if it is repeated, or comes before the start', async () => {
		const trigger = await start();
		await trigger.stop();
		await trigger.stop();
		await create().stop();
		await create({}, { mode: 'manual' }).stop();
		expect(await pending()).toBe(0);
	});
});

describe('a test in the editor', () => {
	test('gets new updates, and takes nothing from the live workflow', async () => {
		const live = await start({}, { id: 'same' });
		const tested = await start({}, { id: 'same', mode: 'manual' });
		await say('for both');
		await soon('both have it', () => live.texts.length === 1 && tested.texts.length === 1);
		await tested.stop();
		await say('for the live one');
		await soon('the live one continues', () => live.texts.length === 2);
		expect(live.texts).toEqual(['for both', 'for the live one']);
		expect(tested.texts).toEqual(['for both']);
		expect(tested.started[0].key).toBeUndefined();
	});

	test('takes one update if many wait, and leaves the others', async () => {
		for (const text of ['one', 'two', 'three']) await say(text, chats.demoGroup);
		const tested = await start({ options: { chatOrder: false } }, { mode: 'manual' });
		await soon('only the others wait', async () => (await pending()) === 2);
		await tested.stop();
		expect(tested.texts).toEqual(['one']);
		expect(await pending()).toBe(2);
	});

	test('does not change what the live workflow remembers', async () => {
		const tested = await start({}, { mode: 'manual' });
		await say('hello');
		await soon('it has it', () => tested.texts.length === 1);
		await tested.stop();
		expect(JSON.stringify(tested.workflow.staticData)).not.toContain('ended');
	});
});
