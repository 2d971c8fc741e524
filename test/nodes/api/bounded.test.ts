import { Bounded } from '../../../nodes/BotMessaging/api/basics';

/** The keys left after setting these in order, with room for three. */
function leftOf(...keys: string[]): string {
	const map = new Bounded<string, number>({ most: 3 });
	keys.forEach((key, index) => map.set(key, index));
	return [...map.keys()].join('');
}

test.each([
	['all of a few', 'abc', 'abc'],
	['those set last', 'abcde', 'cde'],
	['one that was set again', 'abcad', 'cad'],
	['one that was set again after others were forgotten', 'abcdebf', 'ebf'],
	['one that was set again between two that were forgotten', 'abcdced', 'ced'],
])('keeps %s', (_what, keys, left) => {
	expect(leftOf(...keys)).toBe(left);
});

test('forgets the oldest, even after some were deleted', () => {
	const map = new Bounded<string, number>({ most: 2 });
	for (const key of 'abc') map.set(key, 1);
	map.delete('b');
	for (const key of 'de') map.set(key, 1);
	map.clear();
	for (const key of 'fgh') map.set(key, 1);
	expect([...map.keys()]).toEqual(['g', 'h']);
});
