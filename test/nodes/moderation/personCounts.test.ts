import type { Bound } from '../../../nodes/BotMessaging/api/basics';
import { PersonCounts } from '../../../nodes/BotMessaging/moderation/personCounts';

const DAY = 86_400;

/** How many of these people's first messages are counted, and how many second ones. */
function counted(counts: PersonCounts, people: number, most = 1, id = 0, date = 1000) {
	const found = { yes: 0, limited: 0, noRoom: 0 };
	for (let who = 0; who < people; who++) {
		const left = counts.count(`${who}`, { date, mark: id, isAnyTime: false }, most, DAY);
		found[left === 0 ? 'yes' : left === undefined ? 'noRoom' : 'limited']++;
	}
	return found;
}

describe('a bound of 100 messages', () => {
	const bound: Bound = { most: 100 };

	test.each([
		[99, { yes: 99, limited: 0, noRoom: 0 }],
		[100, { yes: 100, limited: 0, noRoom: 0 }],
		[101, { yes: 100, limited: 0, noRoom: 1 }],
		[1000, { yes: 100, limited: 0, noRoom: 900 }],
	])('has room for the first 100 of %d people, and counts these exactly', (people, first) => {
		const counts = new PersonCounts(bound);
		expect(counted(counts, people)).toEqual(first);
		const known = Math.min(people, 100);
		expect(counted(counts, known, 1, 1)).toEqual({ yes: 0, limited: known, noRoom: 0 });
	});

	test('makes room when messages are over', () => {
		const passed = jest.spyOn(performance, 'now');
		const counts = new PersonCounts(bound);
		counted(counts, 100);
		const found = counted(counts, 1000, 1, 2, 1000 + DAY + 3600);
		passed.mockRestore();
		expect(found.limited).toBe(0);
		expect(found.yes).toBeGreaterThanOrEqual(100 - 1);
	});
});

test('is exact for a hundred thousand people, in less than 100 bytes for each', () => {
	const counts = new PersonCounts({ most: 1e7 });
	const before = process.memoryUsage().arrayBuffers;
	const people = 100_000;
	expect(counted(counts, people, 1, 1)).toEqual({ yes: people, limited: 0, noRoom: 0 });
	const bytes = (process.memoryUsage().arrayBuffers - before) / people;
	expect(counted(counts, people, 1, 2)).toEqual({ yes: 0, limited: people, noRoom: 0 });
	expect(bytes).toBeLessThan(100);
});
