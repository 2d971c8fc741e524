import { items, useBot } from '../../support/bot';
import { startByHand, type Asked } from '../../support/byHand';
import { useClock } from '../../support/clock';
import { byId } from '../../support/locators';
import type { OddServer } from '../../support/odd';

const { run } = useBot();
const clock = useClock();

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const COUNT = 30;

let server: OddServer;
afterEach(async () => await server.close());

/** Sends a message to each of 30 chats; returns the outputs, and how many seconds that took. */
async function send(take: (asked: Asked, order: number) => void, traffic: object = {}) {
	let order = 0;
	server = await startByHand((asked) => take(asked, ++order));
	const { passed } = clock;
	const { json } = await run(
		'sendMessage',
		{ chatId: byId('={{ $json.chat }}'), text: 'Hello', traffic },
		{
			credential: { baseUrl: server.url },
			items: items(...Array.from({ length: COUNT }, (_none, index) => ({ chat: -1 - index }))),
		},
	);
	return { sent: json.length, seconds: (clock.passed - passed) / SECOND_MS };
}

describe('a clock that is set back by an hour holds up no message', () => {
	test.each([
		['at any speed', {}, 0, 1],
		['at a speed that the user sets', { requestsPerSecond: 10 }, 2, 4],
		['of low priority', { priority: 'low' }, 0, 1],
	])('%s', async (_what, traffic, least, most) => {
		const { sent, seconds } = await send(({ answer }, order) => {
			if (order === 3) clock.setBack(HOUR_MS);
			answer();
		}, traffic);
		expect(sent).toBe(COUNT);
		expect(seconds).toBeGreaterThanOrEqual(least);
		expect(seconds).toBeLessThanOrEqual(most);
	});

	test('that waits because the server asks for it', async () => {
		const { sent, seconds } = await send(({ answer }, order) => {
			if (order !== 3) return answer();
			answer({ status: 429, retryAfter: 5 });
			const setBack = async () => {
				// One long wait would end before the answer arrives.
				for (let wait = 0; wait < 25; wait++) await clock.sleep(100);
				clock.setBack(HOUR_MS);
			};
			void setBack();
		});
		expect(sent).toBe(COUNT);
		expect(seconds).toBeGreaterThanOrEqual(5);
		expect(seconds).toBeLessThan(20);
	});
});
