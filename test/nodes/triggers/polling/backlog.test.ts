import { Backlog } from '../../../../nodes/BotMessaging/triggers/polling/backlog';
import { Ledger } from '../../../../nodes/BotMessaging/triggers/polling/ledger';
import type { PollingTrigger } from '../../../../nodes/BotMessaging/triggers/polling/pollingTrigger';
import type { Update } from '../../../../nodes/BotMessaging/update/update';

const update = (id: number): Update => ({ update_id: id, message: { text: `${id}` } });
const updates = (count: number, first = 1) =>
	Array.from({ length: count }, (_none, index) => update(first + index));
const idsOf = (list: Update[]) => list.map(({ update_id: id }) => id);

/** What the backlog sees of a trigger: what it is given, and what it has written down. */
function triggerOf(id: string, before: Update[] = []) {
	const given: number[] = [];
	const written = new Set<number>();
	const ends: Array<(error?: Error) => void> = [];
	const trigger = {
		id,
		hasFreeSlot: true,
		waiting: {
			before,
			add: (list: Update[]) => idsOf(list).forEach((one) => written.add(one)),
			delete: (list: Update[]) => idsOf(list).forEach((one) => written.delete(one)),
		},
		process: async (one: Update) => {
			given.push(one.update_id);
			await new Promise<void>((resolve, reject) =>
				ends.push((error) => (error ? reject(error) : resolve())),
			);
		},
	};
	const settled = async () => await new Promise((resolve) => setImmediate(resolve));
	const end = async (error?: Error) => {
		ends.shift()!(error);
		await settled();
	};
	return {
		trigger: trigger as unknown as PollingTrigger & { hasFreeSlot: boolean },
		given,
		end,
		written: () => [...written],
	};
}

let backlog: Backlog;
let ledger: Ledger;
beforeEach(() => {
	backlog = new Backlog();
	ledger = new Ledger();
});

/** The server shows so many updates, which these triggers have. */
function show(count: number, ...triggers: PollingTrigger[]) {
	const shown = updates(count);
	for (const { id } of triggers) for (const one of shown) ledger.begin(one.update_id, id);
	const stall = (ms: number) => backlog.noteStall(ms, shown, ledger, triggers);
	const kept = (trigger: PollingTrigger) =>
		shown.filter(({ update_id: id }) => ledger.progressOf(id, trigger.id) === 'kept').length;
	return { shown, stall, kept };
}

describe('the server may forget the first fifty updates', () => {
	test('when nothing new has come for two seconds', () => {
		const { trigger, written } = triggerOf('a');
		const { shown, stall, kept } = show(100, trigger);
		stall(1000);
		backlog.noteProgress();
		stall(1999);
		expect(kept(trigger)).toBe(0);
		stall(1);
		expect(kept(trigger)).toBe(50);
		expect(ledger.nextOffset(['a'])).toBe(51);
		expect(written()).toEqual(idsOf(shown.slice(0, 50)));
		expect(shown.map((one) => backlog.has(one, trigger))).toEqual(
			shown.map(({ update_id: id }) => id <= 50),
		);
		stall(1999);
		expect(kept(trigger)).toBe(50);
		stall(1);
		expect(kept(trigger)).toBe(100);
	});

	test('but not while a trigger has no free place', () => {
		const [one, other] = [triggerOf('a').trigger, triggerOf('b').trigger];
		const { stall, kept } = show(100, one, other);
		Object.assign(other, { hasFreeSlot: false });
		stall(9000);
		expect([kept(one), kept(other)]).toEqual([0, 0]);
		Object.assign(other, { hasFreeSlot: true });
		stall(0);
		expect([kept(one), kept(other)]).toEqual([50, 50]);
	});

	test('but not more than 500 of all triggers', () => {
		const [one, other] = [triggerOf('a').trigger, triggerOf('b').trigger];
		const { stall, kept } = show(1000, one, other);
		for (let times = 0; times < 20; times++) stall(2000);
		expect([kept(one), kept(other)]).toEqual([250, 250]);
	});

	test('each is written down by the trigger that has it', () => {
		const [one, other] = [triggerOf('a'), triggerOf('b')];
		const { stall } = show(2, one.trigger, other.trigger);
		ledger.end(1, 'b', 'done');
		stall(2000);
		expect([one.written(), other.written()]).toEqual([[1, 2], [2]]);
	});
});

describe('what the server has forgotten', () => {
	test('is done when the trigger is done with it', () => {
		const { trigger, written } = triggerOf('a');
		const { stall } = show(2, trigger);
		stall(2000);
		backlog.end(update(1), trigger, true);
		expect([backlog.has(update(1), trigger), backlog.has(update(2), trigger)]).toEqual([
			false,
			true,
		]);
		expect(written()).toEqual([2]);
	});

	test('comes again to a trigger that gave it back, when that comes again', async () => {
		const { trigger } = triggerOf('a');
		const { stall } = show(2, trigger);
		stall(2000);
		backlog.end(update(2), trigger, false);
		const again = triggerOf('a', [update(9)]);
		backlog.giveAgain(again.trigger);
		expect([again.given, again.written()]).toEqual([[2], [2]]);
		// It is given once, and given back again if it is not dealt with.
		backlog.giveAgain(again.trigger);
		expect(again.given).toEqual([2]);
		await again.end(new Error('stopped'));
		backlog.giveAgain(again.trigger);
		expect(again.given).toEqual([2, 2]);
		await again.end();
		expect(backlog.has(update(2), again.trigger)).toBe(false);
		expect(again.written()).toEqual([]);
	});

	test('comes at the first start if it was written down before', async () => {
		const { trigger, given, end } = triggerOf('a', updates(2));
		backlog.giveAgain(trigger);
		expect(given).toEqual([1, 2]);
		expect(backlog.has(update(1), trigger)).toBe(true);
		await end();
		expect(backlog.has(update(1), trigger)).toBe(false);
		expect(backlog.has(update(2), trigger)).toBe(true);
		expect(backlog.has(update(2), triggerOf('b').trigger)).toBe(false);
	});
});
