import { useClock } from '../../support/clock';
import { usePolling } from '../../support/pollingTests';

const { emulator, create, start, say, sendAlbum, pending, polls, soon } = usePolling();
const clock = useClock();

/** n8n has started its workflows. */
const SOON_MS = 6000;

describe('when n8n starts', () => {
	test.each(['init', 'leadershipChange'])(
		'a workflow that starts late also gets what has waited (%s)',
		async (activation) => {
			for (const text of ['one', 'two']) await say(text);
			// Each poll takes time on this clock: on a busy machine, the polls would last longer than the updates wait.
			const [early, late] = await clock.standing(async () => {
				const first = await start({}, { id: 'early', activation });
				await soon('it has both', () => first.started.length === 2);
				clock.advance(3000);
				expect(await pending()).toBe(2);
				return [first, await start({}, { id: 'late', activation })];
			});
			await soon('the other has both', () => late.started.length === 2);
			clock.advance(SOON_MS);
			await soon('both are confirmed', async () => (await pending()) === 0);
			expect([early.started.length, late.started.length]).toEqual([2, 2]);
		},
	);

	test('all of 50 workflows that start one after the other get what has waited', async () => {
		await say('waited');
		const triggers: Array<Awaited<ReturnType<typeof start>>> = [];
		for (let index = 0; index < 50; index++) {
			triggers.push(await start({}, { id: `w${index}`, activation: 'init' }));
			clock.advance(150);
		}
		await soon('all have it', () => triggers.every(({ started }) => started.length === 1));
		expect(await pending()).toBe(1);
		clock.advance(SOON_MS);
		await soon('it is confirmed', async () => (await pending()) === 0);
	});

	test('meanwhile, the server is not asked without pauses', async () => {
		await say('waited');
		const trigger = await start({}, { activation: 'init' });
		await soon('it has it', () => trigger.started.length === 1);
		await soon('it asks', async () => (await polls()).length > 20);
		// What follows may be after the start.
		const times = (await polls()).slice(0, 20).map(({ started_at: at }) => at);
		const gaps = times.slice(2).map((at, index) => at - times[index + 1]);
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(25);
		clock.advance(SOON_MS);
		await soon('it is confirmed', async () => (await pending()) === 0);
	});
});

describe('waiting updates are dropped once', () => {
	const DROP = { pendingUpdates: 'drop' };

	test('but not again when n8n restarts the trigger by itself', async () => {
		await say('old');
		const published = await start(DROP);
		expect(await pending()).toBe(0);
		await published.stop();
		await say('meanwhile');
		const restarted = await start(DROP);
		await soon('it has come', () => restarted.started.length === 1);
		expect(restarted.texts).toEqual(['meanwhile']);
	});

	test('and again when a person publishes later', async () => {
		const published = await start(DROP);
		await published.stop();
		await say('meanwhile');
		clock.advance(60 * 60_000);
		const again = await start(DROP);
		expect(await pending()).toBe(0);
		await again.stop();
		expect(again.texts).toEqual([]);
	});

	test('but not if the publication fails, and then with the next one', async () => {
		await say('old');
		await emulator.fault({ kind: 'error', status: 400, method: 'deleteWebhook' });
		await expect(create(DROP).start()).rejects.toThrow();
		const published = await start(DROP);
		await say('new');
		await soon('it has come', () => published.started.length === 1);
		expect(published.texts).toEqual(['new']);
	});
});

describe('a clock that is set back', () => {
	const HOUR_MS = 3_600_000;

	test('does not stop the trigger', async () => {
		const trigger = await start();
		trigger.endsAtOnce = false;
		await say('long');
		await soon('it has begun', () => trigger.started.length === 1);
		await sendAlbum(2);
		clock.setBack(HOUR_MS);
		const { passed } = clock;
		trigger.endsAtOnce = true;
		trigger.started[0].end();
		await soon('the album has come', () => trigger.started.length === 2);
		expect(clock.passed - passed).toBeLessThan(HOUR_MS);
	});
});
