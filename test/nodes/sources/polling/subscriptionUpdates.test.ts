import { Context } from '../../../../nodes/BotMessaging/update/context';
import { BOUNDS } from '../../../../nodes/BotMessaging/api/bounds';
import {
	PendingExecution,
	RunningExecutions,
	SubscriptionUpdates,
} from '../../../../nodes/BotMessaging/sources/polling/subscriptionUpdates';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

let now = 0;
let updates: SubscriptionUpdates;
/** Started executions, by the text of their update. */
let begun: Map<string, PendingExecution>;

beforeEach(() => {
	now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	join();
	begun = new Map();
});
afterEach(() => jest.restoreAllMocks());

function join(limits: object = {}, running = new RunningExecutions()) {
	updates = new SubscriptionUpdates(running);
	updates.join({ parallel: 2, repeats: false, longestMs: HOUR, ...limits }, [], [], []);
}

let count = 0;
const update = (text: string) => new Context({ update_id: ++count, message: { text } });

/** Adds an update that waits for its turn. Returns its state. */
function wait(text: string, chat?: string) {
	const one = update(text);
	const tracked = updates.judge(one);
	updates.wait([one], chat, (execution) => void begun.set(text, execution));
	return tracked;
}

const texts = () => [...begun.keys()];

describe('executions start', () => {
	test('in parallel up to the limit of the form, in the order of their updates', () => {
		for (const text of ['a', 'b', 'c', 'd']) wait(text);
		expect(texts()).toEqual(['a', 'b']);
		begun.get('b')!.end();
		expect(texts()).toEqual(['a', 'b', 'c']);
		expect(updates.waitingCount).toBe(1);
	});

	test('one after the other in a chat, and no chat waits for another', () => {
		wait('a1', 'a');
		wait('a2', 'a');
		wait('b1', 'b');
		expect(texts()).toEqual(['a1', 'b1']);
		begun.get('b1')!.end();
		expect(texts()).toEqual(['a1', 'b1']);
		begun.get('a1')!.end();
		expect(texts()).toEqual(['a1', 'b1', 'a2']);
	});

	test('and a new update looks at no other that waits', () => {
		for (let n = 0; n < 100; n++) wait(`${n}`, 'a');
		const looks = jest.spyOn(PendingExecution.prototype, 'busyChat', 'get');
		for (let n = 0; n < 100; n++) wait(`more ${n}`, 'a');
		// At itself, and at the one that runs.
		expect(looks).toHaveBeenCalledTimes(200);
		wait('b', 'b');
		expect(texts()).toEqual(['0', 'b']);
	});

	const { most } = BOUNDS.waiting;
	test.each([most - 1, most, most + 1, 10 * most])(
		'but not the newest ones of those who wait with too much: %d wait',
		(count) => {
			wait('running', 'a');
			const all = Array.from({ length: count }, (_none, n) => wait(`${n}`, 'a'));
			const isKept = all.map(({ state }) => state === 'waiting');
			expect(isKept).toEqual(all.map((_one, n) => n < most));
			expect(updates.takeNews().begun).toHaveLength(Number(count > most));
		},
	);

	test('in their order if another publication takes more at a time', () => {
		join({ parallel: 1 });
		for (const text of ['a', 'b', 'c']) wait(text, text);
		updates.join({ parallel: 2, repeats: false, longestMs: HOUR });
		expect(texts()).toEqual(['a', 'b']);
	});

	test('whatever place and chat another trigger needs', () => {
		join({ parallel: 1 });
		wait('here', 'a');
		join({ parallel: 1 }, updates.running);
		wait('in another workflow', 'a');
		expect(texts()).toEqual(['here', 'in another workflow']);
	});

	test('once for all parts of an album', () => {
		const parts = [update('one'), update('two')] as const;
		updates.wait([...parts], undefined, (execution) => void begun.set('album', execution));
		const states = () => parts.map((part) => updates.stateOf(part.identity)!.state);
		expect(states()).toEqual(['waiting', 'waiting']);
		begun.get('album')!.end();
		expect(states()).toEqual(['done', 'done']);
	});

	test('but not after the trigger has left: updates that n8n has not got are owed', () => {
		const [running, waiting] = [wait('a', 'a'), wait('b', 'a')];
		void begun.get('a')!.handed();
		updates.leave(updates.limits);
		begun.get('a')!.end();
		expect(texts()).toEqual(['a']);
		expect([running.state, waiting.state]).toEqual(['done', 'owed']);
	});
});

/** Adds an execution that n8n has got, and returns its state. */
function hand(chat?: string) {
	const text = `handed ${count}`;
	const tracked = wait(text, chat);
	const execution = begun.get(text)!;
	let isSilent = false;
	void execution.handed().then(() => (isSilent = true));
	return { tracked, execution, isSilent: () => isSilent };
}

const after = async (ms: number) => {
	now = ms;
	updates.check();
	await Promise.resolve();
};

describe('an execution that takes long', () => {
	test('is stored after 30 seconds', async () => {
		const { tracked } = hand();
		await after(30 * SECOND - 1);
		expect(tracked.state).toBe('handed');
		await after(30 * SECOND);
		expect(tracked.state).toBe('stored');
	});

	test('is not stored if it would run again after an interruption', async () => {
		join({ repeats: true });
		const { tracked } = hand();
		await after(60 * SECOND);
		expect(tracked.state).toBe('handed');
	});

	test('is not stored if n8n could not start it', async () => {
		const { tracked, execution } = hand();
		execution.takenBack();
		await after(60 * SECOND);
		expect(tracked.state).toBe('waiting');
	});

	test('blocks nothing after its longest time, and is then reported', async () => {
		join({ parallel: 1, longestMs: 60 * SECOND });
		const { tracked, isSilent } = hand('a');
		wait('next', 'a');
		await after(60 * SECOND - 1);
		expect([texts().includes('next'), isSilent()]).toEqual([false, false]);
		await after(60 * SECOND);
		expect([texts().includes('next'), isSilent(), tracked.state]).toEqual([true, true, 'done']);
	});

	test('is reported after its trigger has left, by the check of another one', async () => {
		join({ longestMs: 60 * SECOND });
		const { isSilent } = hand();
		updates.leave(updates.limits);
		join({}, updates.running);
		await after(60 * SECOND);
		expect([isSilent(), updates.running.size]).toEqual([true, 0]);
	});

	test('is not reported if its end was', async () => {
		join({ longestMs: 60 * SECOND });
		const { execution, isSilent } = hand();
		execution.end();
		await after(60 * SECOND);
		expect(isSilent()).toBe(false);
	});
});

describe('an execution that later ones overtake', () => {
	/** n8n reports the end of an execution as it does in queue mode. */
	const endJob = (execution: PendingExecution) => {
		execution.wasJob = true;
		execution.end();
	};

	/** So many executions begin now, and end. */
	const others = (many: number) => {
		for (let n = 0; n < many; n++) endJob(hand().execution);
	};

	test('is stored after 100 of them, and frees its place, but not its chat', () => {
		const { tracked } = hand('a');
		others(99);
		wait('next in the chat', 'a');
		wait('c');
		wait('d');
		expect([tracked.state, texts().includes('d')]).toEqual(['handed', false]);
		void begun.get('c')!.handed();
		endJob(begun.get('c')!);
		expect(tracked.state).toBe('stored');
		wait('e');
		expect(texts().slice(-2)).toEqual(['d', 'e']);
		expect(texts()).not.toContain('next in the chat');
	});

	/** Another execution begins now, and ends after this time. */
	const other = (ms: number) => {
		const { execution } = hand();
		now += ms;
		endJob(execution);
	};

	test('frees its chat and its place after ten seconds, if ten of them have ended', async () => {
		hand('a');
		wait('next in the chat', 'a');
		others(9);
		await after(10 * SECOND);
		expect(texts()).not.toContain('next in the chat');
		others(1);
		expect(texts()).toContain('next in the chat');
		wait('b');
		expect(texts()).toContain('b');
	});

	/** So many executions of another trigger begin now, and end. */
	const othersElsewhere = (many: number) => {
		const here = updates;
		join({}, here.running);
		others(many);
		updates = here;
	};

	test('frees its chat and its place also if ten of another trigger have ended', async () => {
		other(SECOND);
		hand('a');
		wait('next in the chat', 'a');
		othersElsewhere(9);
		await after(11 * SECOND);
		expect(texts()).not.toContain('next in the chat');
		othersElsewhere(1);
		await after(21 * SECOND);
		expect(texts()).toContain('next in the chat');
		wait('b');
		expect(texts()).toContain('b');
	});

	test('keeps its chat beside ones of another trigger as long as its own take that long', async () => {
		other(4 * SECOND);
		hand('a');
		wait('next in the chat', 'a');
		othersElsewhere(10);
		await after(24 * SECOND - 1);
		expect(texts()).not.toContain('next in the chat');
		await after(24 * SECOND);
		expect(texts()).toContain('next in the chat');
	});

	test('keeps its chat beside ones of another trigger if it is the first of its own', async () => {
		hand('a');
		wait('next in the chat', 'a');
		othersElsewhere(100);
		await after(HOUR - 1);
		expect(texts()).not.toContain('next in the chat');
	});

	test('is not stored, and keeps its place, because of ones of another trigger', () => {
		join({ parallel: 1 });
		const { tracked } = hand();
		wait('b');
		othersElsewhere(100);
		expect([tracked.state, texts().includes('b')]).toEqual(['handed', false]);
	});

	test('frees its chat only after five times the longest of them', async () => {
		hand('a');
		wait('next in the chat', 'a');
		other(4 * SECOND);
		others(9);
		await after(19.5 * SECOND);
		expect(texts()).not.toContain('next in the chat');
		await after(20 * SECOND);
		expect(texts()).toContain('next in the chat');
	});

	test('forgets long ones little by little', async () => {
		other(10 * SECOND);
		others(1000);
		hand('a');
		wait('next in the chat', 'a');
		others(10);
		await after(now + 10 * SECOND);
		expect(texts()).toContain('next in the chat');
	});

	test('keeps its chat until n8n would have reported that it was cut off, if it may run again', async () => {
		join({ repeats: true });
		const { tracked } = hand('a');
		wait('next in the chat', 'a');
		others(10);
		await after(115 * SECOND - 1);
		expect(texts()).not.toContain('next in the chat');
		await after(115 * SECOND);
		expect(texts()).toContain('next in the chat');
		expect(tracked.isSafe).toBe(false);
	});

	test('does not count how long one took that was cut off', async () => {
		const { execution } = hand();
		now = 90 * SECOND;
		execution.takenBack();
		execution.end();
		hand('a');
		wait('next in the chat', 'a');
		others(10);
		await after(now + 10 * SECOND);
		expect(texts()).toContain('next in the chat');
	});

	test('is not stored because of earlier ones', () => {
		join({ parallel: 200 });
		const earlier = Array.from({ length: 100 }, () => hand());
		now = 1;
		const { tracked } = hand();
		for (const { execution } of earlier) endJob(execution);
		expect(tracked.state).toBe('handed');
	});

	test.each<[what: string, before: (execution: PendingExecution) => void]>([
		['were cut off or refused', (execution) => execution.takenBack()],
		['n8n does not report the end of', (execution) => execution.leaveUnwatched()],
		['ended in an n8n without queue mode', () => {}],
	])('is not stored because of ones that %s', (_what, before) => {
		const { tracked } = hand();
		for (let n = 0; n < 100; n++) {
			const { execution } = hand();
			before(execution);
			execution.end();
		}
		expect(tracked.state).toBe('handed');
	});

	test('is not stored because of ones that n8n never got', () => {
		const { tracked } = hand();
		for (let n = 0; n < 100; n++) {
			wait(`unread ${n}`);
			begun.get(`unread ${n}`)!.end();
		}
		expect(tracked.state).toBe('handed');
	});
});
