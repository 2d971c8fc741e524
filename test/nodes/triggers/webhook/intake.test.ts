import { EventEmitter } from 'node:events';

import { Intake } from '../../../../nodes/BotMessaging/triggers/webhook/intake';
import { message } from '../../update/samples';

const say = (text: string) => message({ text });
const part = (album: string, id: number) => message({ message_id: id, media_group_id: album });

/** The answer to a push, as Node has it. */
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
let intake: Intake;
beforeEach(() => {
	now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	intake = new Intake();
});
afterEach(() => jest.restoreAllMocks());

function take(update = say('a'), failsBeforeStart = true): Answer {
	const answer = new Answer();
	intake.take(update, answer as never, failsBeforeStart);
	return answer;
}

describe('a push', () => {
	test('is open until it is answered, and done from then on', () => {
		expect(intake.stateOf(say('a'))).toBe('new');
		const answer = take();
		expect(intake.stateOf(say('a'))).toBe('open');
		expect(intake.stateOf(say('b'))).toBe('new');
		answer.end(200);
		expect(intake.stateOf(say('a'))).toBe('done');
		intake.forget(say('a'));
		expect(intake.stateOf(say('a'))).toBe('new');
	});

	test.each<[failsBeforeStart: boolean, status: number, state: string]>([
		[true, 499, 'done'],
		[true, 500, 'new'],
		[true, 503, 'new'],
		[false, 500, 'done'],
	])('that fails before the start (%s) and was answered with %i is %s', (fails, status, state) => {
		take(say('a'), fails).end(status);
		expect(intake.stateOf(say('a'))).toBe(state);
	});

	test('that is never answered is open for five minutes, also if it was cut', () => {
		const answer = take();
		now = 5 * 60_000 - 1;
		answer.close();
		expect(intake.stateOf(say('a'))).toBe('open');
		now = 5 * 60_000;
		expect(intake.stateOf(say('a'))).toBe('done');
	});

	test('is remembered for as long as 10,000 others have not come', () => {
		for (let id = 0; id <= 10_000; id++) take(message({ message_id: id })).end(200);
		const states = [0, 1, 10_000].map((id) => intake.stateOf(message({ message_id: id })));
		expect(states).toEqual(['new', 'done', 'done']);
	});
});

describe('who waits for the answer to a push', () => {
	test('waits until its connection ends', async () => {
		const answer = take();
		let isOver = false;
		const waiting = intake.waitForAnswer(say('a')).then(() => (isOver = true));
		await new Promise((resolve) => setImmediate(resolve));
		expect(isOver).toBe(false);
		answer.close();
		await waiting;
	});

	test('does not wait for one that has ended, or is not known', async () => {
		await intake.waitForAnswer(say('a'));
		take().destroyed = true;
		await intake.waitForAnswer(say('a'));
	});
});

test('what cannot be read three times is passed over, and no other update', () => {
	take();
	expect(intake.noteFailure(say('a'))).toBe(false);
	expect(intake.stateOf(say('a'))).toBe('new');
	expect(intake.noteFailure(say('b'))).toBe(false);
	expect(intake.noteFailure(say('a'))).toBe(false);
	expect(intake.isPassedOver(say('a'))).toBe(false);
	expect(intake.noteFailure(say('a'))).toBe(true);
	expect([intake.isPassedOver(say('a')), intake.isPassedOver(say('b'))]).toEqual([true, false]);
});

describe('a test run takes', () => {
	test('the first update alone, however often it comes', () => {
		expect(intake.isForTest(say('a'), true)).toBe(true);
		expect(intake.isForTest(say('b'), true)).toBe(false);
		expect(intake.isForTest(say('a'), true)).toBe(true);
	});

	test.each([true, false])(
		'the other parts of its album only if it gathers them: %s',
		(gathers) => {
			expect(intake.isForTest(part('trip', 1), gathers)).toBe(true);
			expect(intake.isForTest(part('trip', 2), gathers)).toBe(gathers);
			expect(intake.isForTest(part('other', 3), gathers)).toBe(false);
			expect(intake.isForTest(say('no album'), gathers)).toBe(false);
		},
	);
});
