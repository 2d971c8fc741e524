import { useWebhooks } from '../../support/webhookTests';

const { emulator, listen, say, sendAlbum, info, secretSet, soon } = useWebhooks();

/** A published workflow whose editor listens for a test event. */
async function listenBesideLive() {
	const trigger = await listen({ updates: ['message', 'chat_member'] });
	await trigger.open();
	const secret = await secretSet();
	await trigger.open('manual');
	return { trigger, secret };
}

test('a test borrows the webhook and gives it back, with its secret and its kinds', async () => {
	const { trigger, secret } = await listenBesideLive();
	expect((await info()).url).toBe(trigger.address('manual'));
	await say('for the test');
	await soon('the test has it', () => trigger.started.length === 1);
	await trigger.step('delete', 'manual');
	expect(await info()).toMatchObject({
		url: trigger.address(),
		allowed_updates: ['message', 'chat_member', 'callback_query'],
	});
	expect(await secretSet()).toBe(secret);
	await say('live again');
	await soon('the live one has it', () => trigger.started.length === 2);
	expect(trigger.started.map(({ mode }) => mode)).toEqual(['manual', 'trigger']);
});

test('a test takes one event, and the live workflow gets all others, each once', async () => {
	const { trigger } = await listenBesideLive();
	const texts = ['one', 'two', 'three', 'four'];
	await Promise.all(texts.map(say));
	await soon('the test has one', () => trigger.started.length === 1);
	await trigger.step('delete', 'manual');
	await soon('the live one has the others', () => trigger.started.length === 4);
	expect(trigger.started.map(({ mode }) => mode)).toEqual(['manual', ...Array(3).fill('trigger')]);
	expect(trigger.started.map(({ item }) => item.json.text).sort()).toEqual(texts.sort());
});

test('a test that gathers albums takes all parts of one', async () => {
	const trigger = await listen({ options: { gatherAlbums: true } });
	await trigger.open('manual');
	await sendAlbum(3);
	await soon('all are delivered', async () => (await info()).pending_update_count === 0);
	expect(trigger.started).toHaveLength(1);
	expect(trigger.started[0].item.json.media).toHaveLength(3);
});

test('a second test takes an event of its own', async () => {
	const trigger = await listen();
	for (const text of ['first', 'second']) {
		await trigger.open('manual');
		await say(text);
		await soon('the test has it', () => trigger.started.at(-1)?.item.json.text === text);
		await trigger.step('delete', 'manual');
	}
	expect(trigger.started).toHaveLength(2);
});

test('a test that is begun a second time gives it back all the same', async () => {
	const { trigger } = await listenBesideLive();
	await trigger.open('manual');
	await trigger.step('delete', 'manual');
	expect((await info()).url).toBe(trigger.address());
});

test('a test keeps what the server has when the form asks for other kinds', async () => {
	const trigger = await listen({ updates: ['message'] });
	await trigger.open();
	await emulator.api('setWebhook', { url: trigger.address(), allowed_updates: ['poll'] });
	await trigger.open('manual');
	expect((await info()).allowed_updates).toEqual(['message', 'callback_query']);
	await trigger.step('delete', 'manual');
	expect((await info()).allowed_updates).toEqual(['poll']);
});

test.each([
	['the filter is broken', { filters: { textMatches: '[' } }, undefined],
	['the server refuses it', {}, { kind: 'error', status: 400, method: 'setWebhook' }],
	['the server does not say', {}, { kind: 'error', status: 400, method: 'getWebhookInfo' }],
])('a test that cannot begin leaves the live webhook: %s', async (_why, parameters, fault) => {
	const live = await listen();
	await live.open();
	const tested = live.edited(parameters);
	if (fault) await emulator.fault(fault);
	await expect(tested.open('manual')).rejects.toThrow();
	await tested.step('delete', 'manual');
	expect((await info()).url).toBe(live.address());
});

test('a test leaves no webhook if there was none', async () => {
	const trigger = await listen();
	await trigger.open('manual');
	await trigger.step('delete', 'manual');
	expect((await info()).url).toBe('');
});

test('a test never drops what waits', async () => {
	const trigger = await listen({ pendingUpdates: 'drop' });
	await say('waiting');
	await trigger.open('manual');
	await soon('it has come', () => trigger.started.length === 1);
	expect(trigger.started[0].item.json.text).toBe('waiting');
});

test('a test does not undo what was published meanwhile', async () => {
	const trigger = await listen();
	await trigger.open('manual');
	await trigger.open();
	await trigger.step('delete', 'manual');
	expect((await info()).url).toBe(trigger.address());
});

test('a webhook that a test left behind is replaced without asking', async () => {
	const trigger = await listen();
	await trigger.open('manual');
	await trigger.open('trigger', 'init');
	expect((await info()).url).toBe(trigger.address());
});

test('unpublishing during a test takes the webhook away for good', async () => {
	const { trigger } = await listenBesideLive();
	await trigger.step('delete');
	await trigger.step('delete', 'manual');
	expect((await info()).url).toBe('');
});

test('the live webhook comes back although the server stumbles', async () => {
	const { trigger } = await listenBesideLive();
	await emulator.fault({ kind: 'error', status: 500, method: 'setWebhook', times: 2 });
	await trigger.step('delete', 'manual');
	expect((await info()).url).toBe(trigger.address());
});

test('a test asks before it takes the webhook of somebody else', async () => {
	await emulator.api('setWebhook', { url: 'https://other.example.com/hook' });
	const trigger = await listen();
	await expect(trigger.open('manual')).rejects.toThrow('other.example.com/hook');
	await trigger.step('delete', 'manual');
	expect((await info()).url).toBe('https://other.example.com/hook');
});
