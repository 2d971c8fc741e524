import { Context } from '../../nodes/BotMessaging/update/context';
import { oneOf, playModel, stepsOf, useModelClock, type Step } from '../support/model';
import { Outside, startLife } from './support/kills';

/** How often an update may begin without an end. */
const MOST_BEGUN = 4;
/** So many that n8n does not save all that wait with each execution. */
const CROWD = 210;
const NAMES = ['comes', 'comes', 'poll', 'ends', 'lets go', 'is killed', 'is killed'] as const;
const RARE = ['a crowd comes'] as const;
useModelClock();

async function play(repeats: boolean, steps: Array<Step<(typeof NAMES | typeof RARE)[number]>>) {
	const most = repeats ? MOST_BEGUN : 1;
	/** By the number of an update: its chat, how often it has begun without an end, and whether it has ever begun or ended. */
	const all: Array<{ chat: number; begun: number; hasBegun: boolean; isOver: boolean }> = [];
	const wrong: unknown[] = [];
	const outside = new Outside(repeats, (number) => {
		const own = all[number];
		own.begun++;
		const isBusy = outside.running.some((run) => all[run.number].chat === own.chat);
		/** Those that came first in its chat have begun before it. */
		const isEarly = all.slice(0, number).some((one) => one.chat === own.chat && !one.hasBegun);
		own.hasBegun = true;
		if (own.begun > most || isBusy || isEarly) wrong.push({ number, ...own, isBusy, isEarly });
	});
	let [life, lives] = [startLife(outside, 0), 0];
	const step = {
		comes: (which: number) => {
			const message = { chat: { id: which % 3 }, text: String(which) };
			outside.server.push(new Context({ update_id: all.length, message }));
			all.push({ chat: which % 3, begun: 0, hasBegun: false, isOver: false });
		},
		poll: () => life.poll(),
		ends: (which: number) => {
			const run = oneOf(outside.running, which);
			if (!run) return;
			Object.assign(all[run.number], { isOver: true, ...(repeats && { begun: 0 }) });
			outside.end(run);
		},
		'lets go': async () => await life.letGo(),
		'a crowd comes': async (which: number) => {
			if (which % 10 > 0 || all.length > CROWD) return;
			outside.mostListed = CROWD;
			for (let count = 0; count < CROWD; count++) step.comes(count);
			life.poll();
			await life.letGo();
		},
		'is killed': () => {
			life = startLife(outside, ++lives);
			life.poll();
		},
	};
	const take = async (name: keyof typeof step, which: number) => {
		await step[name](which);
		await new Promise(setImmediate);
		expect(wrong).toEqual([]);
	};
	for (const { what, which } of steps) await take(what, which);
	const isLeft = () => outside.server.length + life.updates.open.length > 0;
	for (let round = 0; isLeft() && round < 3 * all.length + 3; round++) {
		for (const name of ['poll', 'ends'] as const) await take(name, 0);
	}
	// Each has ended, or was interrupted too often.
	expect(all.filter((one) => !one.isOver && one.begun < most)).toEqual([]);
	expect([outside.server, life.updates.open]).toEqual([[], []]);
}

test.each([false, true])(
	'after kills, no update is lost, doubled, begun too early or for ever (Run Again: %s)',
	async (repeats) => {
		await playModel(stepsOf(...NAMES, ...RARE), async (steps) => await play(repeats, steps));
	},
);
