import { useWebhooks } from '../../support/webhookTests';

const { emulator, listen, say, info, secretSet, push, soon } = useWebhooks();
const { chats } = emulator.defaults;

const setCalls = async () => await emulator.calls('setWebhook');

describe('the lifecycle', () => {
	test('publishing sets the webhook, and unpublishing removes it', async () => {
		const trigger = await listen({ updates: ['message', 'callback_query'] });
		expect(await trigger.step('checkExists')).toBe(false);
		await trigger.step('create');
		expect(await info()).toMatchObject({
			url: trigger.address(),
			allowed_updates: ['message', 'callback_query', 'my_chat_member'],
		});
		expect(await trigger.step('checkExists')).toBe(true);
		await say('hello');
		await soon('it has started', () => trigger.started.length === 1);
		expect(trigger.started[0].item.json).toMatchObject({ chatId: chats.demoGroup, text: 'hello' });
		await trigger.step('delete');
		expect((await info()).url).toBe('');
	});

	test('All includes every kind, even those that servers leave out by default', async () => {
		const trigger = await listen({ updates: ['*'] });
		await trigger.open();
		const { allowed_updates: kinds } = await info();
		expect(kinds).toEqual(
			expect.arrayContaining(['message', 'chat_member', 'message_reaction', 'poll_answer']),
		);
		expect(kinds).toHaveLength(13);
	});

	test('a change of kinds or of the secret reaches the server when n8n starts', async () => {
		const trigger = await listen({ updates: ['message'] });
		await trigger.open();
		await trigger.open('trigger', 'init');
		expect(await setCalls()).toHaveLength(1);
		for (const allowed_updates of [
			['poll'],
			['message', 'poll'],
			['message', 'callback_query', 'my_chat_member', 'poll'],
		]) {
			await emulator.api('setWebhook', { url: trigger.address(), allowed_updates });
			expect(await trigger.step('checkExists', 'trigger', 'init')).toBe(false);
		}
		await trigger.open('trigger', 'init');
		expect(await trigger.step('checkExists', 'trigger', 'init')).toBe(true);
		const { mark } = trigger.memory;
		trigger.memory.mark = 'of an earlier token';
		expect(await trigger.step('checkExists', 'trigger', 'init')).toBe(false);
		expect(await secretSet()).not.toContain(mark);
	});

	test.each([
		['keep', 'activate', ['new', 'waiting']],
		['drop', 'activate', ['new']],
		['drop', 'update', ['new', 'waiting']],
		['drop', 'init', ['new', 'waiting']],
	])('pending updates: %s, when n8n says %s', async (pendingUpdates, activation, texts) => {
		const trigger = await listen({ pendingUpdates });
		await say('waiting');
		await trigger.open('trigger', activation);
		await say('new');
		await soon('all have come', async () => (await info()).pending_update_count === 0);
		expect(trigger.started.map(({ item }) => item.json.text).sort()).toEqual(texts);
	});

	test('updates that the server holds for the same webhook are not dropped', async () => {
		const trigger = await listen({ pendingUpdates: 'drop' });
		await emulator.api('setWebhook', { url: trigger.address(), allowed_updates: ['poll'] });
		await trigger.open();
		const { params } = (await setCalls()).at(-1)!;
		expect(params.url).toBe(trigger.address());
		expect(params).not.toHaveProperty('drop_pending_updates');
	});

	test.each([
		['a broken regular expression', { filters: { textMatches: '[' } }, 'Text Matches'],
		['no kind of update', { updates: [] }, 'Trigger On'],
	])('%s fails when the workflow is published', async (_what, parameters, words) => {
		const trigger = await listen(parameters);
		await expect(trigger.open()).rejects.toThrow(words);
		expect((await info()).url).toBe('');
	});

	describe('a server without getWebhookInfo', () => {
		const UNKNOWN = { kind: 'error', method: 'getWebhookInfo', status: 404, times: 9 };

		test.each(['Not Found', 'Not Found: method not found'])(
			'gets an address that nobody can guess, and the log says so: %s',
			async (description) => {
				const trigger = await listen();
				await emulator.fault({ ...UNKNOWN, description });
				await trigger.open();
				const [{ params }] = await setCalls();
				expect(params.url).toMatch(/\/bot-updates\?key=[0-9a-f]{64}$/);
				expect(params.url).toContain(`${trigger.address()}?`);
				expect(trigger.logged).toEqual([
					expect.stringMatching(
						/can do less.*getWebhookInfo.*a long key.*Bot Messaging Polling Trigger/,
					),
				]);
				const { key } = Object.fromEntries(new URL(params.url).searchParams);
				expect(trigger.logged.join() + JSON.stringify(trigger.staticData)).not.toContain(key);
			},
		);

		test('is not assumed if getMe is missing too: then the address is wrong', async () => {
			const trigger = await listen();
			const unknown = { ...UNKNOWN, description: 'Not Found' };
			await emulator.fault([unknown, { ...unknown, method: 'getMe' }]);
			await expect(trigger.step('create')).rejects.toMatchObject({
				description: expect.stringContaining('check Base URL, Token Path and Bot Token'),
			});
		});
	});

	test('the error of the server is shown', async () => {
		const trigger = await listen();
		const refusal = { kind: 'error', status: 400, description: 'bad webhook' };
		for (const [method, step] of [
			['getWebhookInfo', 'checkExists'],
			['setWebhook', 'create'],
			['getWebhookInfo', 'delete'],
		] as const) {
			await emulator.fault({ ...refusal, method });
			await expect(trigger.step(step)).rejects.toMatchObject({ message: 'bad webhook' });
		}
	});

	test.each([
		{ kind: 'error', status: 500 },
		{ kind: 'error', status: 429, parameters: { retry_after: 1 } },
		{ kind: 'cut_after' },
	])('a server that fails once is asked again: %j', async (fault) => {
		const trigger = await listen();
		await emulator.fault({ ...fault, method: 'setWebhook' });
		await trigger.open();
		expect((await info()).url).toBe(trigger.address());
		expect(await push(trigger, { update_id: 1 }, await secretSet())).toBe(200);
	});
});

describe('a webhook of another owner', () => {
	const foreign = 'https://other.example.com/hidden?key=hidden';

	test('is not replaced silently: the error says whose it is and what to do', async () => {
		await emulator.api('setWebhook', { url: foreign });
		const trigger = await listen();
		const refusal = await trigger.open().catch((error) => error);
		expect(refusal.message).toContain('other.example.com');
		expect(refusal.message + refusal.description).not.toContain('hidden');
		expect(refusal.description).toContain('Take Over an Existing Webhook');
		// n8n clears up after a workflow that could not be published.
		await trigger.step('delete');
		expect((await info()).url).toBe(foreign);
	});

	test('is not removed with the trigger if it is already gone', async () => {
		const trigger = await listen();
		await trigger.open();
		await emulator.api('deleteWebhook');
		await emulator.control('delete', 'calls');
		await trigger.step('delete');
		expect(await emulator.calls('deleteWebhook')).toEqual([]);
	});

	test('that a test run has replaced does not get our secret when the test ends', async () => {
		await emulator.api('setWebhook', { url: foreign });
		const trigger = await listen({ options: { takeOver: true } });
		await trigger.open('manual');
		await trigger.step('delete', 'manual');
		expect((await info()).url).toBe('');
		const told = (await setCalls()).filter(({ params }) => params.url === foreign);
		expect(told.map(({ params }) => params.secret_token)).toEqual([undefined]);
	});

	test('is replaced if the user chose so', async () => {
		await emulator.api('setWebhook', { url: foreign });
		const trigger = await listen({ options: { takeOver: true } });
		await trigger.open();
		expect((await info()).url).toBe(trigger.address());
	});

	test('is not removed with the trigger', async () => {
		const trigger = await listen();
		await trigger.open();
		await emulator.api('setWebhook', { url: foreign });
		await trigger.step('delete');
		expect((await info()).url).toBe(foreign);
	});

	test('can belong to another node in the same n8n', async () => {
		const trigger = await listen();
		// n8n's Telegram Trigger has an address like this.
		const other = `${trigger.listensAt}/webhook/of-another-node/webhook`;
		await emulator.api('setWebhook', { url: other });
		await expect(trigger.open()).rejects.toThrow(`updates to ${new URL(other).host}. To`);
	});

	test('can belong to another node at an earlier address of this n8n', async () => {
		const trigger = await listen();
		trigger.memory.origin = 'https://earlier.example.com';
		const other = 'https://earlier.example.com/webhook/of-another-node/bot-updates';
		await emulator.api('setWebhook', { url: other });
		await expect(trigger.open()).rejects.toThrow('earlier.example.com');
		expect((await info()).url).toBe(other);
	});

	test('is not the webhook of the same node at an earlier address of this n8n', async () => {
		const before = await listen();
		await before.open();
		const after = await listen();
		Object.assign(after.staticData, before.staticData);
		await after.open('trigger', 'init');
		expect((await info()).url).toBe(after.address());
		const unknown = await listen();
		await expect(unknown.open()).rejects.toThrow('already sends its updates');
	});
});
