import fc from 'fast-check';

import {
	AnswerError,
	TransportError,
	type RequestError,
} from '../../nodes/BotMessaging/api/errors';
import { settle } from '../../nodes/BotMessaging/api/basics';
import type { Effect } from '../../nodes/BotMessaging/api/retry';
import { useClock } from '../support/clock';
import { playModel } from '../support/model';
import { traffic } from '../support/simulation';

const clock = useClock();

/** Timers count whole milliseconds. */
const [LONGEST_WAIT_MS, TIMER_MS] = [20_000, 1];

/** What may come of a request: whether it was surely not carried out, or whether nobody knows. */
const ANSWERS = {
	'a refusal with a wait': [(s: number) => new AnswerError(429, 'Too Many Requests', s), 'not'],
	'a refusal without a wait': [() => new AnswerError(400, 'MESSAGE_TOO_MUCH'), 'not'],
	'no connection': [() => new TransportError('refused', ''), 'not'],
	'a lost answer': [() => new TransportError('reset', ''), 'unknown'],
	'no answer in time': [() => new TransportError('timeout', ''), 'unknown'],
	'a broken server': [() => new AnswerError(502, 'Bad Gateway'), 'unknown'],
	'a no': [() => new AnswerError(403, 'Forbidden'), 'final'],
	'a page': [() => new TransportError('unreadable', '', 404), 'final'],
} as const;

const answer = fc.record({
	what: fc.constantFrom(...(Object.keys(ANSWERS) as Array<keyof typeof ANSWERS>), 'a yes' as const),
	seconds: fc.nat(25),
	retries: fc.nat(5),
	effect: fc.constantFrom<Effect>('once', 'repeatable', 'read'),
	stops: fc.nat(9).map((number) => number === 0),
});

test('a request is repeated only if that is harmless, as often and as late as the server and the user say', async () => {
	await playModel(answer, async (answers) => {
		const [{ retries, effect }] = answers;
		let asked = 0;
		let isInTime = true;
		let mustWaitMs = 0;
		let lastAt = clock.passed;
		const call = async () => {
			const { what, seconds, stops } = answers[asked++] ?? { what: 'a yes', seconds: 0 };
			const waitedMs = Math.round(clock.passed - lastAt);
			isInTime &&= waitedMs >= mustWaitMs && waitedMs <= LONGEST_WAIT_MS + TIMER_MS;
			lastAt = clock.passed;
			if (stops) sender.stop();
			if (what === 'a yes') return {};
			mustWaitMs = what === 'a refusal with a wait' ? seconds * 1000 : 0;
			throw ANSWERS[what][0](seconds);
		};
		/** How many requests there must be, and what comes of the last. */
		const wanted = () => {
			for (const [index, { what, seconds, stops }] of answers.entries()) {
				if (what === 'a yes') return [index + 1, 'done'];
				const [, fate] = ANSWERS[what];
				const isHarmful = fate === 'final' || (fate === 'unknown' && effect === 'once');
				const isLong = what === 'a refusal with a wait' && seconds * 1000 > LONGEST_WAIT_MS;
				if (index >= retries || isHarmful || isLong) return [index + 1, 'failed'];
				if (stops) return [index + 1, 'cancelled'];
			}
			return [answers.length + 1, 'done'];
		};
		const sender = traffic(call, { retries, longestWaitMs: LONGEST_WAIT_MS });
		const about = { method: 'sendMessage', effect, ordered: true, chat: '1' };
		const { value, error } = await settle(sender.send({ ...about, body: async () => ({}) }));
		const isCancelled = error instanceof TransportError && error.failure === 'cancelled';
		const end = value ? 'done' : isCancelled ? 'cancelled' : 'failed';
		const isInDoubt = value?.uncertain ?? (error as RequestError).mayHaveArrived;
		/** If nobody knows of one attempt whether it was carried out, nobody knows of the request. */
		const fates = answers.slice(0, asked).map(({ what }) => what !== 'a yes' && ANSWERS[what][1]);
		expect([asked, end, isInTime, isInDoubt]).toEqual([
			...wanted(),
			true,
			fates.includes('unknown'),
		]);
	});
});
