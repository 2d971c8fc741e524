import { Pace } from '../../../nodes/BotMessaging/api/pace';
import { Stop } from '../../../nodes/BotMessaging/api/stop';

const FLOOR = 1;

/** Ends all that needs no timer and no network. */
async function restOfTheTurn(): Promise<void> {
	await new Promise(process.nextTick);
}

test('without a limit a request begins at once', async () => {
	let hasBegun = false;
	void new Pace(0, FLOOR).turn('sendMessage', new Stop()).then(() => (hasBegun = true));
	await restOfTheTurn();
	expect(hasBegun).toBe(true);
});

test('of many at once, two begin in one turn of the event loop, and all in their order', async () => {
	const pace = new Pace(0, FLOOR);
	const begun: number[] = [];
	const all = Array.from({ length: 9 }, async (_none, index) => {
		await pace.turn('sendMessage', new Stop());
		begun.push(index);
	});
	await restOfTheTurn();
	expect(begun).toEqual([0, 1]);
	await Promise.all(all);
	expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});
