import { Bot, registry } from '../../../nodes/BotMessaging/memory/registry';
import { Kept } from '../../../nodes/BotMessaging/api/owner';
import { usePolling } from '../../support/pollingTests';
import { updateOf } from '../../support/webhookTests';

const { emulator, api, token, create, start, say, pending, soon, askedAgain } = usePolling();

/** The key of one execution that a trigger starts. */
async function keyOf(options: object, id = 'w1', text = 'hello'): Promise<string> {
	const trigger = await start({ options }, { id });
	await say(text);
	await soon('it has started', () => trigger.started.length > 0);
	await trigger.stop();
	return trigger.started.at(-1)!.key!;
}

/** Gives the server these updates again, as if it had not got the confirmation. */
async function putBack(...updates: unknown[]): Promise<void> {
	const snapshot = await emulator.control('get', 'snapshot');
	const bot = snapshot.bots.find((candidate: { token: string }) => candidate.token === token());
	bot.updates = updates;
	await emulator.control('put', 'snapshot', snapshot);
}

/** Clears n8n's memory of its bots, as after a restart. */
const forgetBots = () => Object.assign(registry, { bots: new Kept((id: string) => new Bot(id)) });

describe('the key of an execution', () => {
	test('differs by update and by node, and does not contain the token', async () => {
		const keys = [await keyOf({}), await keyOf({}), await keyOf({}, 'w2')];
		expect(new Set(keys).size).toBe(3);
		expect(keys.join()).not.toContain(token().split(':')[1]);
	});

	test('stays the same when the update comes again', async () => {
		const options = { afterInterruption: 'leave' };
		const before = await start({ options }, { id: 'w1' });
		await say('hello');
		await soon('it has started', () => before.started.length === 1);
		await before.stop();
		await soon('it is confirmed', async () => (await pending()) === 0);
		await putBack(before.started[0].item.json.update);
		forgetBots();
		const after = await start({ options }, { id: 'w1' });
		await soon('it has started again', () => after.started.length === 1);
		expect(after.started[0].key).toBe(before.started[0].key);
	});

	test('changes after a restart only if cut-off runs are to be repeated', async () => {
		const leave = await keyOf({ afterInterruption: 'leave' });
		const again = await keyOf({ afterInterruption: 'again' });
		expect(leave.split(':')).toHaveLength(4);
		expect(again.split(':')).toHaveLength(5);
	});
});

test('an update is confirmed at the start of its execution if the user chose so', async () => {
	const trigger = await start({ options: { confirm: 'started' } });
	trigger.endsAtOnce = false;
	await say('long work');
	await soon('it has started', () => trigger.started.length === 1);
	await soon('it is confirmed', async () => (await pending()) === 0);
	trigger.started[0].end();
});

const AGAIN = { options: { afterInterruption: 'again' } };

test('an execution that ended before n8n was killed does not run again', async () => {
	const before = await start(AGAIN);
	await say('done');
	await soon('it has ended', () => before.started.length === 1);
	const memory = JSON.parse(JSON.stringify(before.workflow.staticData)) as object;
	await before.stop();
	await putBack(before.started[0].item.json.update);
	forgetBots();
	const after = await start(AGAIN, {}, memory);
	await say('new');
	await soon('the new one has come', () => after.started.length > 0);
	expect(after.texts).toEqual(['new']);
});

test('what ended for another bot says nothing about this one', async () => {
	const before = await start(AGAIN);
	await say('done');
	await soon('it has ended', () => before.started.length === 1);
	const memory = JSON.parse(JSON.stringify(before.workflow.staticData)) as {
		[node: string]: { bot: string };
	};
	await before.stop();
	await putBack(before.started[0].item.json.update);
	forgetBots();
	Object.values(memory)[0].bot = 'another';
	const after = await start(AGAIN, {}, memory);
	await soon('it runs here', () => after.texts.includes('done'));
});

test('an album comes back whole, also if its messages are in another order than its updates', async () => {
	const part = (id: number, messageId: number) => {
		const { message } = updateOf(messageId, emulator.defaults.chats.demoGroup);
		return { update_id: id, message: { ...message, media_group_id: 'trip' } };
	};
	const album = [part(5, 11), part(6, 10)];
	await putBack(...album);
	const before = create();
	before.endsAtOnce = false;
	await before.start();
	await soon('it has started', () => before.started.length === 1);
	const memory = JSON.parse(JSON.stringify(before.workflow.staticData));
	await before.stop();
	await putBack(...album);
	forgetBots();
	const after = await start({}, {}, memory);
	await soon('it has started again', () => after.started.length === 1);
	expect(after.started[0].item.json.updates).toMatchObject([{ update_id: 6 }, { update_id: 5 }]);
});

test('an execution that n8n cannot start is retried until it starts', async () => {
	const trigger = create();
	trigger.failures = [new Error('the database is locked')];
	await trigger.start();
	await say('hello');
	await soon('it has started', () => trigger.started.length === 2);
	expect(trigger.started[0].key).toBe(trigger.started[1].key);
	await soon('it is confirmed', async () => (await pending()) === 0);
	expect(trigger.logged.join()).toContain('could not start an execution');
});

test('an execution that a person stops counts as ended', async () => {
	const trigger = create();
	trigger.failures = [Object.assign(new Error('cancelled'), { reason: 'manual' })];
	await trigger.start();
	await say('hello');
	await soon('it is confirmed', async () => (await pending()) === 0);
	expect(trigger.started).toHaveLength(1);
});

describe('pending updates', () => {
	test.each([
		['keep', 'activate', ['old', 'new']],
		['drop', 'activate', ['new']],
		['drop', 'update', ['old', 'new']],
		['drop', 'init', ['old', 'new']],
	])('%s, when n8n says %s', async (pendingUpdates, activation, texts) => {
		await say('old');
		const trigger = await start({ pendingUpdates }, { activation });
		await say('new');
		await soon('all have come', async () => (await pending()) === 0);
		await soon('all have started', () => trigger.started.length >= texts.length);
		expect(trigger.texts).toEqual(texts);
	});

	test('are not dropped for a workflow that joins another', async () => {
		const first = await start({}, { id: 'first' });
		first.endsAtOnce = false;
		await say('in work');
		await soon('it has started', () => first.started.length === 1);
		const second = await start({ pendingUpdates: 'drop' }, { id: 'second' });
		await askedAgain();
		expect(await pending()).toBe(1);
		first.started[0].end();
		await second.stop();
	});

	test('are not dropped, and nothing is published, while a webhook is in the way', async () => {
		await say('old');
		await api('setWebhook', { url: 'https://other.example.com/hidden?key=hidden' });
		const refusal = await start({ pendingUpdates: 'drop' }).catch((error) => error);
		expect(refusal.message).toContain('other.example.com');
		expect(refusal.message).not.toContain('hidden');
		expect(refusal.description).toContain('Remove Webhook');
		expect(await pending()).toBe(1);
		const options = { removeWebhook: true };
		const trigger = await start({ pendingUpdates: 'drop', options });
		await say('new');
		await soon('the new one has come', () => trigger.started.length > 0);
		expect(trigger.texts).toEqual(['new']);
	});
});
