import { useClock } from '../../support/clock';
import { useGate } from '../../support/gate';
import { usePolling } from '../../support/pollingTests';
import { startListServer } from '../../support/updateServer';
import { updateOf } from '../../support/webhookTests';

useClock();
const { emulator, api, start, create, say, pending, polls, soon } = usePolling();
const gateOf = useGate(emulator);

const MANUAL = { id: 'tested', mode: 'manual' } as const;
const MESSAGES = Array.from({ length: 110 }, (_, n) => `message ${n}`);

/** n8n does not close a test that ended with an error. */
async function liveGetsAll(live: Awaited<ReturnType<typeof start>>): Promise<void> {
	const before = (await polls()).length;
	for (const text of MESSAGES) await say(text);
	await soon('all are confirmed', async () => (await pending()) === 0);
	expect(live.texts.filter((text) => MESSAGES.includes(String(text)))).toEqual(MESSAGES);
	// One for each message at most, and some pauses.
	expect((await polls()).length - before).toBeLessThan(3 * MESSAGES.length);
}

test('a test that begins while a webhook is in the way takes nothing with it', async () => {
	await api('setWebhook', { url: 'https://other.example.com/hook' });
	const live = await start({}, { id: 'live' });
	await soon('it is reported', () => live.failed.length === 1);
	const tested = create({}, MANUAL);
	let isStarted = false;
	tested.onError = () => expect(isStarted).toBe(true);
	await tested.start();
	isStarted = true;
	await soon('the test has ended', () => tested.errors.length === 1);
	expect(tested.errors[0].message).toContain('other.example.com');
	await api('deleteWebhook');
	await liveGetsAll(live);
	expect(live.failed).toHaveLength(1);
	expect(tested.texts).toEqual([]);
});

test('a test that ends at an update that cannot be read takes nothing with it', async () => {
	const unreadable = { update_id: 1, message: { chat: { id: { toString: 1 } } } };
	const server = await startListServer([unreadable, updateOf(2, -100, 'after it')]);
	const credential = { baseUrl: server.url };
	const tested = await start({}, MANUAL, {}, credential);
	const live = await start({}, { id: 'live' }, {}, credential);
	await soon('the test has ended', () => tested.errors.length === 1);
	await soon('all are confirmed', () => server.confirmed() === 2);
	expect(live.texts).toEqual(['after it']);
	await live.stop();
	await server.close();
});

test('a test that is stopped while it starts takes nothing', async () => {
	const { gate, credential } = await gateOf();
	const tested = create({}, MANUAL, {}, credential);
	const started = tested.start();
	await gate.holding(1);
	const stopped = tested.stop();
	gate.open();
	await Promise.all([started, stopped]);
	await say('for nobody');
	const live = await start({}, { id: 'live' }, {}, credential);
	await soon('the live one has it', () => live.texts.length === 1);
	await soon('it is confirmed', async () => (await pending()) === 0);
	expect(tested.texts).toEqual([]);
});
