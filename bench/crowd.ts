/**
 * `npm run tool -- crowd`: a published workflow moderates 100,000 groups with 1,000,000 people in a real n8n.
 * `-- --minutes 1 --groups 1000 --updates 20 --joins 100` for less.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { findingsOf, Judge, type Finding } from './crowd/judge';
import { meter, NODE_FLAGS } from './crowd/meter';
import { PEOPLE_IN_GROUP, type CrowdOptions } from './crowd/plan';
import { moderated } from './crowd/play';
import { moderation } from './crowd/workflow';
import { withCredential } from '../sandbox/lib/demo';
import { emulatorProcess, onStage, type Stage } from '../sandbox/lib/stage';
import { program } from '../scripts/lib/program';

/** The first updates are slower, and take memory that stays: code is loaded and compiled. */
const WARM_UP: CrowdOptions = { groups: 100, perSecond: 20, seconds: 10, joins: 30, turn: 0 };
/** A machine that gives less of the pace is named. */
const LEAST_PACE = 0.98;
const MOST_GROWTH_MB = 300;
/** Executions come and go, so what is in use is never the same. */
const FLAT_MB = 10;
/** How often n8n collects in full, besides what it does by itself. */
const COLLECTIONS = 20;

const MOST_SHOWN = 10;

const say = (line: string) => console.log(line);

function readArguments(): CrowdOptions {
	const { values } = parseArgs({
		options: {
			// In the first half, the trigger fills what it may remember; in the second one it must not grow.
			minutes: { type: 'string', default: '20' },
			groups: { type: 'string', default: '100000' },
			updates: { type: 'string', default: '200' },
			joins: { type: 'string', default: '2000' },
		},
	});
	const wrong = Object.entries(values).find(([, value]) => !(Number(value) > 0));
	if (wrong) throw new Error(`--${wrong[0]} takes a number above 0, e.g. --${wrong[0]} 10`);
	const { minutes, groups, updates, joins } = values;
	const numbers = { groups: Number(groups), perSecond: Number(updates), joins: Number(joins) };
	return { ...numbers, seconds: Number(minutes) * 60, turn: 1 };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const row = (...cells: string[]) => say(`| ${cells.join(' | ')} |`);

async function measure(stage: Stage, options: CrowdOptions): Promise<void> {
	const { n8n, emulator, credential } = stage;
	const id = await n8n.rest.importWorkflow(withCredential(moderation(), credential));
	await n8n.rest.publish(id);
	await moderated(emulator.url, WARM_UP, new Judge());
	const judge = new Judge();
	const [load] = loadavg();
	const measured = await meter(n8n.process, (options.seconds * 1000) / COLLECTIONS);
	const took = await moderated(emulator.url, options, judge);
	const { used, resident, cpu, busy } = await measured();
	await n8n.rest.unpublish(id);

	const { groups, perSecond, seconds, joins } = options;
	const pace = (perSecond * seconds) / took;
	say(
		`\n${groups} groups, ${groups * PEOPLE_IN_GROUP} people, ${judge.updates} updates in ${took.toFixed(0)} s:\n`,
	);
	row('What', 'Found', 'Wanted');
	row('---', '---:', '---:');
	const grown = used.most - used.before;
	const findings: Finding[] = [
		...findingsOf(judge, joins),
		{
			what: 'Memory in use after a full collection: before, at most, growth in the second half',
			found: `${used.before} MB, ${used.most} MB, ${used.inSecondHalf} MB`,
			wanted: `at most ${MOST_GROWTH_MB} MB more; flat`,
			isMet: grown <= MOST_GROWTH_MB && used.inSecondHalf <= FLAT_MB,
		},
	];
	for (const { what, found, wanted } of findings) row(what, found, wanted);
	row(
		'Memory that n8n has from the system: before, at most, growth in the second half',
		`${resident.before} MB, ${resident.most} MB, ${resident.inSecondHalf} MB`,
		'',
	);
	row(
		'Updates a second; most that waited on the server',
		`${pace.toFixed(0)}; ${judge.mostWaiting}`,
		String(perSecond),
	);
	row('Acts that the server refused; polls', `${judge.refused}; ${judge.polls}`, '');
	row('n8n used of one core; all programs of the machine', `${percent(cpu)}; ${percent(busy)}`, '');
	say(`\nThe load of the machine was ${load!.toFixed(1)} before.`);
	if (pace < perSecond * LEAST_PACE) {
		say(`This machine cannot give ${perSecond} updates a second: it gave ${pace.toFixed(0)}.`);
	}
	for (const line of judge.onInnocents.slice(0, MOST_SHOWN)) say(`WRONG: ${line}`);
	for (const { text } of [...judge.left.values()].slice(0, MOST_SHOWN)) say(`MISSED: ${text}`);
	const missed = findings.filter(({ isMet }) => !isMet);
	for (const { what } of missed) say(`NOT MET: ${what}`);
	process.exitCode = missed.length > 0 ? 1 : 0;
}

program(async () => {
	const options = readArguments();
	await onStage(async (stage) => await measure(stage, options), {
		emulate: emulatorProcess,
		nodeFlags: NODE_FLAGS,
	});
});
