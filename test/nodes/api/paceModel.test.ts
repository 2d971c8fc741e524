import * as fc from 'fast-check';

import { useSimulatedTime } from '../../support/broadcast';
import { type Effect, Stop } from '../../../nodes/BotMessaging/api/retry';
import { DEFAULT_TRAFFIC } from '../../../nodes/BotMessaging/api/traffic';
import { Turns } from '../../../nodes/BotMessaging/api/turns';

useSimulatedTime();

const RATE = 10;
const PARTIES = 4;

const command = fc.oneof(
	{
		weight: 12,
		arbitrary: fc.record({ does: fc.constant('ask' as const), party: fc.nat(PARTIES - 1) }),
	},
	fc.record({ does: fc.constant('cancel' as const), party: fc.nat(PARTIES - 1) }),
	fc.record({ does: fc.constant('refuse' as const), seconds: fc.constantFrom(0, 1, 3) }),
	fc.record({ does: fc.constant('accept' as const) }),
	fc.record({ does: fc.constant('pass' as const), ms: fc.nat(3000) }),
	fc.record({ does: fc.constant('setBack' as const) }),
);

test('turns come in order, fairly, never above the rate, and nothing that waits is forgotten', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(command, { maxLength: 60 }), async (commands) => {
			const turns = new Turns('bot');
			const limiter = turns.limiterOf('once');
			const parties = Array.from({ length: PARTIES }, () => ({ stop: new Stop() }));
			const begun: Array<{ party: number; number: number; at: number }> = [];
			const waiting = new Map<number, number>();
			let asked = 0;
			/** Turns of others since a party began to wait for its next one. */
			const passed = Array<number>(PARTIES).fill(0);
			const ask = async (party: number) => {
				const number = asked++;
				waiting.set(number, party);
				const request = {
					options: DEFAULT_TRAFFIC,
					effect: 'once' as Effect,
					cameAt: 0,
					refusals: 0,
				};
				const { stop } = parties[party];
				try {
					const given = turns.next({ ...request, party: parties[party] }, 10, RATE, stop);
					const turn = given instanceof Promise ? await given : given;
					begun.push({ party, number, at: performance.now() });
					for (let other = 0; other < PARTIES; other++) {
						const isHeld = other !== party && [...waiting.values()].includes(other);
						passed[other] = isHeld ? passed[other] + 1 : 0;
						expect(passed[other]).toBeLessThanOrEqual(PARTIES);
					}
					turn.end();
				} catch (error) {
					expect(error).toMatchObject({ failure: 'cancelled' });
				} finally {
					waiting.delete(number);
				}
			};
			const all: Array<Promise<void>> = [];
			for (const one of commands) {
				if (one.does === 'ask') all.push(ask(one.party));
				if (one.does === 'cancel') {
					parties[one.party].stop.call();
					parties[one.party] = { stop: new Stop() };
				}
				if (one.does === 'refuse') {
					limiter.refused(performance.now());
					if (one.seconds) limiter.close(one.seconds * 1000, one.seconds * 1000);
				}
				if (one.does === 'accept') limiter.took(performance.now());
				if (one.does === 'setBack') jest.setSystemTime(Date.now() - 3_600_000);
				await jest.advanceTimersByTimeAsync(one.does === 'pass' ? one.ms : 0);
			}
			await jest.advanceTimersByTimeAsync(120_000);
			expect(waiting.size).toBe(0);
			await Promise.all(all);
			for (let party = 0; party < PARTIES; party++) {
				const own = begun.filter((one) => one.party === party).map(({ number }) => number);
				expect(own).toEqual([...own].sort((one, other) => one - other));
			}
			for (const [index, { at }] of begun.slice(RATE).entries()) {
				expect(at - begun[index].at).toBeGreaterThanOrEqual(990);
			}
		}),
		{ seed: 52, numRuns: 60 },
	);
});
