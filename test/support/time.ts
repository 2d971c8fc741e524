/** The result of `Date.now`, which only the test moves. */
export interface Time {
	/** Unix milliseconds. */
	readonly now: number;
	advance(ms: number): void;
}

/** Stops `Date.now` for the tests of this file or `describe`, and for everything that they start. */
export function useTime(): Time {
	let now = Date.now();
	let spy: jest.SpyInstance;
	beforeAll(() => {
		spy = jest.spyOn(Date, 'now').mockImplementation(() => now);
	});
	afterAll(() => spy.mockRestore());
	return {
		get now() {
			return now;
		},
		advance: (ms) => void (now += ms),
	};
}

/** Lets tests of this file advance `performance.now`, which the nodes use to measure durations. */
export function useTicks(): { advance(ms: number): void } {
	const now = performance.now.bind(performance);
	let added = 0;
	let spy: jest.SpyInstance;
	beforeAll(() => {
		spy = jest.spyOn(performance, 'now').mockImplementation(() => now() + added);
	});
	afterAll(() => spy.mockRestore());
	return { advance: (ms) => void (added += ms) };
}
