import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { methods } from '../../emulator/methods';
import { useEmulator } from '../support/emulator';

const emulator = useEmulator();

const ROOT = path.resolve(__dirname, '../..');

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

const matrix = async (): Promise<Record<string, { supported: boolean; testedBy: string }>> =>
	await emulator.control('get', 'coverage');

test('the matrix names exactly the methods that are routed', async () => {
	expect(Object.keys(await matrix()).sort()).toEqual(Object.keys(methods).sort());
});

test('the matrix names every method of the API reference', async () => {
	expect(Object.keys(await matrix())).toEqual(expect.arrayContaining(IN_REFERENCE));
});

test('every method that the matrix names answers otherwise than an unknown one', async () => {
	for (const method of Object.keys(await matrix())) {
		expect({ method, status: (await emulator.api(method)).status }).not.toMatchObject({
			status: 404,
		});
	}
	expect((await emulator.api('noSuchMethod')).status).toBe(404);
});

test('the test that stands for a method is there and calls it', async () => {
	for (const [method, { testedBy }] of Object.entries(await matrix())) {
		const file = path.join(ROOT, testedBy);
		const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
		expect({
			method,
			testedBy,
			calls: text.includes(`'${method}'`) || text.includes(`/${method}`),
		}).toEqual({ method, testedBy, calls: true });
	}
});
