import { EventEmitter } from 'node:events';

import { Pushes } from '../../../../nodes/BotMessaging/sources/webhook/pushes';

/** The response to a push, as in Node. */
class Answer extends EventEmitter {
	writableEnded = false;
	destroyed = false;
	statusCode = 200;

	end(statusCode: number): void {
		Object.assign(this, { statusCode, writableEnded: true });
		this.close();
	}

	close(): void {
		this.destroyed = true;
		this.emit('close');
	}
}

let now = 0;
let pushes: Pushes;
beforeEach(() => {
	now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	pushes = new Pushes();
});
afterEach(() => jest.restoreAllMocks());

function take(key = 'a', failsBeforeStart = true): Answer {
	const answer = new Answer();
	pushes.take(key, answer as never, failsBeforeStart);
	return answer;
}

describe('a push', () => {
	test('is open until it is answered, and done afterwards', () => {
		expect(pushes.stateOf('a')).toBe('new');
		const answer = take();
		expect(pushes.stateOf('a')).toBe('open');
		expect(pushes.stateOf('b')).toBe('new');
		answer.end(200);
		expect(pushes.stateOf('a')).toBe('done');
		pushes.forget('a');
		expect(pushes.stateOf('a')).toBe('new');
	});

	test.each<[failsBeforeStart: boolean, status: number, state: string]>([
		[true, 499, 'done'],
		[true, 500, 'new'],
		[true, 503, 'new'],
		[false, 500, 'done'],
	])('that fails before the start (%s) and gets the answer %i is %s', (fails, status, state) => {
		take('a', fails).end(status);
		expect(pushes.stateOf('a')).toBe(state);
	});

	test('without an answer is open for five minutes, even if it was cut off', () => {
		const answer = take();
		now = 5 * 60_000 - 1;
		answer.close();
		expect(pushes.stateOf('a')).toBe('open');
		now = 5 * 60_000;
		expect(pushes.stateOf('a')).toBe('done');
	});

	test('is remembered until 10,000 others have come', () => {
		for (let id = 0; id <= 10_000; id++) take(String(id)).end(200);
		const states = [0, 1, 10_000].map((id) => pushes.stateOf(String(id)));
		expect(states).toEqual(['new', 'done', 'done']);
	});
});

describe('a push that waits for the answer to another', () => {
	test('waits until the connection of that one ends', async () => {
		const answer = take();
		let isOver = false;
		const waiting = pushes.waitForAnswer('a').then(() => (isOver = true));
		await new Promise((resolve) => setImmediate(resolve));
		expect(isOver).toBe(false);
		answer.close();
		await waiting;
	});

	test('does not wait for one that has ended or is unknown', async () => {
		await pushes.waitForAnswer('a');
		take().destroyed = true;
		await pushes.waitForAnswer('a');
	});
});

test('an update that cannot be read is skipped, and no other is', () => {
	take();
	pushes.skip('a');
	expect(pushes.stateOf('a')).toBe('new');
	expect([pushes.isSkipped('a'), pushes.isSkipped('b')]).toEqual([true, false]);
});

describe('a test run takes', () => {
	test('only the first update, however often it comes', () => {
		expect(pushes.isForTest('a')).toBe(true);
		expect(pushes.isForTest('b')).toBe(false);
		expect(pushes.isForTest('a')).toBe(true);
	});

	test('the other parts of its album', () => {
		expect(pushes.isForTest('1', 'trip')).toBe(true);
		expect(pushes.isForTest('2', 'trip')).toBe(true);
		expect(pushes.isForTest('3', 'other')).toBe(false);
		expect(pushes.isForTest('4')).toBe(false);
	});
});
