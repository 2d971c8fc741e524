import * as n8nWorkflow from 'n8n-workflow';

import { useTime } from './time';

/**
 * A clock that only the nodes' own waits move: it moves to the next of them as soon as it is
 * asked for. How long anything really takes shows nowhere.
 */
export interface Clock {
	/** Milliseconds that it has gone on by. */
	readonly passed: number;
	/** How many waits are going on. */
	readonly waits: number;
	/** Goes on without a wait. */
	advance(ms: number): void;
	/** Waits by it, as the nodes do. */
	sleep(ms: number): Promise<void>;
	/** Stands still meanwhile: nothing that waits gets on. */
	standing<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Turns of the event loop after which nothing comes any more of a request that has ended. */
const QUIET_TURNS = 4;

/**
 * `Date.now` and n8n's `sleep` by a clock of the test's own, for the tests of this file or of this
 * `describe`. The emulator reads it too, but what it waits for itself takes real time.
 *
 * @param isBusy whether something is under way that takes no time of this clock: it stops meanwhile
 */
export function useClock(isBusy = () => false): Clock {
	const time = useTime();
	const start = time.now;
	const sleepers: Array<{ due: number; wake: () => void }> = [];
	let stands = 0;
	let isStepping = false;
	let busyUntil = 0;
	let turns = 0;
	let spy: jest.SpyInstance;

	/** One wait ends in one turn of the event loop, so that what is under way gets on as well. */
	const step = () => {
		isStepping = false;
		if (stands > 0 || sleepers.length === 0) return;
		turns++;
		if (isBusy()) busyUntil = turns + QUIET_TURNS;
		if (turns < busyUntil) return goOn();
		const next = sleepers.reduce((first, other) => (other.due < first.due ? other : first));
		sleepers.splice(sleepers.indexOf(next), 1);
		time.advance(Math.max(0, next.due - time.now));
		next.wake();
		goOn();
	};
	const goOn = () => {
		if (!isStepping) setImmediate(step);
		isStepping = true;
	};
	const sleep = async (ms: number) =>
		await new Promise<void>((wake) => {
			// That lets others have their turn, and needs no time.
			if (ms <= 0) {
				setImmediate(wake);
				return;
			}
			sleepers.push({ due: time.now + ms, wake });
			goOn();
		});

	beforeAll(() => {
		const exported = n8nWorkflow as unknown as { sleep: unknown };
		spy = jest.spyOn(exported, 'sleep', 'get').mockReturnValue(sleep) as jest.SpyInstance;
	});
	// What a test before has begun is older than what the next one begins.
	beforeEach(() => time.advance(1));
	afterAll(() => spy.mockRestore());
	return {
		get passed() {
			return time.now - start;
		},
		get waits() {
			return sleepers.length;
		},
		advance: (ms) => time.advance(ms),
		sleep,
		standing: async (work) => {
			stands++;
			return await work().finally(() => {
				stands--;
				goOn();
			});
		},
	};
}
