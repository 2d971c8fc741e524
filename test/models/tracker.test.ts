import { registry } from '../../nodes/BotMessaging/memory/registry';
import {
	RunningExecutions,
	type PendingExecution,
} from '../../nodes/BotMessaging/sources/polling/subscriptionUpdates';
import { UpdateTracker } from '../../nodes/BotMessaging/sources/polling/tracker';
import { Context } from '../../nodes/BotMessaging/update/context';
import { oneOf, playModel, stepsOf } from '../support/model';

const HOUR = 3_600_000;
/** What n8n has not refused by then is stored; a chat whose execution is lost is free no earlier. */
const [STORED_MS, LOST_MS] = [30_000, 10_000];

let now = 0;
beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => now));
afterEach(() => jest.restoreAllMocks());

type Run = { execution: PendingExecution; update: Context; at: number };

/** A server, a trigger that comes and goes, and an n8n that starts one execution for each key. */
function world(repeats: boolean) {
	registry.forget(RunningExecutions);
	const newLimits = () => ({ parallel: 2, repeats, longestMs: HOUR });
	let [tracker, limits, isHere, count] = [new UpdateTracker(), newLimits(), false, 0];
	let [server, judging, runs, lost]: [Context[], Context[], Run[], Run[]] = [[], [], [], []];
	const [stored, over] = [new Map<string, number>(), new Set<string>()];
	const updates = () => tracker.of('w');
	const remove = <T>(list: T[], one: T) => list.splice(list.indexOf(one), 1);
	const finish = (run?: Run) => {
		if (!run) return;
		over.add(run.update.identity);
		remove(runs, run);
		run.execution.wasJob = true;
		run.execution.end();
	};
	const begin = (update: Context, execution: PendingExecution) => {
		const holds = [...runs, ...lost].filter(({ at }) => now - at < LOST_MS);
		expect(isHere && holds.length < 2).toBe(true);
		expect(holds.map((run) => run.update.chat.id)).not.toContain(update.chat.id);
		void execution.handed();
		// n8n starts nothing if it knows the key.
		if (stored.has(update.identity)) return void queueMicrotask(() => execution.end());
		stored.set(update.identity, now);
		runs.push({ execution, update, at: now });
	};
	const mayForget = ({ identity }: Context) =>
		over.has(identity) || now - (stored.get(identity) ?? now) >= (repeats ? HOUR : STORED_MS);
	const written = new Set<string>();
	const step = {
		comes: (which: number) => {
			const chat = { id: which % 3 };
			server.push(new Context({ update_id: ++count, message: { chat, text: `${count}` } }));
		},
		poll: (which: number) => {
			const offset = tracker.offsetFor(isHere ? ['w'] : []);
			const isGone = ({ raw }: Context) => offset !== undefined && raw.update_id < offset;
			for (const update of server.filter(isGone)) {
				expect([update.identity, mayForget(update) || written.has(update.identity)]).toEqual([
					update.identity,
					true,
				]);
			}
			server = server.filter((one) => !isGone(one));
			// Some servers list the newest first.
			const listed = server.slice(0, 8);
			if (which % 2) listed.reverse();
			tracker.list(listed, [], offset, server.length < 8 ? now : undefined);
			if (!isHere) return;
			for (const update of tracker.dueFor('w')) judging.push(updates().judge(update).update);
		},
		judged: (which: number) => {
			const update = oneOf(judging, which);
			if (!update) return;
			remove(judging, update);
			updates().wait([update], String(update.chat.id), (execution) => begin(update, execution));
		},
		ends: (which: number) => finish(oneOf(runs, which)),
		'cannot begin': (which: number) => {
			const run = oneOf(runs, which);
			run?.execution.takenBack();
			void run?.execution.handed();
			if (run) stored.set(run.update.identity, (run.at = now));
		},
		'loses the end': (which: number) => {
			const run = oneOf(runs, which);
			if (run) lost.push(...remove(runs, run));
			if (run) over.add(run.update.identity);
		},
		leaves: () => {
			updates().leave(limits);
			[judging, isHere] = [[], false];
		},
		'comes again': () => {
			const before = limits;
			updates().join((limits = newLimits()));
			// The late end of the former publication stops nothing.
			updates().leave(before);
			isHere = true;
		},
		saves: () => {
			for (const one of tracker.unsafeFor('w')) one.isWritten = true;
			for (const one of updates().open) if (one.isWritten) written.add(one.update.identity);
		},
		'is killed': () => {
			const saved = updates().open.filter(({ isWritten }) => isWritten);
			registry.forget(RunningExecutions);
			tracker = new UpdateTracker();
			for (const { update } of runs) over.add(update.identity);
			[runs, lost, judging, isHere] = [[], [], [], false];
			updates().join(
				(limits = newLimits()),
				saved.map(({ update }) => update),
			);
			isHere = true;
		},
		moves: (which: number) => {
			now += which % 5 === 0 ? 60_000 : 1000;
			if (isHere) updates().check();
		},
	};
	/** Everything that is left is dealt with, and nothing is left. */
	const settle = async () => {
		step['comes again']();
		now += HOUR;
		updates().check();
		for (let round = 0; server.length + updates().open.length > 0 && round < 99 * count; round++) {
			step.poll(0);
			step.judged(0);
			step.ends(0);
			await Promise.resolve();
		}
		step.poll(0);
		expect([server.length, updates().waitingCount, updates().open.length]).toEqual([0, 0, 0]);
		expect(stored.size).toBe(count);
	};
	return { step, settle };
}

type Name = keyof ReturnType<typeof world>['step'];
const steps = stepsOf<Name>(
	...(['comes', 'comes', 'poll', 'poll', 'judged', 'judged', 'ends', 'ends', 'moves'] as const),
	...(['cannot begin', 'loses the end', 'leaves', 'comes again', 'saves', 'is killed'] as const),
);

test.each([false, true])(
	'no update is lost, doubled or begun too early, in any order (Run Again: %s)',
	async (repeats) => {
		await playModel(steps, async (all) => {
			now++;
			const { step, settle } = world(repeats);
			for (const { what, which } of all) {
				step[what](which);
				await Promise.resolve();
			}
			await settle();
		});
	},
);
