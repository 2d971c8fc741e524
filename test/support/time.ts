/** What `Date.now` says, which only the test moves on. */
export interface Time {
	/** Unix milliseconds. */
	readonly now: number;
	advance(ms: number): void;
}

/** Stops `Date.now` for the tests of this file or of this `describe`, also for what they start. */
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
