import type { Outgoing } from '../../emulator/page/outbox';
import { useEmulator } from '../support/emulator';
import { accepted, until } from './answers';
import { startReceiver, statuses, type Receiver } from './receiver';

const emulator = useEmulator({ webhookRetryBaseMs: 40, webhookMaxAttempts: 3 });
const { users, chats } = emulator.defaults;

const write = async (text: string) =>
	await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text });
const outbox = async (): Promise<Outgoing[]> => await emulator.control('get', 'outbox');
const fates = async () => (await outbox()).map(({ fate }) => fate);
const fetchAll = async (params: object = {}) => accepted(await emulator.api('getUpdates', params));

describe('an update that is fetched', () => {
	test('waits, is given out, and has arrived when it is confirmed', async () => {
		await write('one');
		await write('two');
		expect(await fates()).toEqual(['waiting', 'waiting']);
		const [first] = await fetchAll({ limit: 1 });
		expect(await fates()).toEqual(['fetched', 'waiting']);
		await fetchAll({ offset: first.update_id + 1 });
		expect(await fates()).toEqual(['delivered', 'fetched']);
	});

	test('counts how often it was given out', async () => {
		await write('one');
		await fetchAll();
		await fetchAll();
		expect(await outbox()).toMatchObject([
			{ fate: 'fetched', fetches: 2, update: { message: { text: 'one' } } },
		]);
	});

	test('is dropped when the bot asks for that', async () => {
		await write('one');
		accepted(await emulator.api('deleteWebhook', { drop_pending_updates: true }));
		expect(await fates()).toEqual(['dropped']);
	});

	test('is confirmed by a negative offset, except the last ones', async () => {
		await write('one');
		await write('two');
		await fetchAll({ offset: -1 });
		expect(await fates()).toEqual(['delivered', 'fetched']);
	});

	test('is dropped after a day', async () => {
		await write('one');
		await emulator.control('post', 'clock', { advance_seconds: 25 * 3600 });
		await fetchAll();
		expect(await fates()).toEqual(['dropped']);
	});
});

describe('an update that is pushed', () => {
	let receiver: Receiver;

	beforeEach(async () => {
		receiver = await startReceiver();
		accepted(await emulator.api('setWebhook', { url: receiver.url }));
	});

	afterEach(async () => {
		await emulator.api('deleteWebhook');
		await receiver.close();
	});

	const becomes = async (fate: string) => {
		await until(async () => (await fates())[0] === fate);
		const [{ attempts }] = await outbox();
		return attempts.map(({ status }) => status);
	};

	test('arrives', async () => {
		await write('one');
		expect(await becomes('delivered')).toEqual([200]);
	});

	test('is tried again', async () => {
		receiver.answer = (response) => {
			if (receiver.pushes.length === 1) statuses(503)(response, receiver.pushes[0]);
		};
		await write('one');
		expect(await becomes('retried')).toEqual([503]);
	});

	test('arrives late', async () => {
		receiver.answer = statuses(503, 200);
		await write('one');
		expect(await becomes('delivered')).toEqual([503, 200]);
	});

	test('is given up', async () => {
		receiver.answer = statuses(500);
		await write('one');
		expect(await becomes('given_up')).toEqual([500, 500, 500]);
	});
});

test('is removed by a reset, and a snapshot restores what waits', async () => {
	await write('one');
	const snapshot = await emulator.control('get', 'snapshot');
	await emulator.control('post', 'reset', {});
	expect(await outbox()).toEqual([]);
	await emulator.control('put', 'snapshot', snapshot);
	expect(await fates()).toEqual(['waiting']);
});
