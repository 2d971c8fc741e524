import { Pace } from '../../../nodes/BotMessaging/api/pace';
import {
	expectLoop,
	expectRoomBeside,
	RATE,
	sendTo,
	useSimulatedTime,
} from '../../support/broadcast';
import { clockedUntil, simulatedServer, traffic } from '../../support/simulation';

useSimulatedTime();

// More of both, which take longer, are in broadcasts.test.ts.
describe('a broadcast of low priority beside another workflow of the bot', () => {
	test.each([{ everyMs: 5000, retryAfter: 1 }, { everyMs: 1000 }])(
		'$everyMs ms between its answers, $retryAfter s to wait after a refusal',
		async ({ everyMs, ...limits }) => await expectRoomBeside(everyMs, limits),
	);
});

test('a broadcast in a loop uses the limit although a refusal holds up all of it', async () => {
	await expectLoop({ otherNodesMs: 150, retryAfter: 1, use: 0.83 });
});

/** Requests that are answered at once, but not those to the chat `stuck`. */
function oneStuck() {
	const begun: string[] = [];
	const call = async (_method: string, body: object) => {
		const { chat_id: chat } = body as { chat_id: string };
		begun.push(chat);
		if (chat === 'stuck') await new Promise(() => {});
		return {};
	};
	return { begun, call, pace: new Pace() };
}

test('no request of low priority starts while one of normal priority is in progress', async () => {
	const pace = new Pace();
	const begun: string[] = [];
	let answer = () => {};
	const call = async (_method: string, body: object) => {
		const { chat_id: chat } = body as { chat_id: string };
		begun.push(chat);
		if (chat === 'first') await new Promise<void>((resolve) => (answer = resolve));
		return {};
	};
	const first = sendTo(traffic(call, {}, undefined, pace), 'first');
	await jest.advanceTimersByTimeAsync(1);
	const low = sendTo(traffic(call, { priority: 'low' }, undefined, pace), 'low');
	const normal = sendTo(traffic(call, {}, undefined, pace), 'normal');
	await jest.advanceTimersByTimeAsync(5000);
	expect(begun).toEqual(['first', 'normal']);
	answer();
	await clockedUntil(Promise.all([first, low, normal]));
	expect(begun).toEqual(['first', 'normal', 'low']);
});

test('it does not wait forever for others, nor for the requests of another bot', async () => {
	const { begun, call, pace } = oneStuck();
	// It never ends.
	void sendTo(traffic(call, {}, undefined, pace), 'stuck');
	await jest.advanceTimersByTimeAsync(1);
	await clockedUntil(sendTo(traffic(call, { priority: 'low' }), 'of another bot'));
	const low = sendTo(traffic(call, { priority: 'low' }, undefined, pace), 'low');
	await jest.advanceTimersByTimeAsync(9000);
	expect(begun).toEqual(['stuck', 'of another bot']);
	await clockedUntil(low);
	expect(begun).toEqual(['stuck', 'of another bot', 'low']);
});

test('it does not wait longer for others because the clock is set back', async () => {
	const { begun, call, pace } = oneStuck();
	// It never ends.
	void sendTo(traffic(call, {}, undefined, pace), 'stuck');
	await jest.advanceTimersByTimeAsync(1);
	const low = sendTo(traffic(call, { priority: 'low' }, undefined, pace), 'low');
	await jest.advanceTimersByTimeAsync(5000);
	jest.setSystemTime(Date.now() - 3_600_000);
	await jest.advanceTimersByTimeAsync(6000);
	expect(begun).toEqual(['stuck', 'low']);
	await low;
});

test('a broadcast that is cancelled while it waits sends nothing more', async () => {
	const { begun, call, pace } = oneStuck();
	void sendTo(traffic(call, {}, undefined, pace), 'stuck');
	await jest.advanceTimersByTimeAsync(1);
	const cancel = new AbortController();
	const low = sendTo(traffic(call, { priority: 'low' }, cancel.signal, pace), 'low');
	cancel.abort();
	await expect(clockedUntil(low)).rejects.toThrow('stopped');
	expect(begun).toEqual(['stuck']);
});

test('one of two broadcasts ends at once if it is cancelled, and the other keeps to the limit', async () => {
	const { call, asked } = simulatedServer({ bot: RATE });
	const pace = new Pace();
	const cancel = new AbortController();
	const begin = (name: string, signal?: AbortSignal) => {
		const sender = traffic(call, { priority: 'low' }, signal, pace);
		const chats = Array.from({ length: RATE * 10 }, (_none, index) => `${name} ${index}`);
		return chats.map(async (chat) => await sendTo(sender, chat));
	};
	const [stays, ends] = [begin('stays'), begin('ends', cancel.signal)];
	const ended = Promise.allSettled(ends);
	await jest.advanceTimersByTimeAsync(5000);
	cancel.abort();
	const cancelledAt = Date.now();
	await clockedUntil(ended);
	expect(Date.now() - cancelledAt).toBeLessThan(1000);
	await clockedUntil(Promise.all(stays));
	const accepted = asked.filter((one) => one.accepted);
	expect(accepted.filter(({ chat }) => chat.startsWith('stays'))).toHaveLength(RATE * 10);
	expect(1 - accepted.length / asked.length).toBeLessThanOrEqual(0.1);
});
