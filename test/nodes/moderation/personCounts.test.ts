import fc from 'fast-check';

import type { Bound } from '../../../nodes/BotMessaging/api/basics';
import { markOf, PersonCounts } from '../../../nodes/BotMessaging/moderation/personCounts';

const DAY = 86_400;
const DISORDER = 10;

/** The same with a list for each person. */
class Model {
	private people = new Map<string, Array<{ id: number; album?: number; date: number }>>();

	count(who: string, id: number, album: number | undefined, date: number, most: number): number {
		const all = this.people.get(who) ?? [];
		const before = all.find((one) =>
			album === undefined ? one.id === id && one.date === date : one.album === album,
		);
		if (before) {
			before.date = Math.max(before.date, date);
			return 0;
		}
		const counting = all.filter((one) => date - one.date < DAY && one.date - date <= DISORDER);
		this.people.set(who, counting);
		if (counting.length < most) {
			counting.push({ id: album === undefined ? id : -1, album, date });
			return 0;
		}
		const dates = counting.map((one) => one.date).sort((a, b) => a - b);
		return dates[dates.length - most] + DAY - date;
	}

	forget(who: string): void {
		this.people.delete(who);
	}
}

const step = fc.record({
	who: fc.integer({ min: 0, max: 5 }),
	kind: fc.constantFrom('new', 'new', 'new', 'again', 'album', 'forget'),
	passes: fc.oneof(
		{ weight: 9, arbitrary: fc.integer({ min: -15, max: 3600 }) },
		{ weight: 1, arbitrary: fc.constantFrom(DAY / 3, DAY - 1, DAY, DAY + 1, -3600) },
	),
	most: fc.constantFrom(1, 3, 3, 3, 20),
});

test('counts as a list for each person does', () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
			const [counts, model] = [new PersonCounts({ most: 1e7 }), new Model()];
			let [id, date] = [0, 1_700_000_000];
			for (const { who, kind, passes, most } of steps) {
				const person = `-1001:90071992547409${who}`;
				if (kind === 'forget') {
					counts.takeBack(person);
					model.forget(person);
					continue;
				}
				if (kind !== 'again') [id, date] = [id + 1, date + passes];
				const album = kind === 'album' ? who % 3 : undefined;
				const message = { date, ...markOf(id, album, true) };
				expect(counts.count(person, message, most, DAY)).toBe(
					model.count(person, id, album, date, most),
				);
			}
		}),
		{ seed: 52, numRuns: 100 },
	);
});

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
