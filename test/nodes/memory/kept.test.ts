import { Kept } from '../../../nodes/BotMessaging/api/owner';

const DAY_MS = 24 * 60 * 60_000;

let now = 0;
let kept: Kept<object>;
beforeEach(() => {
	now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	kept = new Kept((name) => ({ name }));
});
afterEach(() => jest.restoreAllMocks());

/** Whether a thing is still the same after some time and the use of another one. */
function outlives(ms: number, before: object, name = 'a'): boolean {
	now += ms;
	kept.get('other');
	return kept.get(name) === before;
}

test('an entry is kept while it is used', () => {
	const before = kept.get('a');
	expect(outlives(DAY_MS - 1, before)).toBe(true);
	expect(outlives(DAY_MS - 1, before)).toBe(true);
	expect(outlives(DAY_MS, before)).toBe(false);
});

test('an entry that is held is kept forever, and for a day after its release', () => {
	const before = kept.get('a');
	const ends = [kept.hold('a'), kept.hold('a')];
	expect(outlives(DAY_MS, before)).toBe(true);
	ends[0]();
	// Only the first time counts.
	ends[0]();
	expect(outlives(DAY_MS, before)).toBe(true);
	now += DAY_MS;
	ends[1]();
	expect(outlives(DAY_MS - 1, before)).toBe(true);
	expect(outlives(DAY_MS, before)).toBe(false);
});

test('the last thousand entries that nobody holds are kept', () => {
	const held = kept.get('held');
	kept.hold('held');
	const first = kept.get('0');
	for (let name = 1; name < 999; name++) kept.get(String(name));
	expect(kept.get('0')).toBe(first);
	const second = kept.get('1');
	for (let name = 1000; name < 2000; name++) kept.get(String(name));
	expect(kept.get('1')).not.toBe(second);
	expect(kept.get('held')).toBe(held);
});
