import { ChatNames } from '../../../nodes/BotMessaging/api/chatNames';
import { Lanes } from '../../../nodes/BotMessaging/api/queues';
import { Limiters } from '../../../nodes/BotMessaging/api/limiters';
import { Stop } from '../../../nodes/BotMessaging/api/retry';

/** Ends all that needs no timer and no network. */
async function restOfTheTurn(): Promise<void> {
	await new Promise(process.nextTick);
}

test('without a limit a request begins at once', async () => {
	let hasBegun = false;
	const { ofBot } = new Limiters(0, 0, new ChatNames());
	// The test is whether it begins without being waited for.
	void ofBot.turn(new Stop()).then(() => (hasBegun = true));
	await restOfTheTurn();
	expect(hasBegun).toBe(true);
});

test('of many at once, two begin in one turn of the event loop, and all in their order', async () => {
	const lanes = new Lanes(9, new Stop(), new ChatNames());
	const begun: number[] = [];
	const all = Array.from({ length: 9 }, async (_none, index) => {
		await lanes.inPlace(async () => {
			await lanes.apart();
			begun.push(index);
		});
	});
	await restOfTheTurn();
	expect(begun).toEqual([0, 1]);
	await Promise.all(all);
	expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('the limiter of a chat is kept for as long as it holds the next request up, and no longer', async () => {
	jest.useFakeTimers({ doNotFake: ['nextTick'] });
	try {
		const limits = new Limiters(0, 1, new ChatNames());
		const first = limits.ofChat('one');
		await first?.turn(new Stop());
		jest.advanceTimersByTime(999);
		await limits.ofChat('another')?.turn(new Stop());
		expect(limits.ofChat('one')).toBe(first);
		jest.advanceTimersByTime(1000);
		limits.ofChat('a third');
		expect(limits.ofChat('one')).not.toBe(first);
	} finally {
		jest.useRealTimers();
	}
});
