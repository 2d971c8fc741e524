import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { RunningTrigger } from '../../support/pollingTrigger';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;
const running: RunningTrigger[] = [];

const FIRST_BOT = 5_000_000_000;
let bots = 0;
let token = '';

/** A bot of its own for each test: pollers live as long as n8n, and here that is as long as the file. */
beforeEach(async () => {
	const id = FIRST_BOT + bots++;
	token = `${id}:secret`;
	const groups = [chats.demoGroup, chats.quietGroup, chats.moderators, chats.privateMia];
	await emulator.control('post', 'seed', {
		bots: [{ id, token }],
		users: [{ id, is_bot: true, first_name: 'Bot' }],
		members: groups.map((chat_id) => ({ chat_id, user_id: id, status: 'member' })),
	});
});

function create(parameters: object = {}, options: object = {}, staticData: object = {}) {
	const trigger = new RunningTrigger(
		{ baseUrl: emulator.url, botToken: token },
		parameters as never,
		options,
		staticData as never,
	);
	running.push(trigger);
	return trigger;
}

const say = async (text: string, chat: number = chats.demoGroup) =>
	await emulator.act('message', { user_id: users.mia, chat_id: chat, text });

async function pending(): Promise<number> {
	const answer = await fetch(`${emulator.url}/bot${token}/getWebhookInfo`);
	return ((await answer.json()) as { result: { pending_update_count: number } }).result
		.pending_update_count;
}

const soon = async (what: string, isSo: () => boolean | Promise<boolean>) =>
	await until(what, async () => await isSo(), 5000);

const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

afterEach(async () => {
	await Promise.all(running.splice(0).map(async (trigger) => await trigger.stop()));
});

const keyOf = async (options: object, id = 'w1') => {
	const trigger = create({ options }, { id });
	await trigger.start();
	await say(`for ${id}`);
	await soon('it has started', () => trigger.started.length > 0);
	await trigger.stop();
	return trigger.started.at(-1)!.key!;
};

test('each execution has a key that shows neither the token nor the same twice', async () => {
	const keys = [await keyOf({}), await keyOf({}), await keyOf({}, 'w2')];
	expect(new Set(keys).size).toBe(3);
	expect(keys.join()).not.toContain(emulator.token.split(':')[1]);
});

test('the key of an update is the same after a restart, unless cut-off runs are to be repeated', async () => {
	const leave = await keyOf({ afterInterruption: 'leave' });
	const again = await keyOf({ afterInterruption: 'again' });
	expect(leave.split(':')).toHaveLength(4);
	expect(again.split(':')).toHaveLength(5);
});

test('no more executions than allowed run at a time', async () => {
	const trigger = create({ options: { parallel: 2 } });
	trigger.endsAtOnce = false;
	await trigger.start();
	for (const chat of [chats.demoGroup, chats.quietGroup, chats.moderators]) {
		await emulator.act('message', { user_id: users.olga, chat_id: chat, text: String(chat) });
	}
	await soon('two have begun', () => trigger.started.length === 2);
	await pause(200);
	expect(trigger.started).toHaveLength(2);
	trigger.started[0].end();
	await soon('the third has begun', () => trigger.started.length === 3);
	trigger.started.forEach(({ end }) => end());
});

test('without order in a chat its updates run side by side', async () => {
	const trigger = create({ options: { chatOrder: false } });
	trigger.endsAtOnce = false;
	await trigger.start();
	await say('one');
	await say('two');
	await soon('both have begun', () => trigger.started.length === 2);
	trigger.started.forEach(({ end }) => end());
});

test('an update is confirmed when it has started, if the user chose so', async () => {
	const trigger = create({ options: { confirm: 'started' } });
	trigger.endsAtOnce = false;
	await trigger.start();
	await say('long work');
	await soon('it has started', () => trigger.started.length === 1);
	await soon('it is confirmed', async () => (await pending()) === 0);
	trigger.started[0].end();
});

test('what had ended before n8n was killed does not run again', async () => {
	const before = create();
	await before.start();
	await say('done');
	await soon('it has ended', () => before.started.length === 1);
	const memory = JSON.parse(JSON.stringify(before.workflow.staticData)) as object;
	expect(JSON.stringify(memory)).toContain('ended');
	const [{ item }] = before.started;
	await before.stop();
	// The server did not get the confirmation: the same update waits there again.
	const snapshot = await emulator.control('get', 'snapshot');
	const bot = snapshot.bots.find((candidate: { token: string }) => candidate.token === token);
	bot.updates = [item.json.update];
	await emulator.control('put', 'snapshot', snapshot);
	const after = create({}, {}, memory);
	await after.start();
	await say('new');
	await soon('the new one has come', () => after.started.length > 0);
	expect(after.texts).toEqual(['new']);
});

test('pending updates are dropped if the user chose so', async () => {
	await say('old');
	const trigger = create({ pendingUpdates: 'drop' });
	await trigger.start();
	await say('new');
	await soon('the new one has come', () => trigger.started.length > 0);
	expect(trigger.texts).toEqual(['new']);
});

test('a test in the editor gets what comes, and takes nothing from the live workflow', async () => {
	const live = create({}, { id: 'same' });
	await live.start();
	const tested = create({}, { id: 'same', mode: 'manual' });
	await tested.start();
	await say('for both');
	await soon('both have it', () => live.texts.length === 1 && tested.texts.length === 1);
	await tested.stop();
	await say('for the live one');
	await soon('the live one goes on', () => live.texts.length === 2);
	expect(tested.texts).toEqual(['for both']);
});

test('the parts of an album start one execution', async () => {
	const trigger = create();
	await trigger.start();
	for (let part = 0; part < 3; part++) {
		const act = { user_id: users.mia, chat_id: chats.demoGroup, photo: true };
		await emulator.act('message', { ...act, media_group_id: 'trip' });
	}
	await soon('the album has come', () => trigger.started.length > 0);
	expect(trigger.started[0].item.json.media).toHaveLength(3);
	await soon('all parts are confirmed', async () => (await pending()) === 0);
	expect(trigger.started).toHaveLength(1);
});
