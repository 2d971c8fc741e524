import { Context } from '../../../../nodes/BotMessaging/update/context';
import { UpdateTracker } from '../../../../nodes/BotMessaging/sources/polling/tracker';
import type { UpdateState } from '../../../../nodes/BotMessaging/sources/polling/subscriptionUpdates';

const update = (id: number, text = `${id}`) => new Context({ update_id: id, message: { text } });
const updates = (...ids: number[]) => ids.map((id) => update(id));
const idsOf = (list: Context[]) => list.map(({ raw }) => raw.update_id);

let tracker: UpdateTracker;
beforeEach(() => (tracker = new UpdateTracker()));

/** Gives a subscription its updates, and takes them to this state. */
function give(id: string, state: UpdateState = 'judged', which?: number[]): number[] {
	const due = tracker.dueFor(id);
	for (const one of due) {
		const tracked = tracker.of(id).judge(one);
		if (!which || which.includes(one.raw.update_id)) tracked.state = state;
	}
	return idsOf(due);
}

describe('the confirmed offset', () => {
	test('covers what all subscriptions have done, up to the first open update', () => {
		tracker.list(updates(5, 6, 7), [], undefined);
		give('a', 'done');
		give('b', 'done', [5, 7]);
		expect(tracker.offsetFor(['a', 'b'])).toBe(6);
		expect(tracker.offsetFor(['a'])).toBe(8);
	});

	test.each<[UpdateState, number | undefined]>([
		['judged', undefined],
		['waiting', undefined],
		['handed', undefined],
		['owed', undefined],
		['stored', 6],
		['done', 6],
	])('for an update that is %s: the next request begins at %s', (state, offset) => {
		tracker.list(updates(5), [], undefined);
		give('a', state);
		expect(tracker.offsetFor(['a'])).toBe(offset);
		expect(tracker.hasOpen(['a'])).toBe(offset === undefined);
	});

	test('covers what a subscription has stored', () => {
		tracker.list(updates(5, 6), [], undefined);
		give('a');
		for (const one of tracker.unsafeFor('a')) one.isWritten = true;
		expect(tracker.unsafeFor('a')).toEqual([]);
		expect(tracker.offsetFor(['a'])).toBe(7);
	});

	test('does not cover what a subscription has not got', () => {
		tracker.list(updates(5), [], undefined);
		give('a', 'done');
		expect(tracker.offsetFor(['a', 'b'])).toBeUndefined();
		expect(tracker.offsetFor(['b'])).toBeUndefined();
	});

	test('does not cover what nobody has got if there is no trigger', () => {
		tracker.list(updates(5), [], undefined);
		expect(tracker.offsetFor([])).toBeUndefined();
		give('a', 'done');
		expect(tracker.offsetFor([])).toBe(6);
		give('b', 'owed');
		expect(tracker.offsetFor([])).toBeUndefined();
	});

	test('is not sent again, because a server that restarts its numbers would lose new updates', () => {
		tracker.list(updates(5), [], undefined);
		give('a', 'done');
		tracker.list([], [], 6);
		expect(tracker.offsetFor(['a'])).toBeUndefined();
	});

	test('is sent each time to a server that would otherwise list the updates again', () => {
		tracker.list(updates(5), [], undefined);
		give('a', 'done');
		tracker.list([], [], 6);
		tracker.list(updates(5), [], undefined);
		expect(tracker.dueFor('a')).toEqual([]);
		expect(tracker.offsetFor(['a'])).toBe(6);
		tracker.list(updates(6), [], 6);
		expect(idsOf(tracker.dueFor('a'))).toEqual([6]);
	});

	test('keeps an update away from all if the server still lists it', () => {
		tracker.list(updates(5), [], undefined);
		give('a', 'done');
		tracker.list(updates(5), [], 6);
		expect(tracker.isEmpty).toBe(true);
		expect(tracker.dueFor('b')).toEqual([]);
	});

	test('covers an update of several people only when all of them are done', () => {
		tracker.list([update(5), update(6, 'Mia'), update(6, 'Zoe'), update(7)], [], undefined);
		give('a', 'done');
		tracker.of('a').stateOf(update(6, 'Zoe').identity)!.state = 'waiting';
		expect(tracker.offsetFor(['a'])).toBe(6);
	});

	test('covers an update that cannot be read', () => {
		tracker.list(updates(6), [5, 7], undefined);
		expect(idsOf(tracker.dueFor('a'))).toEqual([6]);
		give('a', 'done');
		expect(tracker.offsetFor(['a'])).toBe(8);
	});
});

describe('a server that restarts its update numbers', () => {
	test('lists new updates while an old one is in progress, and loses none', () => {
		tracker.list(updates(1000), [], undefined);
		give('a', 'handed');
		tracker.list(updates(1, 2, 3), [], undefined);
		expect(give('a', 'done')).toEqual([1, 2, 3]);
		// Not 1000, because the updates in between have not been seen.
		expect(tracker.offsetFor(['a'])).toBe(4);
	});

	test('lists another update under the number of one in progress', () => {
		tracker.list([update(7, 'before')], [], undefined);
		give('a', 'handed');
		tracker.list([update(7, 'after')], [], undefined);
		expect(tracker.dueFor('a').map(({ message }) => message)).toEqual([{ text: 'after' }]);
	});
});

describe('a trigger gets', () => {
	test('each update once', () => {
		tracker.list(updates(5), [], undefined);
		expect([give('a'), give('a'), give('b')]).toEqual([[5], [], [5]]);
	});

	test('once more what it gave back', () => {
		tracker.list(updates(5, 6), [], undefined);
		give('a', 'done', [6]);
		tracker.of('a').leave(tracker.of('a').limits);
		expect(give('a')).toEqual([5]);
	});

	test('no update again that the server has forgotten, unless it was stored', () => {
		tracker.list(updates(5, 6), [], undefined);
		give('a');
		tracker.of('a').stateOf(update(6).identity)!.isWritten = true;
		tracker.of('a').leave(tracker.of('a').limits);
		tracker.list([], [], undefined);
		expect(give('a')).toEqual([6]);
	});

	test('first and once what was stored before n8n was started', () => {
		const limits = { parallel: 1, repeats: false, longestMs: 1 };
		tracker.of('a').join(limits, updates(3), [], []);
		tracker.list(updates(3, 5), [], undefined);
		expect(give('a', 'done')).toEqual([3, 5]);
		tracker.list([], [], 6);
		tracker.of('a').join(limits, updates(3), [], []);
		expect(give('a')).toEqual([]);
	});
});

test('an update that has ended is remembered as long as the server may list it again', () => {
	tracker.list(updates(5, 6), [], undefined);
	give('a', 'done', [6]);
	expect(tracker.endedFor('a')).toEqual([update(6).identity]);
	tracker.list([], [], undefined);
	expect(tracker.endedFor('a')).toEqual([]);
});

test('everything has arrived since the last request that emptied the list of the server', () => {
	expect(tracker.hasAllSince(0, 0)).toBe(false);
	tracker.list(updates(1), [], undefined, 100);
	tracker.list(updates(1, 2), [], undefined);
	const hasAll = (time: number, date = 0) => tracker.hasAllSince(time, date);
	expect([hasAll(100), hasAll(101)]).toEqual([true, false]);
});

test('all of a date has come when the server shows something later', () => {
	tracker.list([new Context({ update_id: 1, message: { date: 50 } }), update(2)], [], undefined);
	const hasAll = (date: number) => tracker.hasAllSince(0, date);
	expect([hasAll(49), hasAll(50)]).toEqual([true, false]);
});

test('an update is being judged until its outcome is known', () => {
	tracker.list(updates(1), [], undefined);
	give('a');
	expect(tracker.isJudging).toBe(true);
	tracker.of('a').stateOf(update(1).identity)!.state = 'waiting';
	expect(tracker.isJudging).toBe(false);
});

describe('an album that was grouped before n8n was started', () => {
	const limits = { parallel: 1, repeats: false, longestMs: Infinity };
	const identities = updates(1, 2, 3).map(({ identity }) => identity);
	const start = () => tracker.of('a').join(limits, [], [], [identities]);

	test('comes again as one', () => {
		start();
		tracker.list(updates(1, 2, 3, 4), [], undefined, 1);
		give('a');
		const own = tracker.of('a');
		expect(updates(1, 2, 3, 4).map((one) => own.partsBefore(one))).toEqual([
			identities,
			identities,
			identities,
			undefined,
		]);
		expect(updates(1, 2, 3, 4).map((one) => own.hadEnded(one))).not.toContain(true);
	});

	test('is done if the server has forgotten its first update', () => {
		start();
		tracker.list(updates(2, 4), [], undefined, 1);
		give('a');
		expect(updates(2, 4).map((one) => tracker.of('a').hadEnded(one))).toEqual([true, false]);
	});

	test('is remembered until the server has forgotten all of it', () => {
		start();
		tracker.list(updates(3), [], undefined);
		expect(tracker.of('a').allTogether).toEqual([identities]);
		tracker.list(updates(4), [], undefined, 1);
		expect(tracker.of('a').allTogether).toEqual([]);
	});

	test('is stored when it begins to wait', () => {
		const own = tracker.of('a');
		own.join(limits, [], [], []);
		own.wait([update(1), update(2), update(3)], undefined, () => {});
		own.wait([update(4)], undefined, () => {});
		expect(own.allTogether).toEqual([identities]);
	});
});
