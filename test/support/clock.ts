import * as n8nWorkflow from 'n8n-workflow';

import { useTime } from './time';

/**
 * A clock that only the nodes' waits move: it jumps to the end of a wait as soon as one begins. Real
 * durations have no effect.
 */
export interface Clock {
	/** Milliseconds since its start. */
	readonly passed: number;
	/** Number of current waits. */
	readonly waits: number;
	/** Moves it without a wait. */
	advance(ms: number): void;
	/** Sets the time of day back, as a person or a time server does: what passes stays the same. */
	setBack(ms: number): void;
	/** Waits on this clock, like the nodes. */
	sleep(ms: number): Promise<void>;
	/** Stops the clock during `work`: no wait ends, but for those of fewer than `shortMs`. */
	standing<Result>(work: () => Promise<Result>, shortMs?: number): Promise<Result>;
}

/** After this many turns of the event loop, an ended request has no more effects. */
const QUIET_TURNS = 4;

/**
 * Replaces `Date.now`, `performance.now` and n8n's `sleep` by the test's own clock, for the tests of this file
 * or `describe`. The emulator reads it too, but its own waits take real time.
 *
 * @param isBusy whether something runs that must take no time on this clock: it stops meanwhile
 */
export function useClock(isBusy = () => false): Clock {
	const time = useTime();
	let passed = 0;
	const sleepers: Array<{ ms: number; due: number; wake: () => void }> = [];
	let stands = 0;
	let endsBelowMs = 0;
	let isStepping = false;
	let busyUntil = 0;
	let turns = 0;
	const spies: jest.SpyInstance[] = [];
	const advance = (ms: number) => {
		passed += ms;
		time.advance(ms);
	};

	/** Ends one wait per turn of the event loop, so that other work progresses too. */
	const step = () => {
		isStepping = false;
		const ending = stands > 0 ? sleepers.filter(({ ms }) => ms < endsBelowMs) : sleepers;
		if (ending.length === 0) return;
		turns++;
		if (isBusy()) busyUntil = turns + QUIET_TURNS;
		if (turns < busyUntil) return goOn();
		const next = ending.reduce((first, other) => (other.due < first.due ? other : first));
		sleepers.splice(sleepers.indexOf(next), 1);
		advance(Math.max(0, next.due - passed));
		next.wake();
		goOn();
	};
	const goOn = () => {
		if (!isStepping) setImmediate(step);
		isStepping = true;
	};
	const sleep = async (ms: number) =>
		await new Promise<void>((wake) => {
			// A wait of 0 only yields, and needs no time.
			if (ms <= 0) {
				setImmediate(wake);
				return;
			}
			sleepers.push({ ms, due: passed + ms, wake });
			goOn();
		});

	beforeAll(() => {
		const exported = n8nWorkflow as unknown as { sleep: unknown };
		spies.push(jest.spyOn(exported, 'sleep', 'get').mockReturnValue(sleep) as jest.SpyInstance);
		// A whole number: differences of fractions are inexact.
		const begun = Math.ceil(performance.now());
		spies.push(jest.spyOn(performance, 'now').mockImplementation(() => begun + passed));
	});
	// What an earlier test started must be older than what the next one starts.
	beforeEach(() => advance(1));
	afterAll(() => spies.splice(0).forEach((spy) => spy.mockRestore()));
	return {
		get passed() {
			return passed;
		},
		get waits() {
			return sleepers.length;
		},
		advance,
		setBack: (ms) => time.advance(-ms),
		sleep,
		standing: async (work, shortMs = 0) => {
			stands++;
			endsBelowMs = shortMs;
			return await work().finally(() => {
				stands--;
				goOn();
			});
		},
	};
}
