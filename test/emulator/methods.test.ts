import { ROOT, sources } from '../package/sources';
import { useEmulator } from '../support/emulator';

const emulator = useEmulator();

/** The operations of the API reference, by hand from its list. */
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

const routed = async (): Promise<string[]> => await emulator.control('get', 'methods');

test('every method of the API reference is carried out', async () => {
	expect(await routed()).toEqual(expect.arrayContaining(IN_REFERENCE));
});

test('every method answers otherwise than an unknown one', async () => {
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
