import { AnswerError, TransportError, UserError } from '../../../nodes/BotMessaging/api/errors';
import {
	StoppedError,
	untilUnreadable,
} from '../../../nodes/BotMessaging/triggers/unreadableUpdate';
import { useClock } from '../../support/clock';

const clock = useClock();

/** Reads something that fails this many times; returns the number of tries, and the reports. */
async function read(failures: number, error: unknown = new TypeError('entity is null')) {
	let tries = 0;
	const reported: unknown[] = [];
	const work = async () => {
		if (++tries <= failures) throw error as Error;
	};
	const result = await untilUnreadable(work, (reason) => reported.push(reason)).then(
		(): unknown => 'done',
		(thrown: unknown) => thrown,
	);
	return { tries, reported, result };
}

test.each([
	[1, 2],
	[2, 3],
])('an update that fails %i times is read after that', async (failures, tries) => {
	expect(await read(failures)).toEqual({ tries, reported: [], result: 'done' });
});

test('an update that fails three times is reported once, with pauses between the tries', async () => {
	const error = new TypeError('entity is null');
	const before = clock.passed;
	expect(await read(9, error)).toEqual({ tries: 3, reported: [error], result: 'done' });
	expect(clock.passed - before).toBe(2000);
});

test.each([
	['the server says no', new AnswerError(400, 'Bad Request')],
	['the server cannot be reached', new TransportError('reset', 'The connection was interrupted')],
	['the form is wrong', new UserError('Words has no word')],
	['the trigger stops', new StoppedError()],
])('the update is not blamed if %s', async (_what, error) => {
	expect(await read(9, error)).toEqual({ tries: 1, reported: [], result: error });
});
