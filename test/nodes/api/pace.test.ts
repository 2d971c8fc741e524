import { AdaptivePace } from '../../../nodes/BotMessaging/api/adaptivePace';
import { ChatNames } from '../../../nodes/BotMessaging/api/chatNames';
import { Paces } from '../../../nodes/BotMessaging/api/paces';
import { Stop } from '../../../nodes/BotMessaging/api/stop';

const FLOOR = 1;

/** Ends all that needs no timer and no network. */
async function restOfTheTurn(): Promise<void> {
	await new Promise(process.nextTick);
}

test('without a limit, a request starts at once', async () => {
	let hasBegun = false;
	// The test is whether it begins without being waited for.
	void new AdaptivePace(FLOOR).turn(new Stop()).then(() => (hasBegun = true));
	await restOfTheTurn();
	expect(hasBegun).toBe(true);
});

test('of many requests at once, two start in each turn of the event loop, all in order', async () => {
	const pace = new AdaptivePace(FLOOR);
	const begun: number[] = [];
	const all = Array.from({ length: 9 }, async (_none, index) => {
		await pace.turn(new Stop());
		begun.push(index);
	});
	await restOfTheTurn();
	expect(begun).toEqual([0, 1]);
	await Promise.all(all);
	expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('the pace of a chat is stored only while it delays the next request', async () => {
	jest.useFakeTimers({ doNotFake: ['nextTick'] });
	try {
		const paces = new Paces(0, 1, new ChatNames());
		const own = (chat: string) => paces.of(chat)[1];
		const turn = async (chat: string) => {
			paces.use(chat);
			await own(chat)?.turn(new Stop());
		};
		await turn('one');
		const first = own('one');
		jest.setSystemTime(Date.now() + 999);
		await turn('another');
		expect(own('one')).toBe(first);
		jest.setSystemTime(Date.now() + 1);
		await turn('a third');
		expect(own('one')).toBeUndefined();
		expect(own('another')).toBeDefined();
	} finally {
		jest.useRealTimers();
	}
});
