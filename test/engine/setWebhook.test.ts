import { useBot } from '../support/bot';

const { emulator, run } = useBot();

const set = async (additionalFields: object) =>
	await run('setWebhook', { url: 'https://example.com/updates', additionalFields });

describe('a secret token', () => {
	test.each(['a', 'A-Z_a-z_0-9', 'x'.repeat(256)])('%j goes out', async (secretToken) => {
		expect((await set({ secretToken })).error).toBeUndefined();
		expect(await emulator.calls('setWebhook')).toMatchObject([
			{ params: { secret_token: secretToken } },
		]);
	});

	test.each(['', ' ', 'two words', 'a.b', 'schlüssel', 'a\n', 'x'.repeat(257)])(
		'%j is refused before it is sent',
		async (secretToken) => {
			const { error } = await set({ secretToken });
			expect(error?.message).toMatch(/^Secret Token (is empty|has characters|.* 256)/);
			expect(await emulator.calls()).toEqual([]);
		},
	);

	test('is not shown in the error', async () => {
		const { error } = await set({ secretToken: 'hidden word' });
		expect(`${error?.message} ${error?.description}`).not.toContain('hidden');
	});
});

describe('the number of connections', () => {
	test.each([
		[1, 1],
		[100, 100],
		['40', 40],
	])('%j goes out', async (maxConnections, sent) => {
		expect((await set({ maxConnections })).error).toBeUndefined();
		expect(await emulator.calls('setWebhook')).toMatchObject([
			{ params: { max_connections: sent } },
		]);
	});

	test.each([0, -1, 101, '101', 2.5, 'many', '99999999999999999999'])(
		'%j is refused before it is sent',
		async (maxConnections) => {
			const { error } = await set({ maxConnections });
			expect(error?.message).toMatch(/^Max Connections must be (from 1 to 100|a whole number)/);
			expect(await emulator.calls()).toEqual([]);
		},
	);
});
