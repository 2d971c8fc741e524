import { updateOf, useWebhooks } from '../../support/webhookTests';

const { emulator, listen, secretSet, push } = useWebhooks();
const { chats } = emulator.defaults;

const update = (id: number) => updateOf(id, chats.demoGroup);

/** Replaces the bot's token in the service, and then in n8n. */
async function replaceToken(...triggers: Array<Awaited<ReturnType<typeof listen>>>): Promise<void> {
	const replaced = emulator.token.replace(/:.*/, ':replaced');
	const snapshot = await emulator.control('get', 'snapshot');
	snapshot.bots.find((bot: { token: string }) => bot.token === emulator.token).token = replaced;
	await emulator.control('put', 'snapshot', snapshot);
	for (const trigger of triggers) trigger.paste({ botToken: replaced });
}

test('after a new token, the webhook of another program is left alone', async () => {
	const trigger = await listen();
	await trigger.open();
	const secret = await secretSet();
	const foreign = 'https://other.example.com/hook';
	await emulator.api('setWebhook', { url: foreign });
	await replaceToken(trigger);
	await push(trigger, update(1), secret);
	const urls = (await emulator.calls('setWebhook')).map(({ params }) => params.url);
	expect(urls).toEqual([trigger.address(), foreign]);
});

test('after a new token, a webhook that is gone is set again', async () => {
	const trigger = await listen();
	await trigger.open();
	const secret = await secretSet();
	await emulator.api('deleteWebhook');
	await replaceToken(trigger);
	await push(trigger, update(1), secret);
	expect(await emulator.calls('setWebhook')).toHaveLength(2);
	expect((await emulator.calls('setWebhook')).at(-1)?.params.url).toBe(trigger.address());
});

test('after a new token, the kinds of updates remain, and many pushes cause one request', async () => {
	const trigger = await listen({ updates: ['message', 'callback_query'] });
	await trigger.open();
	const secret = await secretSet();
	await replaceToken(trigger);
	const pushes = [1, 2, 3].map(async (id) => await push(trigger, update(id), secret));
	expect(await Promise.all(pushes)).toEqual([503, 503, 503]);
	const calls = await emulator.calls('setWebhook');
	expect(calls).toHaveLength(2);
	expect(calls[1].params.allowed_updates).toEqual(['message', 'callback_query', 'my_chat_member']);
	expect(trigger.started).toEqual([]);
});

test('after a new token, the workflow with the webhook renews it if two get pushes at once', async () => {
	const former = await listen({}, undefined, 'of-another-node');
	await former.open();
	const formerSecret = await secretSet();
	const current = await listen({ options: { takeOver: true } });
	await current.open();
	const secret = await secretSet();
	await replaceToken(former, current);
	const pushes = [push(former, update(1), formerSecret), push(current, update(2), secret)];
	expect(await Promise.all(pushes)).toEqual([503, 503]);
	const calls = await emulator.calls('setWebhook');
	expect(calls.slice(2).map(({ params }) => params.url)).toEqual([current.address()]);
	expect(await push(current, update(2), await secretSet())).toBe(200);
	expect([former.started.length, current.started.length]).toEqual([0, 1]);
});

test('after a new token, a server that refuses the new secret is asked again at the next push', async () => {
	const trigger = await listen();
	await trigger.open();
	const secret = await secretSet();
	await replaceToken(trigger);
	await emulator.fault({
		kind: 'error',
		method: 'setWebhook',
		status: 400,
		description: 'not now',
	});
	expect(await push(trigger, update(1), secret)).toBe(503);
	expect(trigger.logged).toEqual(['Trigger: not now']);
	expect(await push(trigger, update(1), secret)).toBe(503);
	expect(await push(trigger, update(1), secret)).toBe(403);
	expect(await push(trigger, update(1), await secretSet())).toBe(200);
	expect(trigger.logged).toEqual([
		expect.stringContaining('not now'),
		expect.stringContaining('refused a push'),
	]);
	expect(trigger.started).toHaveLength(1);
});

test('after a new token, a push without a valid secret renews nothing', async () => {
	const trigger = await listen();
	await trigger.open();
	await replaceToken(trigger);
	for (const wrong of [undefined, '', 'guessed']) {
		expect(await push(trigger, update(1), wrong)).toBe(403);
	}
	expect(await emulator.calls('setWebhook')).toHaveLength(1);
});

test('each of two bots starts the workflow with the message that both receive', async () => {
	const trigger = await listen();
	const other = { id: 7000000001, token: '7000000001:secret' };
	await emulator.control('post', 'seed', {
		bots: [other],
		users: [{ id: other.id, is_bot: true, first_name: 'Other' }],
	});
	for (const botToken of [emulator.token, other.token]) {
		trigger.paste({ botToken });
		await trigger.open();
		expect(await push(trigger, update(1), await secretSet())).toBe(200);
	}
	expect(trigger.started).toHaveLength(2);
});

test('a token of another bot starts nothing for either bot, and a failed execution says so', async () => {
	const trigger = await listen();
	await trigger.open();
	const secret = await secretSet();
	await emulator.control('post', 'seed', {
		bots: [{ id: 77, token: '77:secretOfAnotherBot' }],
		users: [{ id: 77, is_bot: true, first_name: 'Other' }],
	});
	trigger.paste({ botToken: '77:secretOfAnotherBot' });
	const statuses = [];
	for (const id of [1, 2, 3]) statuses.push(await push(trigger, update(id), secret));
	// The first push fails as an execution. Each one is repeated by the server.
	expect(statuses).toEqual([500, 403, 403]);
	expect(trigger.logged).toEqual([expect.stringContaining('now for another bot')]);
	expect(await emulator.calls('setWebhook')).toHaveLength(1);
	expect(trigger.started).toEqual([]);
	trigger.paste({ botToken: emulator.token });
	expect(await push(trigger, update(1), secret)).toBe(200);
	expect(trigger.started).toHaveLength(1);
});
