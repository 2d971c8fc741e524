import { METHODS, type MethodShape } from '../../reference';
import { ROOT, sources } from '../package/sources';
import { useEmulator } from '../support/emulator';

const emulator = useEmulator();

/** The methods of the first source (reference 1), by hand from its list. */
const IN_REFERENCE = [
	'restrictChatMember',
	'banChatMember',
	'deleteMessages',
	'getChatMember',
	'editMessageText',
	'sendMediaGroup',
	'sendVideo',
	'sendAudio',
	'sendVoice',
	'sendDice',
	'getGameHighScores',
	'getMe',
	'sendMessage',
	'getUpdates',
	'setWebhook',
];

/** In the newest documentation of the service. */
const DOCUMENTED = Object.entries<MethodShape>(METHODS)
	.filter(([, { documented }]) => documented === 'reference' || documented === 'service')
	.map(([name]) => name);

const routed = async (): Promise<string[]> => await emulator.control('get', 'methods');

test('every method of the first source exists', async () => {
	expect(await routed()).toEqual(expect.arrayContaining(IN_REFERENCE));
});

test('the preset of SafeW has the documented methods', async () => {
	await emulator.settings({ methods: 'safew' });
	expect(DOCUMENTED).toHaveLength(51);
	expect((await routed()).sort()).toEqual([...DOCUMENTED].sort());
});

test('the preset of the first source has only its methods, with the parameters that it shows', async () => {
	await emulator.settings({ methods: 'reference' });
	expect((await routed()).sort()).toEqual([...IN_REFERENCE].sort());
	const webhook = { url: 'https://n8n.example.com/a', secret_token: 'a' };
	expect(await emulator.api('setWebhook', webhook)).toMatchObject({
		status: 400,
		body: { description: expect.stringContaining('unknown parameter "secret_token"') },
	});
	expect((await emulator.api('setWebhook', { url: webhook.url })).status).toBe(200);
	expect((await emulator.api('getWebhookInfo')).status).toBe(404);
});

test('every method has another answer than an unknown one', async () => {
	for (const method of await routed()) {
		expect({ method, status: (await emulator.api(method)).status }).not.toMatchObject({
			status: 404,
		});
	}
	expect((await emulator.api('noSuchMethod')).status).toBe(404);
});

test('every method is called in a test', async () => {
	const tests = sources(ROOT, ['test/emulator', 'test/cases'])
		.filter(({ file }) => file !== 'test/emulator/methods.test.ts')
		.map(({ text }) => text)
		.join();
	const isCalled = (method: string) =>
		tests.includes(`'${method}'`) || tests.includes(`/${method}`);
	expect((await routed()).filter((method) => !isCalled(method))).toEqual([]);
});

describe('a server that lacks methods', () => {
	const sendHello = { chat_id: -1001, text: 'Hello' };

	test('answers them like unknown ones', async () => {
		await emulator.settings({ missingMethods: ['sendMessage'] });
		const unknown = (await emulator.api('noSuchMethod')).body.description;
		for (const name of ['sendMessage', 'sendmessage']) {
			const { status, body } = await emulator.api(name, sendHello);
			expect([status, body.description]).toEqual([404, unknown]);
		}
		expect(await routed()).not.toContain('sendMessage');
		await emulator.settings({ missingMethods: [] });
		expect((await emulator.api('sendMessage', sendHello)).status).toBe(200);
	});

	test('can have those that SafeW documents', async () => {
		await emulator.settings({ methods: 'safew' });
		expect(await routed()).toEqual(expect.arrayContaining(IN_REFERENCE));
		expect(await routed()).not.toContain('forwardMessage');
		expect((await emulator.api('sendMessage', sendHello)).status).toBe(200);
	});

	test.each([{ missingMethods: ['noSuchMethod'] }, { methods: 'none' }])(
		'is refused with %j',
		async (settings) => {
			await expect(emulator.settings(settings)).rejects.toThrow('400');
		},
	);
});
