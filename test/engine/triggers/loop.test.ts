import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { RunningTrigger } from '../../support/pollingTrigger';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;
const running: RunningTrigger[] = [];

async function start(...[parameters, options, staticData]: [object?, object?, object?]) {
	const trigger = new RunningTrigger(
		{ baseUrl: emulator.url, botToken: emulator.token },
		(parameters ?? {}) as never,
		options as never,
		staticData as never,
	);
	running.push(trigger);
	return await trigger.start();
}

const say = async (text: string, chat: number = chats.demoGroup) =>
	await emulator.act('message', { user_id: users.mia, chat_id: chat, text });

const pending = async () => (await emulator.api('getWebhookInfo')).body.result.pending_update_count;

const soon = async (what: string, isSo: () => boolean | Promise<boolean>) =>
	await until(what, async () => await isSo(), 5000);

afterEach(async () => {
	await Promise.all(running.splice(0).map(async (trigger) => await trigger.stop()));
});

test('a message starts an execution within 100 ms, and is confirmed when that has ended', async () => {
	const trigger = await start();
	trigger.endsAtOnce = false;
	await soon('it polls', async () => (await emulator.control('get', 'state')).bots.length > 0);
	const begun = Date.now();
	await say('hello');
	while (trigger.started.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
	expect(Date.now() - begun).toBeLessThan(100);
	expect(trigger.started[0].item.json).toMatchObject({
		updateType: 'message',
		chatId: chats.demoGroup,
		userId: users.mia,
		text: 'hello',
	});
	expect(await pending()).toBe(1);
	trigger.started[0].end();
	await soon('it is confirmed', async () => (await pending()) === 0);
	expect(trigger.started).toHaveLength(1);
});

test('while nothing happens it makes one call, which is held', async () => {
	await start();
	await new Promise((resolve) => setTimeout(resolve, 1500));
	expect(await emulator.calls('getUpdates')).toHaveLength(0);
});

test('a chat keeps its order while others go on', async () => {
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
	await soon('all confirmed', async () => (await pending()) === 0);
});

test('two workflows on one bot share one loop, and a stop loses nothing', async () => {
	const one = await start({}, { id: 'one' });
	const two = await start({}, { id: 'two' });
	await say('first');
	await soon('both have it', () => one.texts.length === 1 && two.texts.length === 1);
	await one.stop();
	await say('second');
	await soon('the other goes on', () => two.texts.length === 2);
	await two.stop();
	await say('third');
	expect(await pending()).toBe(1);
	const again = await start({}, { id: 'one' });
	await soon('it comes after a new start', () => again.texts.length === 1);
	expect(again.texts).toEqual(['third']);
	const calls = await emulator.calls('getUpdates');
	expect(calls.filter(({ status }) => status === 409)).toHaveLength(0);
});
