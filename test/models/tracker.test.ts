import type { Context } from '../../nodes/BotMessaging/update/context';
import { playModel, stepsOf, useModelClock } from '../support/model';
import { N8n } from './support/n8n';
import { Polling } from './support/polling';

const HOUR = 3_600_000;
/** What n8n has not refused by then is stored. */
const STORED_MS = 30_000;
const clock = useModelClock();

function world(repeats: boolean) {
	const n8n = new N8n(clock);
	const written = new Set<string>();
	const polling = new Polling({ parallel: 2, repeats, longestMs: HOUR }, (update, execution) => {
		const busy = n8n.busyChats;
		expect(busy.length < 2 && !busy.includes(update.chat.id)).toBe(true);
		n8n.begin(update, execution);
	});
	polling.come();
	const mayForget = ({ identity }: Context) =>
		n8n.over.has(identity) ||
		written.has(identity) ||
		clock.now - (n8n.stored.get(identity) ?? Infinity) >= (repeats ? HOUR : STORED_MS);
	const step = {
		comes: (which: number) => polling.comesTo(which % 3),
		poll: (which: number) => {
			const forgotten = polling.poll(which % 2 > 0, clock.now);
			expect(forgotten.filter((one) => !mayForget(one))).toEqual([]);
		},
		judged: (which: number) => polling.judge(which),
		/** A person writes several messages in a row. */
		'a burst comes': (which: number) => {
			for (const chat of Array<number>(3).fill(which % 3)) polling.comesTo(chat);
			for (const next of [step.poll, step.judged, step.judged, step.judged]) next(0);
		},
		begins: () => polling.begin(),
		ends: (which: number) => n8n.end(which),
		'cannot begin': (which: number) => n8n.beginAgain(which),
		'loses the end': (which: number) => n8n.loseEnd(which),
		leaves: () => polling.leave(),
		'comes again': () => polling.come(),
		saves: () => polling.save().forEach((identity) => written.add(identity)),
		'is reset': () => polling.reset(),
		'is killed': () => {
			n8n.kill();
			polling.kill();
		},
		moves: (which: number) => {
			clock.now += which % 5 === 0 ? 60_000 : 1000;
			if (polling.isHere) polling.updates.check();
		},
	};
	/** Everything that is left is dealt with, and nothing is left. */
	const settle = async () => {
		step['comes again']();
		clock.now += HOUR;
		step.moves(0);
		for (let round = 0; round < 99 * polling.count && polling.hasWork; round++) {
			for (const next of [step.poll, step.judged, step.begins, step.ends]) next(0);
			await Promise.resolve();
		}
		step.poll(0);
		expect([polling.hasWork, n8n.stored.size]).toEqual([false, polling.count]);
	};
	return { step, settle };
}

type Name = keyof ReturnType<typeof world>['step'];
const OFTEN: Name[] = ['comes', 'poll', 'judged', 'begins', 'ends', 'is reset'];
const ENDS: Name[] = ['loses the end', 'leaves', 'comes again', 'saves', 'is killed'];
const steps = stepsOf<Name>(...OFTEN, ...OFTEN, ...ENDS, 'moves', 'cannot begin', 'a burst comes');

test.each([false, true])(
	'no update is lost, doubled or begun too early, in any order (Run Again: %s)',
	async (repeats) => {
		await playModel(steps, async (all) => {
			clock.now++;
			const { step, settle } = world(repeats);
			for (const { what, which } of all) {
				step[what](which);
				await Promise.resolve();
			}
			await settle();
		});
	},
);
