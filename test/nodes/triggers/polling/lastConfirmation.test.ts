import { AnswerError, TransportError } from '../../../../nodes/BotMessaging/api/errors';
import { confirmWithoutPolling } from '../../../../nodes/BotMessaging/triggers/polling/lastConfirmation';
import { Ledger } from '../../../../nodes/BotMessaging/triggers/polling/ledger';
import { callOf } from '../../../support/calls';
import { useClock } from '../../../support/clock';

const refused = new TransportError('refused', 'The server cannot be reached');
const conflict = new AnswerError(409, 'Conflict: terminated by other getUpdates request');
const unauthorized = new AnswerError(401, 'Unauthorized');

const clock = useClock();

/** The updates of a trigger, by number. */
function ledgerOf(done: number[], open: number[] = []) {
	const ledger = new Ledger();
	for (const id of [...done, ...open]) ledger.begin(id, 'a');
	for (const id of done) ledger.end(id, 'a', 'done');
	return ledger;
}

test('what is done is confirmed once, and forgotten', async () => {
	const { call, asked } = callOf([]);
	const ledger = ledgerOf([1, 2], [3]);
	await confirmWithoutPolling(call, ledger, () => true);
	expect(asked).toEqual([['getUpdates', { offset: 3, limit: 1, timeout: 0 }, { timeoutMs: 2000 }]]);
	expect(ledger.firstId).toBe(3);
});

test.each<[what: string, ledger: Ledger, isNeeded: boolean]>([
	['there is nothing', ledgerOf([]), true],
	['the first one is open', ledgerOf([], [1]), true],
	['somebody polls again', ledgerOf([1]), false],
])('nothing is confirmed if %s', async (_what, ledger, isNeeded) => {
	const { call, asked } = callOf();
	await confirmWithoutPolling(call, ledger, () => isNeeded);
	expect(asked).toEqual([]);
});

test('the server may still see our own poll: it is asked again after a moment', async () => {
	const { call, asked } = callOf(conflict, conflict, []);
	const ledger = ledgerOf([1]);
	const { passed } = clock;
	await confirmWithoutPolling(call, ledger, () => true);
	expect(asked).toHaveLength(3);
	expect(clock.passed - passed).toBe(200);
	expect(ledger.isEmpty).toBe(true);
});

test('it is not asked for ever, and not again for any other reason', async () => {
	const always = callOf(...Array<Error>(99).fill(conflict));
	await confirmWithoutPolling(always.call, ledgerOf([1]), () => true);
	expect(always.asked).toHaveLength(20);
	for (const error of [refused, unauthorized]) {
		const once = callOf(error, []);
		const ledger = ledgerOf([1]);
		await confirmWithoutPolling(once.call, ledger, () => true);
		expect(once.asked).toHaveLength(1);
		expect(ledger.isEmpty).toBe(false);
	}
});
