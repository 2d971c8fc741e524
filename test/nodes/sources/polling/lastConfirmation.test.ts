import { Context } from '../../../../nodes/BotMessaging/update/context';
import { AnswerError, TransportError } from '../../../../nodes/BotMessaging/api/errors';
import { confirmWithoutPolling } from '../../../../nodes/BotMessaging/sources/polling/getUpdates';
import { UpdateTracker } from '../../../../nodes/BotMessaging/sources/polling/tracker';
import { callOf } from '../../../support/calls';
import { useClock } from '../../../support/clock';

const refused = new TransportError('refused', 'The server cannot be reached');
const conflict = new AnswerError(409, 'Conflict: terminated by other getUpdates request');
const unauthorized = new AnswerError(401, 'Unauthorized');

const clock = useClock();

/** A trigger's updates by id. */
function trackerOf(done: number[], open: number[] = []) {
	const tracker = new UpdateTracker();
	const update = (id: number) => new Context({ update_id: id, message: { text: `${id}` } });
	tracker.list([...done, ...open].map(update), [], undefined);
	for (const one of tracker.dueFor('a')) {
		const tracked = tracker.of('a').judge(one);
		if (done.includes(one.raw.update_id)) tracked.state = 'done';
	}
	return tracker;
}

test('updates that are done are confirmed once, and forgotten', async () => {
	const { call, asked } = callOf([]);
	const tracker = trackerOf([1, 2], [3]);
	await confirmWithoutPolling(call, tracker, () => true);
	expect(asked).toEqual([['getUpdates', { offset: 3, limit: 1, timeout: 0 }, { timeoutMs: 2000 }]]);
	expect(tracker.offsetFor([])).toBeUndefined();
});

test.each<[what: string, tracker: UpdateTracker, isNeeded: boolean]>([
	['there is nothing', trackerOf([]), true],
	['the first one is open', trackerOf([], [1]), true],
	['somebody polls again', trackerOf([1]), false],
])('nothing is confirmed if %s', async (_what, tracker, isNeeded) => {
	const { call, asked } = callOf();
	await confirmWithoutPolling(call, tracker, () => isNeeded);
	expect(asked).toEqual([]);
});

test('the request is repeated after a moment if the server may still see our own poll', async () => {
	const { call, asked } = callOf(conflict, conflict, []);
	const tracker = trackerOf([1]);
	const { passed } = clock;
	await confirmWithoutPolling(call, tracker, () => true);
	expect(asked).toHaveLength(3);
	expect(clock.passed - passed).toBe(200);
	expect(tracker.isEmpty).toBe(true);
});

test('the request is not repeated forever, nor for any other reason', async () => {
	const always = callOf(...Array<Error>(99).fill(conflict));
	await confirmWithoutPolling(always.call, trackerOf([1]), () => true);
	expect(always.asked).toHaveLength(20);
	for (const error of [refused, unauthorized]) {
		const once = callOf(error, []);
		const tracker = trackerOf([1]);
		await confirmWithoutPolling(once.call, tracker, () => true);
		expect(once.asked).toHaveLength(1);
		expect(tracker.isEmpty).toBe(false);
	}
});
