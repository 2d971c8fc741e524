import { useClock } from '../../support/clock';
import { usePolling } from '../../support/pollingTests';

const clock = useClock();
const { emulator, api, token, start, say, polls, held, soon, askedAgain } = usePolling();

const FOREIGN = 'https://other.example.com/hidden?key=hidden';

/** Polls that got a conflict. */
const refused = async () => (await polls()).filter(({ status }) => status === 409);

const setForeignWebhook = async () => await api('setWebhook', { url: FOREIGN });

/** The kinds of log line, in order. */
const kindsOf = (logged: string[]) =>
	logged.map(
		(line) =>
			/Remove it|cannot be removed|has been removed|Another program|Fetching/.exec(line)?.[0],
	);

describe('a webhook in the way', () => {
	test('is reported once, with its host, and so is its end', async () => {
		await setForeignWebhook();
		const trigger = await start();
		await soon('it is reported', () => trigger.logged.length === 1);
		expect(trigger.logged[0]).toContain('other.example.com');
		expect(trigger.logged[0]).toContain('Remove Webhook');
		expect(trigger.logged[0]).not.toContain('hidden');
		await soon('it has tried again and again', async () => (await refused()).length > 5);
		expect(trigger.logged).toHaveLength(1);
		await clock.standing(async () => {
			await soon('it waits', () => clock.waits > 0);
			await api('deleteWebhook');
		});
		await say('after it');
		await soon('it continues', () => trigger.texts.includes('after it'));
		expect(kindsOf(trigger.logged)).toEqual(['Remove it', 'Fetching']);
	});

	test('is gone for at most 10 seconds before the trigger gets updates again', async () => {
		await setForeignWebhook();
		const trigger = await start();
		await soon('it has tried for long', async () => (await refused()).length > 10);
		let before = 0;
		await clock.standing(async () => {
			await soon('it waits', () => clock.waits > 0);
			before = clock.passed;
			await api('deleteWebhook');
			await say('after it');
		});
		await soon('it continues', () => trigger.texts.includes('after it'));
		expect(clock.passed - before).toBeLessThan(11_000);
	});

	test('is noticed even if it comes while the trigger polls', async () => {
		const trigger = await start();
		await held();
		await setForeignWebhook();
		await soon('it is reported', () => trigger.logged.length === 1);
		expect(kindsOf(trigger.logged)).toEqual(['Remove it']);
	});

	test('is removed if the user chose so, and the removal is reported', async () => {
		await setForeignWebhook();
		const trigger = await start({ options: { removeWebhook: true } });
		await say('hello');
		await soon('it continues', () => trigger.texts.includes('hello'));
		expect(trigger.logged).toEqual([
			expect.stringContaining('at other.example.com has been removed'),
			expect.stringContaining('Fetching updates'),
		]);
	});

	test('is left alone if the user did not', async () => {
		await setForeignWebhook();
		const trigger = await start();
		await soon('it is reported', () => trigger.logged.length === 1);
		expect((await api('getWebhookInfo')).url).toBe(FOREIGN);
	});

	test('is retried with growing pauses if it cannot be removed', async () => {
		await setForeignWebhook();
		await emulator.fault({ kind: 'error', status: 400, method: 'deleteWebhook', times: 4 });
		const trigger = await start({ options: { removeWebhook: true } });
		await say('hello');
		await soon('it continues', () => trigger.texts.includes('hello'));
		expect(await emulator.calls('deleteWebhook')).toHaveLength(5);
		expect(kindsOf(trigger.logged)).toEqual(['cannot be removed', 'has been removed', 'Fetching']);
	});

	test.each([400, 404])(
		'is not mistaken for another program if the server does not name it: %i',
		async (status) => {
			await setForeignWebhook();
			await emulator.fault({ kind: 'error', status, method: 'getWebhookInfo', times: 9 });
			const trigger = await start();
			await soon('it is reported', () => trigger.logged.length === 1);
			expect(kindsOf(trigger.logged)).toEqual(['Remove it']);
		},
	);

	test('is removed even if the server does not name it, if the user chose so', async () => {
		await setForeignWebhook();
		await emulator.fault({ kind: 'error', status: 404, method: 'getWebhookInfo', times: 9 });
		const trigger = await start({ options: { removeWebhook: true } });
		await say('hello');
		await soon('it continues', () => trigger.texts.includes('hello'));
		expect(kindsOf(trigger.logged)).toEqual(['has been removed', 'Fetching']);
	});

	test('is reported to a trigger that joins later', async () => {
		await setForeignWebhook();
		const first = await start({}, { id: 'first' });
		await soon('it is reported', () => first.logged.length === 1);
		const second = await start({}, { id: 'second' });
		await soon('it is reported again', () => second.logged.length === 1);
		expect(kindsOf(second.logged)).toEqual(['Remove it']);
	});

	test('ends a test run with the reason', async () => {
		await setForeignWebhook();
		const tested = await start({}, { mode: 'manual' });
		await soon('it is shown', () => tested.errors.length === 1);
		expect(tested.errors[0].message).toContain('other.example.com');
	});
});

describe('another program that polls', () => {
	/** Holds a poll like another program, until it is stopped. */
	async function otherProgram() {
		const controller = new AbortController();
		const { signal } = controller;
		const url = `${emulator.url}/bot${token()}/getUpdates?timeout=30`;
		const ended = fetch(url, { signal }).catch(() => {});
		await held();
		return async () => {
			controller.abort();
			await ended;
		};
	}

	test('is reported once, retried with growing pauses, and its end is noticed', async () => {
		const stop = await otherProgram();
		const trigger = await start();
		await soon('it is reported', () => trigger.logged.length === 1);
		await soon('it has tried again and again', async () => (await refused()).length > 5);
		expect(kindsOf(trigger.logged)).toEqual(['Another program']);
		const times = (await refused()).map(({ started_at: at }) => at);
		const pauses = times.slice(1, 6).map((at, index) => at - times[index]);
		expect(pauses).toEqual([100, 200, 400, 800, 1600]);
		await stop();
		await say('mine now');
		await soon('it continues', () => trigger.texts.includes('mine now'));
		expect(kindsOf(trigger.logged)).toEqual(['Another program', 'Fetching']);
	});

	test('is not suspected if only an earlier call of our own is still open', async () => {
		const trigger = await start();
		await emulator.fault({
			kind: 'error',
			status: 409,
			description: 'Conflict: terminated by other getUpdates request',
			method: 'getUpdates',
			times: 2,
		});
		await say('wakes the held call');
		await soon('it continues', () => trigger.texts.length === 1);
		await say('and on');
		await soon('it has come', () => trigger.texts.length === 2);
		expect(trigger.logged).toEqual([]);
	});

	test('does not keep the trigger from stopping at once', async () => {
		const stop = await otherProgram();
		const trigger = await start();
		await soon('it is reported', () => trigger.logged.length === 1);
		await clock.standing(async () => await trigger.stop());
		const before = (await polls()).length;
		clock.advance(120_000);
		await soon('nothing waits', () => clock.waits === 0);
		// One poll may have been in progress.
		expect((await polls()).length).toBeLessThanOrEqual(before + 1);
		await stop();
	});
});

describe('the list of executions', () => {
	test('shows a problem as one failed execution', async () => {
		await setForeignWebhook();
		const trigger = await start();
		await soon('it is shown', () => trigger.failed.length === 1);
		expect(trigger.failed[0].message).toContain('other.example.com');
		await askedAgain();
		await api('deleteWebhook');
		await say('after it');
		await soon('it continues', () => trigger.texts.includes('after it'));
		expect(trigger.failed).toHaveLength(1);
		expect(trigger.errors).toEqual([]);
	});

	test('shows a server that stays away, but not one that is away for a moment', async () => {
		const trigger = await start();
		await emulator.fault({ kind: 'error', status: 500, method: 'getUpdates', times: 20 });
		await say('wakes the held call');
		await soon('it is in the log', () => trigger.logged.length === 1);
		expect(trigger.failed).toEqual([]);
		clock.advance(10 * 60_000);
		await soon('it is shown', () => trigger.failed.length === 1);
		expect(trigger.failed[0].message).toContain('No updates for now');
	});
});
