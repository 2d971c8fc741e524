import { ChatNames } from '../../../nodes/BotMessaging/api/chatNames';
import { Lanes } from '../../../nodes/BotMessaging/api/queues';
import { DEFAULT_TRAFFIC } from '../../../nodes/BotMessaging/api/traffic';
import { Stop } from '../../../nodes/BotMessaging/api/retry';
import { Turns } from '../../../nodes/BotMessaging/api/turns';

/** Ends all that needs no timer and no network. */
async function restOfTheTurn(): Promise<void> {
	await new Promise(process.nextTick);
}

test('without a limit a request begins at once', () => {
	const request = {
		options: DEFAULT_TRAFFIC,
		effect: 'once',
		party: {},
		cameAt: 0,
		refusals: 0,
	} as const;
	expect(new Turns('bot').next(request, 1, 0, new Stop())).not.toBeInstanceOf(Promise);
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
