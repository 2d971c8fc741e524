import { Ledger } from '../../../../nodes/BotMessaging/triggers/polling/ledger';

let ledger: Ledger;
beforeEach(() => {
	ledger = new Ledger();
});

/** Updates that one trigger has. */
const begin = (trigger: string, ...ids: number[]) => {
	for (const id of ids) ledger.begin(id, trigger);
};

describe('a poll begins', () => {
	test('anywhere if nothing was handed out', () => {
		expect(ledger.isEmpty).toBe(true);
		expect(ledger.nextOffset([])).toBeUndefined();
		expect(ledger.nextOffset(['a'])).toBeUndefined();
		expect(ledger.firstId).toBeUndefined();
		expect(ledger.hasOpen(['a'])).toBe(false);
	});

	test('with the first update that is open, whatever is done behind it', () => {
		begin('a', 12, 9, 101, 10);
		for (const id of [101, 9, 10]) ledger.end(id, 'a', 'done');
		expect(ledger.nextOffset(['a'])).toBe(12);
		expect(ledger.firstId).toBe(9);
		expect(ledger.hasOpen(['a'])).toBe(true);
	});

	test('behind the last update if all are done', () => {
		begin('a', 9, 101, 10);
		for (const id of [9, 101, 10]) ledger.end(id, 'a', 'done');
		expect(ledger.nextOffset(['a'])).toBe(102);
		expect(ledger.hasOpen(['a'])).toBe(false);
		expect(ledger.isEmpty).toBe(false);
	});

	test('with what a trigger gave back, and behind what this process remembers', () => {
		begin('a', 1, 2);
		ledger.keep(1, 'a');
		ledger.end(2, 'a', 'owed');
		expect(ledger.nextOffset(['a'])).toBe(2);
	});

	test('with what one of two triggers has never had', () => {
		begin('a', 1);
		ledger.end(1, 'a', 'done');
		expect(ledger.nextOffset(['a'])).toBe(2);
		expect(ledger.nextOffset(['a', 'b'])).toBe(1);
		expect(ledger.hasOpen(['a', 'b'])).toBe(true);
	});

	test('behind what a trigger has that is gone, unless no other is there', () => {
		begin('a', 1);
		begin('gone', 1);
		ledger.end(1, 'a', 'done');
		expect(ledger.nextOffset(['a'])).toBe(2);
		expect(ledger.nextOffset([])).toBe(1);
		expect(ledger.hasOpen([])).toBe(true);
	});
});

test('what has become of an update is noted once', () => {
	begin('a', 1);
	expect(ledger.progressOf(1, 'a')).toBe('running');
	ledger.end(1, 'a', 'owed');
	ledger.end(1, 'a', 'done');
	expect(ledger.progressOf(1, 'a')).toBe('owed');
	ledger.keep(1, 'a');
	ledger.end(1, 'a', 'done');
	expect(ledger.progressOf(1, 'a')).toBe('kept');
	ledger.end(2, 'a', 'done');
	expect(ledger.progressOf(2, 'a')).toBeUndefined();
	expect(ledger.progressOf(1, 'b')).toBeUndefined();
});

test('a trigger that comes again has nothing any more, and others keep what they have', () => {
	begin('a', 1, 2);
	begin('b', 1);
	ledger.end(2, 'a', 'owed');
	ledger.rejoin('a');
	expect(ledger.progressOf(1, 'a')).toBe('done');
	expect(ledger.progressOf(2, 'a')).toBe('owed');
	expect(ledger.progressOf(1, 'b')).toBe('running');
});

test('the first updates that the server keeps are named, each with who has it', () => {
	begin('a', 4, 3, 2, 1);
	begin('b', 2, 3);
	begin('gone', 1);
	ledger.end(1, 'a', 'done');
	ledger.end(1, 'b', 'done');
	ledger.end(2, 'a', 'done');
	begin('b', 1);
	ledger.end(1, 'b', 'done');
	expect(ledger.firstRunning(2, ['a', 'b'])).toEqual([
		{ id: 2, trigger: 'b' },
		{ id: 3, trigger: 'a' },
		{ id: 3, trigger: 'b' },
	]);
});

test('what the server was told to forget is forgotten', () => {
	begin('a', 1, 2, 3);
	ledger.forgetBelow(2);
	expect(ledger.progressOf(1, 'a')).toBeUndefined();
	expect(ledger.progressOf(2, 'a')).toBe('running');
	expect(ledger.firstId).toBe(2);
});

describe('what the server has forgotten by itself', () => {
	beforeEach(() => {
		begin('a', 1, 2, 3, 5);
		for (const id of [1, 2, 5]) ledger.end(id, 'a', 'done');
	});

	const left = () => [1, 2, 3, 5].filter((id) => ledger.progressOf(id, 'a') !== undefined);

	test.each<[shown: number[], left: number[]]>([
		[
			[2, 4],
			[2, 3, 5],
		],
		[
			[1, 2],
			[1, 2, 3, 5],
		],
		[
			[5, 1],
			[1, 3, 5],
		],
		[[6], [3]],
		[[], [3]],
	])('if it shows %j, %j are left: what runs, and what may follow', (shown, ids) => {
		ledger.forgetGone(shown);
		expect(left()).toEqual(ids);
	});
});
