import { useClock } from '../../support/clock';
import { usePolling } from '../../support/pollingTests';

const clock = useClock();
const { emulator, start, say, pending, polls, held, soon, askedAgain } = usePolling();
const { chats } = emulator.defaults;

test('a message starts an execution at once', async () => {
	const trigger = await start();
	await clock.standing(async () => {
		for (let message = 1; message <= 5; message++) {
			await held();
			await say('hello');
			await soon('it has started', () => trigger.started.length === message);
		}
	});
	expect(trigger.started[0].item.json).toMatchObject({
		updateType: 'message',
		chatId: chats.demoGroup,
		text: 'hello',
	});
});

test('an update is confirmed when its execution has ended, and not before', async () => {
	const trigger = await start();
	trigger.endsAtOnce = false;
	await say('long work');
	await soon('it has started', () => trigger.started.length === 1);
	await askedAgain();
	expect(await pending()).toBe(1);
	trigger.started[0].end();
	await soon('it is confirmed', async () => (await pending()) === 0);
	expect(trigger.started).toHaveLength(1);
});

test('while nothing happens, one call is held open', async () => {
	const trigger = await start();
	await held();
	const before = (await polls()).length;
	await held();
	await held();
	expect(await polls()).toHaveLength(before);
	await say('hello');
	await soon('it has come', () => trigger.started.length === 1);
	const answered = (await polls())[before];
	expect(answered.params).toMatchObject({
		timeout: 30,
		limit: 100,
		allowed_updates: ['message', 'callback_query', 'my_chat_member'],
	});
});

test('while an execution runs, the loop polls less and less often', async () => {
	const trigger = await start();
	trigger.endsAtOnce = false;
	await say('long work');
	await soon('it has started', () => trigger.started.length === 1);
	// After 30 seconds, n8n's database has the update, and the server need not keep it.
	await soon('it looks often', async () => (await polls()).length > 45);
	const looks = (await polls()).filter(({ params }) => params.timeout === 0);
	const times = looks.map(({ started_at: at }) => at);
	const gaps = times.slice(1).map((at, index) => at - times[index]);
	expect(gaps).toEqual([...gaps].sort((one, other) => one - other));
	expect([gaps[0], gaps.at(-1)]).toEqual([25, 1000]);
	await say('another chat', chats.privateMia);
	await soon('the other has started', () => trigger.started.length === 2);
	trigger.started.forEach(({ end }) => end());
	await soon('both are confirmed', async () => (await pending()) === 0);
});

test('more updates than one poll brings all arrive, each once and in order', async () => {
	const texts = Array.from({ length: 250 }, (_none, index) => `message ${index}`);
	for (const text of texts) await say(text);
	const trigger = await start();
	await soon('all have come', () => trigger.started.length >= texts.length);
	expect(trigger.texts).toEqual(texts);
	await soon('all are confirmed', async () => (await pending()) === 0);
});

test('a chat keeps its order while others continue', async () => {
	const trigger = await start();
	trigger.endsAtOnce = false;
	await say('a1');
	await say('a2');
	await say('b1', chats.privateMia);
	await soon('both chats have begun', () => trigger.started.length === 2);
	expect(trigger.texts).toEqual(['a1', 'b1']);
	trigger.started[0].end();
	await soon('the next of the chat', () => trigger.started.length === 3);
	expect(trigger.texts).toEqual(['a1', 'b1', 'a2']);
	trigger.started.forEach(({ end }) => end());
	await soon('all are confirmed', async () => (await pending()) === 0);
});

test('the updates of a chat run side by side if order is off', async () => {
	const trigger = await start({ options: { chatOrder: false } });
	trigger.endsAtOnce = false;
	await say('one');
	await say('two');
	await soon('both have begun', () => trigger.started.length === 2);
	trigger.started.forEach(({ end }) => end());
});

test('no more executions run at a time than the user allows', async () => {
	const trigger = await start({ options: { parallel: 2 } });
	trigger.endsAtOnce = false;
	for (const chat of [chats.demoGroup, chats.quietGroup, chats.moderators]) {
		await say(String(chat), chat);
	}
	await soon('two have begun', () => trigger.started.length === 2);
	await askedAgain();
	expect(trigger.started).toHaveLength(2);
	trigger.started[0].end();
	await soon('the third has begun', () => trigger.started.length === 3);
	trigger.started.forEach(({ end }) => end());
});

test('an impossible number of parallel executions is refused', async () => {
	await expect(start({ options: { parallel: 0 } })).rejects.toThrow('Parallel Executions');
});
