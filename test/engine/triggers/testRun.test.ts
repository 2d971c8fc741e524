import { useWebhooks } from '../../support/webhookTests';

const { emulator, listen, listenBeside, say, sendAlbum, info, secretSet, soon } = useWebhooks();

/** A published workflow whose editor listens for a test event. */
async function listenBesideLive() {
	const trigger = await listen({ updates: ['message', 'chat_member'] });
	await trigger.open();
	const secret = await secretSet();
	await trigger.open('manual');
	return { trigger, secret };
}

test('a test gets its event beside the published workflow, and does not change the webhook', async () => {
	const { trigger, secret } = await listenBesideLive();
	expect((await info()).url).toContain(`${trigger.address()}?to=`);
	await say('for both');
	await soon('both have it', () => trigger.started.length === 2);
	await trigger.step('delete', 'manual');
	expect(await info()).toMatchObject({
		url: trigger.address(),
		allowed_updates: ['message', 'chat_member', 'callback_query', 'my_chat_member'],
	});
	expect(await secretSet()).toBe(secret);
	await say('live again');
	await soon('the live one has it', () => trigger.started.length === 3);
	expect(trigger.started.map(({ mode }) => mode).sort()).toEqual(['manual', 'trigger', 'trigger']);
});

test('a test takes one event, and the live workflow gets all, each once', async () => {
	const { trigger } = await listenBesideLive();
	const texts = ['one', 'two', 'three', 'four'];
	await Promise.all(texts.map(say));
	await soon('all are delivered', async () => (await info()).pending_update_count === 0);
	await soon('the test has one', () => trigger.started.length === 5);
	await trigger.step('delete', 'manual');
	const live = trigger.started.filter(({ mode }) => mode === 'trigger');
	expect(live.map(({ item }) => item.json.text).sort()).toEqual(texts.sort());
});

test('a test of one workflow takes nothing from the others of the bot', async () => {
	const live = await listen();
	await live.open();
	const tested = listenBeside(live, 'tested', { updates: ['poll', 'message'] });
	await tested.open('manual');
	expect((await info()).allowed_updates).toEqual([
		'message',
		'callback_query',
		'my_chat_member',
		'poll',
	]);
	await say('for both');
	await soon('both have it', () => live.started.length + tested.started.length === 2);
	await tested.step('delete', 'manual');
	expect(await info()).toMatchObject({
		url: live.address(),
		allowed_updates: ['message', 'callback_query', 'my_chat_member'],
	});
});

test('a workflow that is published while another is tested gets the pushes itself', async () => {
	const tested = await listen({}, undefined, 'tested');
	await tested.open('manual');
	const live = listenBeside(tested, 'live');
	await live.open();
	expect((await info()).url).toContain(`${live.address()}?to=`);
	await tested.step('delete', 'manual');
	expect((await info()).url).toBe(live.address());
});

test('a test that gathers albums takes all parts of one', async () => {
	const trigger = await listen({ options: { gatherAlbums: true } });
	await trigger.open('manual');
	await sendAlbum(3);
	await soon('all are delivered', async () => (await info()).pending_update_count === 0);
	expect(trigger.started).toHaveLength(1);
	expect(trigger.started[0].item.json.media).toHaveLength(3);
});

test('a second test gets its own event', async () => {
	const trigger = await listen();
	for (const text of ['first', 'second']) {
		await trigger.open('manual');
		await say(text);
		await soon('the test has it', () => trigger.started.at(-1)?.item.json.text === text);
		await trigger.step('delete', 'manual');
	}
	expect(trigger.started).toHaveLength(2);
});

test('a test that was started twice still gives the webhook back', async () => {
	const { trigger } = await listenBesideLive();
	await trigger.open('manual');
	await trigger.step('delete', 'manual');
	expect((await info()).url).toBe(trigger.address());
});

test('when a test ends, the webhook gets the kinds of the published workflow again', async () => {
	const trigger = await listen({ updates: ['message'] });
	await trigger.open();
	const tested = trigger.edited({ updates: ['poll'] });
	await tested.open('manual');
	expect((await info()).allowed_updates).toEqual([
		'message',
		'callback_query',
		'my_chat_member',
		'poll',
	]);
	await tested.step('delete', 'manual');
	expect((await info()).allowed_updates).toEqual(['message', 'callback_query', 'my_chat_member']);
});

test.each([
	['the filter is broken', { filters: { textMatches: '[' } }, undefined],
	['the server refuses it', {}, { kind: 'error', status: 400, method: 'setWebhook' }],
	['the server does not say', {}, { kind: 'error', status: 400, method: 'getWebhookInfo' }],
])(
	'a test that cannot start leaves the live webhook alone: %s',
	async (_why, parameters, fault) => {
		const live = await listen();
		await live.open();
		const tested = live.edited(parameters);
		if (fault) await emulator.fault(fault);
		await expect(tested.open('manual')).rejects.toThrow();
		await tested.step('delete', 'manual');
		expect((await info()).url).toBe(live.address());
	},
);

test('a test leaves no webhook if there was none', async () => {
	const trigger = await listen();
	await trigger.open('manual');
	await trigger.step('delete', 'manual');
	expect((await info()).url).toBe('');
});

test('a test never drops waiting updates', async () => {
	const trigger = await listen({ pendingUpdates: 'drop' });
	await say('waiting');
	await trigger.open('manual');
	await soon('it has come', () => trigger.started.length === 1);
	expect(trigger.started[0].item.json.text).toBe('waiting');
});

test('a test does not undo a publication that happened meanwhile', async () => {
	const trigger = await listen();
	await trigger.open('manual');
	await trigger.open();
	await trigger.step('delete', 'manual');
	expect((await info()).url).toBe(trigger.address());
});

test('a webhook that a test left behind is replaced without a question', async () => {
	const trigger = await listen();
	await trigger.open('manual');
	await trigger.open('trigger', 'init');
	expect((await info()).url).toBe(trigger.address());
});

test('unpublishing during a test removes the webhook for good', async () => {
	const { trigger } = await listenBesideLive();
	await trigger.step('delete');
	await trigger.step('delete', 'manual');
	expect((await info()).url).toBe('');
});

test('the live webhook is restored even if the server fails once', async () => {
	const { trigger } = await listenBesideLive();
	await emulator.fault({ kind: 'error', status: 500, method: 'setWebhook', times: 2 });
	await trigger.step('delete', 'manual');
	expect((await info()).url).toBe(trigger.address());
});

test('a test reports the webhook of another owner before it takes it', async () => {
	await emulator.api('setWebhook', { url: 'https://other.example.com/hook' });
	const trigger = await listen();
	await expect(trigger.open('manual')).rejects.toThrow('updates to other.example.com. To');
	await trigger.step('delete', 'manual');
	expect((await info()).url).toBe('https://other.example.com/hook');
});
