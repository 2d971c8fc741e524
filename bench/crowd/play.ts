import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../scripts/lib/until';
import { control } from '../arrivals';
import type { Change, Judge } from './judge';
import { raidOf, seedsOf, stepsOf, type CrowdOptions, type Step } from './plan';

/** Acts that the emulator works on at the same time: it must not wait for this program. */
const MOST_AT_ONCE = 20;
/** The raid comes in the middle, and takes so long, but never more than a quarter of the time. */
const RAID_SECONDS = 30;
const DONE_WITHIN_MS = 60_000;
/** How long to watch for surplus acts after the last one. */
const NO_MORE_FOR_MS = 2000;

/** Gives a judge all changes in the emulator's world, until `end` is called. */
async function watch(emulatorUrl: string, judge: Judge) {
	const over = new AbortController();
	const { body } = await fetch(`${emulatorUrl}/_emulator/events`, { signal: over.signal });
	const decoder = new TextDecoder();
	let rest = '';
	const read = async () => {
		for await (const bytes of body as AsyncIterable<Uint8Array>) {
			const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
			rest = lines.pop()!;
			for (const line of lines) {
				if (line.startsWith('data: ')) judge.note(JSON.parse(line.slice(6)) as Change);
			}
		}
		throw new Error('The emulator has ended the list of changes: this program reads too slowly');
	};
	let obstacle: Error | undefined;
	const reading = read().catch((error: Error) => {
		if (!over.signal.aborted) obstacle = error;
	});
	return {
		/** Throws if changes were missed. */
		end: async () => {
			over.abort();
			await reading;
			if (obstacle) throw obstacle;
		},
	};
}

/** Plays steps at an even pace. Returns how many seconds it took. Throws if the emulator refuses one. */
async function playSteps(emulatorUrl: string, steps: Iterable<Step>, perSecond: number) {
	const begun = performance.now();
	const open = new Set<Promise<void>>();
	const refused: string[] = [];
	const act = async (kind: string, body: object) => {
		const answer = await control<{ refused?: string }>(emulatorUrl, `act/${kind}`, body);
		if (answer.refused) throw new Error(answer.refused);
	};
	let updates = 0;
	for (const { act: kind, updates: own, ...body } of steps) {
		const ms = begun + (updates / perSecond) * 1000 - performance.now();
		if (ms > 0) await sleep(ms);
		while (open.size >= MOST_AT_ONCE) await Promise.race(open);
		updates += own;
		const done: Promise<void> = act(kind, body)
			.catch((error: Error) => void refused.push(error.message))
			.finally(() => open.delete(done));
		open.add(done);
	}
	await Promise.all(open);
	if (refused[0]) throw new Error(`The emulator refuses ${refused.length} acts: ${refused[0]}`);
	return (performance.now() - begun) / 1000;
}

/** Plays the crowd, with the raid in its middle. Returns how many seconds the crowd without the raid took. */
async function play(emulatorUrl: string, options: CrowdOptions): Promise<number> {
	const { perSecond, seconds, joins } = options;
	const raid = async () => {
		await sleep((seconds / 2) * 1000);
		const raidSeconds = Math.min(RAID_SECONDS, seconds / 4);
		await playSteps(emulatorUrl, raidOf(options), (joins * 2) / raidSeconds);
	};
	const [took] = await Promise.all([playSteps(emulatorUrl, stepsOf(options), perSecond), raid()]);
	return took;
}

/**
 * Makes the groups of a crowd, and plays it until all is done that has to be done. Returns how many seconds the
 * crowd without the raid took.
 */
export async function moderated(
	emulatorUrl: string,
	options: CrowdOptions,
	judge: Judge,
): Promise<number> {
	for (const seed of seedsOf(options)) await control(emulatorUrl, 'seed', seed);
	const watching = await watch(emulatorUrl, judge);
	try {
		const took = await play(emulatorUrl, options);
		const isDone = async () =>
			judge.muted.size === options.joins && judge.left.size === 0 && judge.waiting === 0;
		// If it is not, the judge says so.
		await until('all spam is gone', isDone, DONE_WITHIN_MS).catch(() => undefined);
		await sleep(NO_MORE_FOR_MS);
		return took;
	} finally {
		await watching.end();
	}
}
