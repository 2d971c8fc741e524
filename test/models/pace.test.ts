import { Stop } from '../../nodes/BotMessaging/api/retry';
import { DEFAULT_TRAFFIC } from '../../nodes/BotMessaging/api/traffic';
import { Turns } from '../../nodes/BotMessaging/api/turns';
import { useSimulatedTime } from '../support/broadcast';
import { playModel, stepsOf } from '../support/model';

/** Turns a second, and executions that want them. */
const [RATE, PARTIES] = [10, 4];
useSimulatedTime();
type Begun = Record<'number' | 'at' | 'closedUntil' | 'rate', number> & { party: object };
const newParty = () => ({ stop: new Stop(), waiting: 0, passedOver: 0 });

function world() {
	const turns = new Turns('bot');
	const limiter = turns.limiterOf('once');
	const parties = Array.from({ length: PARTIES }, newParty);
	const begun: Begun[] = [];
	const all: Array<Promise<void>> = [];
	let closedUntil = 0;
	const ask = async (party: ReturnType<typeof newParty>, number: number, rate = RATE) => {
		const options = { cameAt: performance.now(), refusals: 0, options: DEFAULT_TRAFFIC };
		party.waiting++;
		try {
			const request = { ...options, party, effect: 'once' as const };
			const turn = await turns.next(request, 10, rate, party.stop);
			begun.push({ number, party, at: turn.at!, closedUntil, rate: limiter.rate });
			// While the server takes nothing for long, any is tried.
			const isFair = performance.now() - limiter.refusedSince < 10_000;
			for (const one of parties) {
				const isPassed = one !== party && one.waiting > 0 && isFair;
				one.passedOver = isPassed ? one.passedOver + 1 : 0;
				expect(one.passedOver).toBeLessThanOrEqual(PARTIES);
			}
			turn.end();
		} catch (error) {
			if (!party.stop.isStopped) throw error;
		}
		party.waiting--;
	};
	const step = {
		asks: (which: number) => void all.push(ask(parties[which % PARTIES], all.length)),
		cancels: (which: number) => {
			parties[which % PARTIES].stop.call();
			parties[which % PARTIES] = newParty();
		},
		'is refused': (which: number) => {
			const ms = (which % 4) * 1000;
			limiter.refused(performance.now());
			limiter.close(ms, ms);
			closedUntil = performance.now() + ms;
		},
		'is taken': () => {
			limiter.took(performance.now());
			closedUntil = -Infinity;
		},
		'the clock is set back': () => void jest.setSystemTime(Date.now() - 3_600_000),
		'time passes': async (which: number) => await jest.advanceTimersByTimeAsync(3 * which),
	};
	const settle = async () => {
		await jest.advanceTimersByTimeAsync(120_000);
		expect(parties.map(({ waiting }) => waiting)).toEqual(Array(PARTIES).fill(0));
		await Promise.all(all);
		for (const party of parties) {
			const own = begun.filter((one) => one.party === party).map(({ number }) => number);
			expect(own).toEqual([...own].sort((one, other) => one - other));
		}
		expect(begun.filter((one) => one.at < one.closedUntil)).toEqual([]);
		const lately = (at: number) => begun.filter((one) => one.at > at - 990 && one.at <= at).length;
		expect(begun.filter((one) => lately(one.at) > Math.min(RATE, Math.ceil(one.rate)))).toEqual([]);
		// What is over holds up nobody.
		await jest.advanceTimersByTimeAsync(120_000);
		const { length } = begun;
		for (const party of parties) void ask(party, all.length, 0);
		await jest.advanceTimersByTimeAsync(0);
		expect(begun).toHaveLength(length + PARTIES);
	};
	return { step, settle };
}

const STEPS = ['cancels', 'is refused', 'is refused', 'is taken', 'time passes'] as const;
const OFTEN = ['asks', 'asks', 'asks', 'time passes'] as const;
const steps = stepsOf(...OFTEN, ...OFTEN, ...STEPS, 'the clock is set back');

test('turns come in order, fairly, never above the rate, and nothing that waits is forgotten', async () => {
	await playModel(steps, async (all) => {
		const { step, settle } = world();
		for (const { what, which } of all) {
			await step[what](which);
			await jest.advanceTimersByTimeAsync(0);
		}
		await settle();
	});
});
