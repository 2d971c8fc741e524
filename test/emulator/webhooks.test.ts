import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal, until } from './answers';
import { startReceiver, type Receiver } from './receiver';

const emulator = useEmulator();
const { users, chats } = emulator.defaults;

let receiver: Receiver;

beforeEach(async () => {
	receiver = await startReceiver();
});

afterEach(async () => {
	await emulator.api('deleteWebhook');
	await receiver.close();
});

const write = async (text: string) =>
	await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text });

const setWebhook = async (params: object = {}) =>
	accepted(await emulator.api('setWebhook', { url: `${receiver.url}/hook`, ...params }));

const info = async () => accepted(await emulator.api('getWebhookInfo'));

const textsOf = (pushes: Receiver['pushes']) => pushes.map(({ update }) => update.message.text);

describe('setWebhook', () => {
	test('causes updates to be pushed as JSON', async () => {
		expect(await setWebhook()).toBe(true);
		await write('Hello');
		const [push] = await receiver.got(1);
		expect(push).toMatchObject({
			path: '/hook',
			headers: { 'content-type': 'application/json' },
			update: { update_id: expect.any(Number), message: { text: 'Hello' } },
		});
		expect(push.headers).not.toHaveProperty('x-telegram-bot-api-secret-token');
	});

	test('causes the secret to be sent with every push', async () => {
		await setWebhook({ secret_token: 'aZ09_-' });
		await write('one');
		await write('two');
		for (const { headers } of await receiver.got(2)) {
			expect(headers['x-telegram-bot-api-secret-token']).toBe('aZ09_-');
		}
	});

	test('pushes what was waiting, in order', async () => {
		for (const text of ['one', 'two', 'three']) await write(text);
		await setWebhook({ max_connections: 1 });
		expect(textsOf(await receiver.got(3))).toEqual(['one', 'two', 'three']);
		await until(async () => (await info()).pending_update_count === 0);
	});

	test('drops what was waiting if asked to', async () => {
		await write('old');
		await setWebhook({ drop_pending_updates: true });
		await write('new');
		expect(textsOf(await receiver.got(1))).toEqual(['new']);
	});

	test('pushes only the kinds it names', async () => {
		await setWebhook({ allowed_updates: ['edited_message'] });
		await write('unwanted');
		await emulator.act('edit', {
			user_id: users.mia,
			chat_id: chats.demoGroup,
			message_id: emulator.defaults.messages.byMia,
			text: 'wanted',
		});
		const [push] = await receiver.got(1);
		expect(push.update.edited_message.text).toBe('wanted');
	});

	test('replaces the former webhook', async () => {
		await setWebhook({ secret_token: 'old' });
		await setWebhook({ url: `${receiver.url}/new` });
		await write('Hello');
		const [push] = await receiver.got(1);
		expect(push.path).toBe('/new');
		expect(push.headers).not.toHaveProperty('x-telegram-bot-api-secret-token');
		expect((await info()).url).toBe(`${receiver.url}/new`);
	});

	test('without an address removes the webhook', async () => {
		await setWebhook();
		await setWebhook({ url: '' });
		expect((await info()).url).toBe('');
		await write('for getUpdates');
		expect(accepted(await emulator.api('getUpdates'))).toHaveLength(1);
		expect(receiver.pushes).toEqual([]);
	});

	test('accepts any address without HTTPS if the setting allows it', async () => {
		await emulator.settings({ httpWebhooks: 'anywhere' });
		accepted(await emulator.api('setWebhook', { url: 'http://example.org/' }));
		const { body } = await emulator.api('getWebhookInfo');
		expect(body.result.url).toBe('http://example.org/');
	});

	test.each<[string, object, string]>([
		['no address at all', { url: undefined }, 'parameter "url" is required'],
		['what is no address', { url: 'nowhere' }, 'bad webhook: invalid URL'],
		[
			'plain HTTP to elsewhere',
			{ url: 'http://example.org/' },
			'bad webhook: an HTTPS URL must be provided for webhook',
		],
		[
			'another protocol',
			{ url: 'ftp://127.0.0.1/' },
			'bad webhook: an HTTPS URL must be provided for webhook',
		],
		['no connection', { max_connections: 0 }, 'max_connections must be 1 to 100'],
		['101 connections', { max_connections: 101 }, 'max_connections must be 1 to 100'],
		['an empty secret', { secret_token: '' }, 'secret token contains unallowed characters'],
		[
			'a blank in the secret',
			{ secret_token: 'a b' },
			'secret token contains unallowed characters',
		],
		[
			'a long secret',
			{ secret_token: 'a'.repeat(257) },
			'secret token contains unallowed characters',
		],
	])('refuses %s, and leaves the webhook unchanged', async (_kind, params, reason) => {
		await setWebhook();
		const answer = await emulator.api('setWebhook', { url: 'https://example.org/', ...params });
		expectRefusal(answer, 400, `Bad Request: ${reason}`);
		expect((await info()).url).toBe(`${receiver.url}/hook`);
	});

	test('accepts any address with HTTPS', async () => {
		await setWebhook({ url: 'https://example.org/hook', max_connections: 100 });
		expect(await info()).toMatchObject({ url: 'https://example.org/hook', max_connections: 100 });
	});
});

describe('getWebhookInfo', () => {
	test('says if there is no webhook', async () => {
		await write('waiting');
		expect(await info()).toEqual({
			url: '',
			has_custom_certificate: false,
			pending_update_count: 1,
		});
	});

	test('returns all settings except the secret', async () => {
		const url = 'https://example.org/hook';
		await setWebhook({
			url,
			ip_address: '192.0.2.1',
			max_connections: 7,
			allowed_updates: ['message'],
			secret_token: 'hidden',
		});
		expect(await info()).toEqual({
			url,
			has_custom_certificate: false,
			pending_update_count: 0,
			ip_address: '192.0.2.1',
			max_connections: 7,
			allowed_updates: ['message'],
		});
	});

	test('returns 40 connections by default', async () => {
		await setWebhook();
		expect((await info()).max_connections).toBe(40);
	});
});

describe('deleteWebhook', () => {
	test('ends the pushes and keeps what waits', async () => {
		await setWebhook();
		expect(accepted(await emulator.api('deleteWebhook'))).toBe(true);
		await write('kept');
		expect((await info()).url).toBe('');
		expect(accepted(await emulator.api('getUpdates'))).toHaveLength(1);
		expect(receiver.pushes).toEqual([]);
	});

	test('drops what waits if asked to', async () => {
		await write('dropped');
		accepted(await emulator.api('deleteWebhook', { drop_pending_updates: true }));
		expect(accepted(await emulator.api('getUpdates'))).toEqual([]);
	});

	test('succeeds if there is no webhook', async () => {
		expect(accepted(await emulator.api('deleteWebhook'))).toBe(true);
	});
});
