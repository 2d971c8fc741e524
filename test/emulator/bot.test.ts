import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal, type Answer } from './answers';

const emulator = useEmulator();
const { botId } = emulator.defaults;

const call = async (path: string, method = 'GET'): Promise<Answer> => {
	const response = await fetch(`${emulator.url}/${path}`, { method });
	return { status: response.status, body: await response.json() };
};

describe('getMe', () => {
	test.each(['GET', 'POST'])('says who the bot is, by %s', async (method) => {
		expect(accepted(await call(`bot${emulator.token}/getMe`, method))).toEqual({
			id: botId,
			is_bot: true,
			first_name: 'Demo Bot',
			username: 'demo_bot',
		});
	});

	test('takes no parameters', async () => {
		expectRefusal(
			await emulator.api('getMe', { chat_id: 1 }),
			400,
			'Bad Request: unknown parameter "chat_id"',
		);
	});

	test('accepts a JSON header without a body', async () => {
		const response = await fetch(`${emulator.url}/bot${emulator.token}/getMe`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
		});
		expect(response.status).toBe(200);
	});

	test('answers each bot as that bot', async () => {
		await emulator.control('post', 'seed', {
			bots: [{ id: 77, token: '77:other' }],
			users: [{ id: 77, is_bot: true, first_name: 'Other', username: 'other_bot' }],
		});
		expect(accepted(await call('bot77:other/getMe')).id).toBe(77);
		expect(accepted(await emulator.api('getMe')).id).toBe(botId);
	});
});

describe('the address of a call', () => {
	test.each([
		['bot<token>', 'bot', 'bot'],
		['<token>', '', 'plain'],
	])('can have the form %s', async (_form, prefix, path_form) => {
		accepted(await call(`${prefix}${emulator.token}/getMe`));
		expect(await emulator.calls()).toMatchObject([{ method: 'getMe', path_form }]);
	});

	test.each(['getme', 'GETME', 'GetMe'])('can name the method as %s', async (method) => {
		accepted(await call(`bot${emulator.token}/${method}`));
		expect(await emulator.calls()).toMatchObject([{ method: 'getMe' }]);
	});

	test('can have a percent-encoded token', async () => {
		accepted(await call(`bot${encodeURIComponent(emulator.token)}/getMe`));
	});

	test.each([
		['another secret', '4839574812:wrong'],
		['another bot', '1:AAEmulatorTokenForTryingThingsOut'],
		['the prefix twice', 'bot4839574812:AAEmulatorTokenForTryingThingsOut'],
		['something else', 'x'],
		['something long', 'x'.repeat(500)],
	])('refuses a token with %s', async (_kind, token) => {
		expectRefusal(await call(`bot${token}/getMe`), 401, 'Unauthorized');
	});

	test('is refused with a wrong token before anything else', async () => {
		expectRefusal(await call('bot1:x/noSuchMethod?a=b'), 401, 'Unauthorized');
	});

	test.each(['noSuchMethod', 'constructor', 'getMe2'])(
		'is refused with the unknown method %s',
		async (method) => {
			expectRefusal(
				await call(`bot${emulator.token}/${method}`),
				404,
				'Not Found: method not found',
			);
		},
	);

	test.each(['getMe', 'a/b/c'])('is refused with the unknown path /%s', async (path) => {
		expectRefusal(await call(path), 404, 'Not Found: there is nothing here');
	});
});
