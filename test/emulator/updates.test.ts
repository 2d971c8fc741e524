import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal, until } from './answers';

const emulator = useEmulator();
const { users, chats } = emulator.defaults;

const write = async (text: string, user_id: number = users.mia) =>
	await emulator.act('message', { user_id, chat_id: chats.demoGroup, text });

const poll = async (params: object = {}) => await emulator.api('getUpdates', params);

const texts = async (params: object = {}): Promise<string[]> =>
	accepted(await poll(params)).map((update: { message: { text: string } }) => update.message.text);

const writeAll = async (...all: string[]) => {
	for (const text of all) await write(text);
};

describe('getUpdates', () => {
	test('returns an update for messages of people, and none for those of the bot', async () => {
		await write('Hello, bot');
		accepted(await emulator.api('sendMessage', { chat_id: chats.demoGroup, text: 'Hello, Mia' }));
		expect(accepted(await poll())).toEqual([
			{
				update_id: expect.any(Number),
				message: {
					message_id: 6,
					from: { id: users.mia, is_bot: false, first_name: 'Mia', username: 'mia' },
					chat: expect.objectContaining({ id: chats.demoGroup }),
					date: expect.any(Number),
					text: 'Hello, bot',
				},
			},
		]);
	});

	test('returns nothing from chats without the bot', async () => {
		const { ok } = await emulator.act('message', {
			user_id: users.mia,
			chat_id: chats.elsewhere,
			text: 'Psst',
		});
		expect(ok).toBe(true);
		expect(await texts()).toEqual([]);
	});

	test('returns unconfirmed updates again, in order, with rising IDs', async () => {
		await writeAll('one', 'two');
		expect(await texts()).toEqual(['one', 'two']);
		expect(await texts()).toEqual(['one', 'two']);
		const ids = accepted(await poll()).map((update: { update_id: number }) => update.update_id);
		expect(ids[1]).toBe(ids[0] + 1);
	});

	test('confirms what is below an offset', async () => {
		await writeAll('one', 'two', 'three');
		const [{ update_id: first }] = accepted(await poll());
		expect(await texts({ offset: first + 1 })).toEqual(['two', 'three']);
		expect(await texts()).toEqual(['two', 'three']);
		expect(await texts({ offset: first + 3 })).toEqual([]);
		await write('four');
		expect(await texts()).toEqual(['four']);
	});

	test('keeps the last ones for a negative offset and drops the rest', async () => {
		await writeAll('one', 'two', 'three');
		expect(await texts({ offset: -2 })).toEqual(['two', 'three']);
		expect(await texts()).toEqual(['two', 'three']);
	});

	test('returns the oldest up to a limit, or 100', async () => {
		await writeAll(...Array.from({ length: 101 }, (_none, index) => String(index)));
		expect(await texts({ limit: 2 })).toEqual(['0', '1']);
		expect(await texts()).toHaveLength(100);
		for (const limit of [0, 101]) {
			expectRefusal(await poll({ limit }), 400, 'Bad Request: limit must be 1 to 100');
		}
	});

	test('keeps an update for 24 hours, even after a seed', async () => {
		await write('old');
		await emulator.control('post', 'seed', {});
		await emulator.control('post', 'clock', { advance_seconds: 24 * 3600 - 60 });
		await write('new');
		expect(await texts()).toEqual(['old', 'new']);
		await emulator.control('post', 'clock', { advance_seconds: 120 });
		expect(await texts()).toEqual(['new']);
	});
});

describe('numbers of updates', () => {
	/** Sends so many updates that their ids are ahead of the clock's seconds; returns the next offset. */
	const offsetOfBusyBot = async (): Promise<number> => {
		await writeAll('one', 'two', 'three', 'four', 'five');
		return accepted(await poll()).at(-1).update_id + 1;
	};

	const reset = async (seed: string) => await emulator.control('post', 'reset', { seed });

	test.each<[string, (before: object) => Promise<void>]>([
		['a reset', async () => await reset('default')],
		[
			'a reset to an empty world, and one back',
			async () => {
				await reset('empty');
				await reset('default');
			},
		],
		[
			'a seed that replaces the bot',
			async () => {
				const bots = [{ id: emulator.defaults.botId, token: emulator.token }];
				await emulator.control('post', 'seed', { bots });
			},
		],
		['a snapshot of before', async (before) => await emulator.control('put', 'snapshot', before)],
	])('keep rising after %s', async (_name, change) => {
		const before = await emulator.control('get', 'snapshot');
		const offset = await offsetOfBusyBot();
		await change(before);
		await write('new');
		expect(await texts({ offset })).toEqual(['new']);
	});
});

describe('a held getUpdates', () => {
	/** Longer than a test may take: a test that waits for such a call to end fails. */
	const HOLD_SECONDS = 40;

	/** Waits until the bot has an open call: only then is another one a conflict. */
	const isHeld = async () => await until(async () => (await poll()).status === 409);

	/** A call that is held now; its answer is not awaited yet. */
	const hold = async (params: object = {}) => {
		const held = poll({ timeout: HOLD_SECONDS, ...params });
		await isHeld();
		return { held };
	};

	/** A held call that can be aborted. */
	const holdLoosely = async () => {
		const caller = new AbortController();
		const url = `${emulator.url}/bot${emulator.token}/getUpdates?timeout=20`;
		const held = fetch(url, { signal: caller.signal });
		await isHeld();
		return {
			goAway: async () => {
				caller.abort();
				await expect(held).rejects.toThrow();
			},
		};
	};

	test('is answered as soon as an update arrives', async () => {
		const { held } = await hold();
		await write('Now');
		expect(accepted(await held)).toMatchObject([{ message: { text: 'Now' } }]);
	});

	test('is answered with an empty list when its time is over', async () => {
		const begun = Date.now();
		expect(await texts({ timeout: 1 })).toEqual([]);
		expect(Date.now() - begun).toBeGreaterThanOrEqual(990);
	});

	test('is not held if an update is waiting', async () => {
		await write('Waiting');
		expect(await texts({ timeout: HOLD_SECONDS })).toEqual(['Waiting']);
	});

	test('is held no longer than the server allows', async () => {
		await emulator.settings({ longPollMaxSeconds: 0.2 });
		expect(await texts({ timeout: HOLD_SECONDS })).toEqual([]);
	});

	test('is not woken by an update that the bot did not request', async () => {
		const { held } = await hold({ timeout: 1, allowed_updates: ['callback_query'] });
		await write('Not for you');
		expect(accepted(await held)).toEqual([]);
	});

	test('causes a conflict for another call of the same bot, and continues', async () => {
		const { held } = await hold();
		expectRefusal(
			await poll(),
			409,
			'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
		);
		await write('Still here');
		expect(accepted(await held)).toHaveLength(1);
		accepted(await poll());
	});

	test('does not affect other bots', async () => {
		await emulator.control('post', 'seed', { bots: [{ id: 77, token: '77:other' }] });
		const { held } = await hold();
		const other = await fetch(`${emulator.url}/bot77:other/getUpdates`);
		expect(other.status).toBe(200);
		await write('Enough');
		await held;
	});

	test('frees the bot at once when its caller disconnects', async () => {
		const { goAway } = await holdLoosely();
		await goAway();
		await until(async () => (await poll()).status === 200);
	});

	test('loses no update to a caller that disconnects', async () => {
		const { goAway } = await holdLoosely();
		await goAway();
		await write('Whom does this reach?');
		expect(await texts()).toEqual(['Whom does this reach?']);
	});

	test('is answered when the emulator is reset', async () => {
		const { held } = await hold();
		await emulator.control('post', 'reset', {});
		expect(accepted(await held)).toEqual([]);
		accepted(await poll());
	});

	test('ends with a conflict when a webhook is set', async () => {
		const { held } = await hold();
		accepted(await emulator.api('setWebhook', { url: 'http://127.0.0.1:9/' }));
		const description =
			"Conflict: can't use getUpdates method while webhook is active; use deleteWebhook first";
		expectRefusal(await held, 409, description);
		expectRefusal(await poll(), 409, description);
		accepted(await emulator.api('deleteWebhook'));
		accepted(await poll());
	});
});
