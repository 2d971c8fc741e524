import { inFolder } from '../support/binary';
import { items, useBot } from '../support/bot';
import { startOddServer } from '../support/odd';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

/** One second, the shortest timeout that the form accepts. */
const IMPATIENT = { timeout: 1, retries: 0 };

/** How long a slow server rests after each piece of an upload. */
const PAUSE_MS = 40;

test('an upload that takes longer than the time-out continues while it makes progress', async () => {
	let bytes = 0;
	let pauses = 0;
	const server = await startOddServer((request, response) => {
		request.on('data', (chunk: Buffer) => {
			bytes += chunk.length;
			request.pause();
			pauses++;
			setTimeout(() => request.resume(), PAUSE_MS);
		});
		request.on('end', () => response.end('{"ok":true,"result":{"message_id":1}}'));
	});
	try {
		const { json, error } = await run(
			'sendVideo',
			{ chatId: byId('-1001'), traffic: IMPATIENT },
			{
				credential: { baseUrl: server.url },
				items: [
					{
						json: {},
						binary: { data: await inFolder('x'.repeat(3_000_000), 'long.mp4', 'video/mp4') },
					},
				],
			},
		);
		expect(error).toBeUndefined();
		expect(json).toEqual([{ message_id: 1 }]);
		expect(pauses * PAUSE_MS).toBeGreaterThan(1000 * IMPATIENT.timeout);
		expect(bytes).toBeGreaterThan(3_000_000);
	} finally {
		await server.close();
	}
});

test('a poll is held open for as long as it asked for', async () => {
	const { outputs, error } = await run('getUpdates', {
		additionalFields: { timeout: 2 },
		traffic: IMPATIENT,
	});
	expect(error).toBeUndefined();
	expect(outputs[0]).toEqual([]);
	const [{ duration_ms: held }] = await emulator.calls('getUpdates');
	expect(held).toBeGreaterThan(1000 * IMPATIENT.timeout);
});

test('an answer that does not come is given up after the time-out', async () => {
	await emulator.fault({ kind: 'hang' });
	const { json } = await run(
		'sendMessage',
		{ chatId: byId('-1001'), text: 'Hello', traffic: IMPATIENT },
		{ items: items({}), node: { onError: 'continueRegularOutput' } },
	);
	expect(json).toMatchObject([{ errorCode: 'timeout', mayHaveArrived: true }]);
});
