import fc from 'fast-check';

/** `npm test` plays at least this many steps of each model, always the same ones. */
const STEPS = 1000;

/** `npm run tool -- models` sets another seed and more rounds each time. */
const { MODELS_SEED: seed = '1', MODELS_ROUNDS: rounds = '1' } = process.env;

const LONGEST = 100;

/** A clock that only the steps of a model move, in ms. */
export function useModelClock(): { now: number } {
	const clock = { now: 0 };
	beforeEach(() => {
		jest.spyOn(performance, 'now').mockImplementation(() => clock.now);
		jest.spyOn(Date, 'now').mockImplementation(() => clock.now);
	});
	afterEach(() => jest.restoreAllMocks());
	return clock;
}

/** A step with a name, and a number that says which of the things at hand it is about. */
export interface Step<Name extends string> {
	what: Name;
	which: number;
}

/** Steps of these names; a name that is given twice comes twice as often. */
export const stepsOf = <Name extends string>(...names: Name[]): fc.Arbitrary<Step<Name>> =>
	fc.record({ what: fc.constantFrom(...names), which: fc.nat(1000) });

/** One of the things at hand, if there are any. */
export const oneOf = <T>(all: T[], which: number): T | undefined => all[which % all.length];

/**
 * Plays random steps, and shrinks what fails to the fewest steps that still fail.
 *
 * @param play begins from the start each time, and throws if a promise is broken
 */
export async function playModel<T>(
	step: fc.Arbitrary<T>,
	play: (steps: T[]) => Promise<void> | void,
): Promise<void> {
	const steps = fc.array(step, { minLength: 1, maxLength: LONGEST, size: 'max' });
	const numRuns = Number(rounds) * Math.ceil((4 * STEPS) / LONGEST);
	let played = 0;
	const property = fc.asyncProperty(steps, async (all) => {
		played += all.length;
		await play(all);
	});
	await fc.assert(property, { seed: Number(seed), numRuns });
	expect(played).toBeGreaterThanOrEqual(STEPS);
}
