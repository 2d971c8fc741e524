import axios from 'axios';

import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { WebhookTrigger } from '../../support/webhookTrigger';

const emulator = useEmulator({ webhookRetryBaseMs: 50 });
const { chats, users } = emulator.defaults;
const listening: WebhookTrigger[] = [];

async function listen(parameters: object = {}, id?: string, webhookId?: string) {
	const trigger = new WebhookTrigger(
		{ baseUrl: emulator.url, botToken: emulator.token },
		parameters as never,
		id,
		webhookId,
	);
	listening.push(trigger);
	return await trigger.listen();
}

const say = async (text: string) =>
	await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text });

const info = async () => (await emulator.api('getWebhookInfo')).body.result;

const secretSet = async () => (await emulator.calls('setWebhook')).at(-1)?.params.secret_token;

const push = async (trigger: WebhookTrigger, body: unknown, secret?: string) => {
	const headers = secret === undefined ? {} : { 'X-Telegram-Bot-Api-Secret-Token': secret };
	const { status } = await axios.post(trigger.address(), body, {
		headers: { 'content-type': 'application/json', ...headers },
		validateStatus: () => true,
		maxBodyLength: Infinity,
	});
	return status;
};

const update = (id: number, text = 'pushed') => ({
	update_id: id,
	message: {
		message_id: id,
		chat: { id: chats.demoGroup, type: 'group' },
		from: { id: users.mia, is_bot: false, first_name: 'Mia' },
		date: 1_700_000_000,
		text,
	},
});

const soon = async (what: string, isSo: () => boolean) =>
	await until(what, async () => isSo(), 5000);

afterEach(() => {
	for (const trigger of listening.splice(0)) trigger.close();
});

describe('the lifecycle', () => {
	test('publishing sets the webhook, unpublishing takes it away', async () => {
		const trigger = await listen({ updates: ['message', 'callback_query'] });
		expect(await trigger.step('checkExists')).toBe(false);
		await trigger.step('create');
		expect(await info()).toMatchObject({
			url: trigger.address(),
			allowed_updates: ['message', 'callback_query'],
		});
		expect(await trigger.step('checkExists')).toBe(true);
		await say('hello');
		await soon('it has started', () => trigger.started.length === 1);
		expect(trigger.started[0].item.json).toMatchObject({ chatId: chats.demoGroup, text: 'hello' });
		await trigger.step('delete');
		expect((await info()).url).toBe('');
	});

	test('All names every kind, also those that servers leave out otherwise', async () => {
		const trigger = await listen({ updates: ['*'] });
		await trigger.step('create');
		const { allowed_updates: kinds } = await info();
		expect(kinds).toEqual(expect.arrayContaining(['message', 'chat_member', 'message_reaction']));
		expect(kinds).not.toContain('*');
	});

	test.each([
		['keep', ['waiting', 'new']],
		['drop', ['new']],
	])('pending updates: %s', async (pendingUpdates, texts) => {
		const trigger = await listen({ pendingUpdates });
		await say('waiting');
		await trigger.step('create');
		await say('new');
		await soon('the new one has come', () => trigger.started.length === texts.length);
		expect(trigger.started.map(({ item }) => item.json.text)).toEqual(texts);
	});

	test('a broken regular expression fails when the workflow is published', async () => {
		const trigger = await listen({ filters: { textMatches: '[' } });
		await expect(trigger.step('create')).rejects.toMatchObject({
			message: expect.stringContaining('Text Matches'),
		});
		expect((await info()).url).toBe('');
	});

	test('what the server refuses is shown, not swallowed', async () => {
		const trigger = await listen();
		await emulator.fault({
			kind: 'error',
			status: 400,
			method: 'setWebhook',
			description: 'bad webhook',
		});
		await expect(trigger.step('create')).rejects.toMatchObject({ message: 'bad webhook' });
		await emulator.fault({ kind: 'error', status: 401, description: 'Unauthorized' });
		await expect(trigger.step('checkExists')).rejects.toMatchObject({ message: 'Unauthorized' });
	});
});

describe('a webhook of somebody else', () => {
	const foreign = 'https://other.example.com/hook?key=hidden';

	test('is not taken silently: the message says whose it is and what to do', async () => {
		await emulator.api('setWebhook', { url: foreign });
		const trigger = await listen();
		const refusal = await trigger.step('create').catch((error) => error);
		expect(refusal.message).toContain('other.example.com/hook');
		expect(refusal.message + refusal.description).not.toContain('hidden');
		expect(refusal.description).toContain('Take Over an Existing Webhook');
		expect((await info()).url).toBe(foreign);
	});

	test('is taken over if the user chose so', async () => {
		await emulator.api('setWebhook', { url: foreign });
		const trigger = await listen({ options: { takeOver: true } });
		await trigger.step('create');
		expect((await info()).url).toBe(trigger.address());
	});

	test('is left alone when the trigger goes', async () => {
		const trigger = await listen();
		await trigger.step('create');
		await emulator.api('setWebhook', { url: foreign });
		await trigger.step('delete');
		expect((await info()).url).toBe(foreign);
	});

	test('of the same node at an earlier address of this n8n is its own', async () => {
		const before = await listen();
		await before.step('create');
		const after = await listen();
		Object.assign(after.staticData, before.staticData);
		await after.step('create');
		expect((await info()).url).toBe(after.address());
		const unknown = await listen();
		await expect(unknown.step('create')).rejects.toThrow('already sends its updates');
	});
});

describe('a test in the editor', () => {
	test('borrows the webhook and gives it back, with its secret', async () => {
		const trigger = await listen({ updates: ['message', 'edited_message'] });
		await trigger.step('create');
		const secret = await secretSet();
		await trigger.step('create', 'manual');
		expect((await info()).url).toBe(trigger.address('manual'));
		await say('for the test');
		await soon('the test has it', () => trigger.started.length === 1);
		await trigger.step('delete', 'manual');
		expect(await info()).toMatchObject({
			url: trigger.address(),
			allowed_updates: ['message', 'edited_message'],
		});
		expect(await secretSet()).toBe(secret);
		await say('live again');
		await soon('the live one has it', () => trigger.started.length === 2);
		expect(trigger.started.map(({ mode }) => mode)).toEqual(['manual', 'trigger']);
	});

	test('leaves no webhook where there was none', async () => {
		const trigger = await listen();
		await trigger.step('create', 'manual');
		await trigger.step('delete', 'manual');
		expect((await info()).url).toBe('');
	});

	test('does not undo what was published meanwhile', async () => {
		const trigger = await listen();
		await trigger.step('create', 'manual');
		await trigger.step('create');
		await trigger.step('delete', 'manual');
		expect((await info()).url).toBe(trigger.address());
	});
});

describe('a push', () => {
	test('without the right secret gets 403 and starts nothing', async () => {
		const trigger = await listen();
		await trigger.step('create');
		const secret = await secretSet();
		expect(await push(trigger, update(1))).toBe(403);
		expect(await push(trigger, update(1), 'guessed')).toBe(403);
		expect(await push(trigger, update(1), `${secret}x`)).toBe(403);
		expect(trigger.started).toEqual([]);
		expect(await push(trigger, update(1), secret)).toBe(200);
		expect(trigger.started).toHaveLength(1);
	});

	test('that is no update gets 400 and starts nothing', async () => {
		const trigger = await listen();
		await trigger.step('create');
		const secret = await secretSet();
		const bodies = [{}, [], { update_id: 7 }, { message: {} }, { update_id: '7', message: {} }];
		const large = { update_id: 8, text: 'x'.repeat(5_000_000) };
		for (const body of [...bodies, large]) expect(await push(trigger, body, secret)).toBe(400);
		expect(trigger.started).toEqual([]);
	});

	test('that comes again starts nothing', async () => {
		const trigger = await listen({}, 'again');
		await trigger.step('create');
		const secret = await secretSet();
		expect(await push(trigger, update(5), secret)).toBe(200);
		expect(await push(trigger, update(5), secret)).toBe(200);
		expect(trigger.started).toHaveLength(1);
	});

	test('that the filters hold back gets 200 and starts nothing', async () => {
		const trigger = await listen({ filters: { commands: '/ban' } }, 'filtered');
		await trigger.step('create');
		const secret = await secretSet();
		expect(await push(trigger, update(6, 'hello'), secret)).toBe(200);
		expect(await push(trigger, update(7, '/ban@my_bot Noah'), secret)).toBe(200);
		expect(trigger.started.map(({ item }) => item.json)).toMatchObject([
			{ command: '/ban', commandArguments: 'Noah' },
		]);
	});

	test('carries a secret that differs by workflow and shows no id', async () => {
		const secrets = [];
		for (const id of ['one', 'two']) {
			const trigger = await listen({ options: { takeOver: true } }, id);
			await trigger.step('create');
			secrets.push(await secretSet());
		}
		expect(secrets[0]).not.toBe(secrets[1]);
		expect(secrets.join()).not.toMatch(/one|two|node-of/);
		expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/);
	});
});

describe('media', () => {
	const album = async (parts: number) => {
		for (let part = 0; part < parts; part++) {
			await emulator.act('message', {
				user_id: users.mia,
				chat_id: chats.demoGroup,
				photo: true,
				caption: part === 0 ? 'our trip' : undefined,
				media_group_id: 'trip',
			});
		}
	};

	test('an album starts one execution with all its pictures, if the user chose so', async () => {
		const trigger = await listen({ options: { gatherAlbums: true } }, 'album');
		await trigger.step('create');
		await album(3);
		await soon('the album has come', () => trigger.started.length === 1);
		expect(trigger.started[0].item.json).toMatchObject({ text: 'our trip', mediaGroupId: 'trip' });
		expect(trigger.started[0].item.json.media).toHaveLength(3);
	});

	test('files come as binary data; one that is too large leaves a note', async () => {
		const trigger = await listen({ downloadFiles: true, largestFileMb: 1 }, 'files');
		await trigger.step('create');
		await album(1);
		await soon('it has come', () => trigger.started.length === 1);
		expect(trigger.started[0].item.binary?.data).toMatchObject({ mimeType: 'image/png' });
		await emulator.fault({ kind: 'error', status: 404, method: 'getFile', description: 'gone' });
		await album(1);
		await soon('the second has come', () => trigger.started.length === 2);
		expect(trigger.started[1].item.json.downloadNote).toContain('gone');
		expect(trigger.started[1].item.json.text).toBe('our trip');
	});
});
