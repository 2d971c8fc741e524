/**
 * `npm run tool -- scaling`: how many updates a second n8n's queue mode takes with one worker and with two,
 * what many bots cost its main process, and what a raid does to n8n without queue mode.
 * `-- --updates 100 --slow 40 --bots 5 --idle 10 --joins 500` for less; `-- raid` for the raid alone.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { build } from '../scripts/lib/build';
import { ensureN8n } from '../sandbox/lib/install';
import { Processes } from '../scripts/lib/processes';
import { clearingUp, program } from '../scripts/lib/program';
import { QueueMode } from '../sandbox/queue/queueMode';
import { findServices, type Given, type Services } from '../sandbox/queue/services';
import { onStage } from '../sandbox/lib/stage';
import { idleOf, withFleet, type FleetOptions, type Idle, type Load } from './scaling/fleet';
import { raid } from './scaling/raid';

/** Executions that a worker runs in parallel by n8n's default. */
const CONCURRENCY = 10;
/** The first updates are slower: code is loaded and compiled. */
const WARM_UP_UPDATES = 50;

interface Counts {
	/** Updates in each case with one bot. */
	updates: number;
	/** Updates whose executions are slow. */
	slow: number;
	bots: number;
	/** Updates per bot, with many bots. */
	each: number;
	/** How long to watch an idle main, in seconds. */
	idle: number;
	/** People who join in a raid, at 10,000 a minute. */
	joins: number;
}

const JOINS_A_SECOND = 10_000 / 60;
/** Messages in the raided chat for each join. */
const MESSAGES_FOR_JOINS = 0.3;

const say = (line: string) => console.log(line);

function readArguments(): Counts & { isRaidAlone: boolean } {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			updates: { type: 'string', default: '1000' },
			slow: { type: 'string', default: '200' },
			bots: { type: 'string', default: '50' },
			each: { type: 'string', default: '20' },
			idle: { type: 'string', default: '60' },
			joins: { type: 'string', default: '10000' },
		},
	});
	const entries = Object.entries(values).map(([name, value]) => [name, Number(value)] as const);
	const wrong = entries.find(([, count]) => !Number.isInteger(count) || count <= 0);
	if (wrong) throw new Error(`--${wrong[0]} takes a whole number, e.g. --${wrong[0]} 10`);
	const counts = Object.fromEntries(entries) as unknown as Counts;
	return { ...counts, isRaidAlone: positionals.includes('raid') };
}

const ms = (time: number) => `${time.toFixed(0)} ms`;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** A table row in the form of docs/scaling.md. */
const row = (...cells: string[]) => say(`| ${cells.join(' | ')} |`);

function heads(...names: string[]): void {
	row(...names);
	row(...names.map((_name, index) => (index === 0 ? '---' : '---:')));
}

const loadHeads = (what: string) =>
	heads(what, 'A second', 'Main', 'Workers', 'Machine', 'Missing', 'Double', 'Failed');

function tell(what: string, load: Load): void {
	const { perSecond, mainMs, workersMs, busy, missing, duplicates, failed } = load;
	const costs = [mainMs, workersMs].map(ms);
	const counts = [missing, duplicates, failed].map(String);
	row(what, perSecond.toFixed(1), ...costs, percent(busy), ...counts);
}

const tellIdle = (what: string, { cpu, memory }: Idle) =>
	row(what, percent(cpu), `${(memory / 1024 ** 2).toFixed(0)} MB`);

/** Starts services and stops them again, even after Ctrl-C. */
class Site {
	private readonly folder = mkdtempSync(join(tmpdir(), 'bot-messaging-scaling-'));

	readonly processes = new Processes();

	private services?: Services<Given>;

	private mode?: Promise<QueueMode>;

	/** Runs `act` with an n8n that has this many workers. */
	async withWorkers(workers: number, act: (mode: QueueMode) => Promise<void>): Promise<void> {
		// Postgres runs under its own account.
		chmodSync(this.folder, 0o711);
		this.services ??= await findServices(this.folder);
		this.mode = QueueMode.start(this.processes, {
			folder: mkdtempSync(join(this.folder, 'n8n-')),
			postgresUrl: this.services.postgres.url,
			redisUrl: this.services.redis.url,
			workers,
			concurrency: CONCURRENCY,
		});
		try {
			await act(await this.mode);
		} finally {
			await this.endMode();
		}
	}

	/** Stops everything, however far it has started. */
	async clear(): Promise<void> {
		await this.processes.stopAll();
		await this.endMode();
		await this.services?.postgres.stop();
		await this.services?.redis.stop();
		rmSync(this.folder, { recursive: true, force: true });
	}

	/** A service that failed to start has been stopped already. */
	private async endMode(): Promise<void> {
		const mode = await this.mode?.catch(() => undefined);
		this.mode = undefined;
		await mode?.end();
	}
}

async function warmUp(mode: QueueMode): Promise<void> {
	const type = 'botMessagingPollingTrigger';
	await withFleet(mode, { type }, async (fleet) => await fleet.load(WARM_UP_UPDATES));
}

/** One bot: updates per second, pushed and polled, with short and long executions. */
async function oneBot(mode: QueueMode, { updates, slow }: Counts): Promise<void> {
	const polled: FleetOptions = { type: 'botMessagingPollingTrigger' };
	const pushed: FleetOptions = { type: 'botMessagingTrigger' };
	const cases: Array<[what: string, updates: number, fleet: FleetOptions]> = [
		['polled', updates, polled],
		[
			'polled, 20 Parallel Executions',
			updates,
			{ ...polled, chats: 100, options: { parallel: 20 } },
		],
		['pushed', updates, pushed],
		[
			`polled, 40 Parallel Executions, ${slow} updates of 2 seconds`,
			slow,
			{ ...polled, chats: 100, options: { parallel: 40 }, takesMs: 2000 },
		],
	];
	await warmUp(mode);
	loadHeads(`${updates} updates`);
	for (const [what, count, options] of cases) {
		tell(what, await withFleet(mode, options, async (fleet) => await fleet.load(count)));
	}
}

/** Main with no bot, one and many: its idle use, and how it handles updates. */
async function manyBots(mode: QueueMode, { bots, each, idle }: Counts): Promise<void> {
	const one: FleetOptions = { type: 'botMessagingPollingTrigger' };
	const many: FleetOptions = { ...one, bots };
	const quiet = async () => await idleOf(mode, idle * 1000);
	await warmUp(mode);
	// Soon after its start, n8n is busy with itself.
	await quiet();
	say(`\nMain while nothing comes, watched for ${idle} seconds:\n`);
	heads('Published', 'Of one core', 'Memory');
	tellIdle('no bot', await quiet());
	tellIdle('one bot', await withFleet(mode, one, quiet));
	const ofMany = await withFleet(mode, many, async (fleet) => {
		tellIdle(`${bots} bots`, await quiet());
		return await fleet.load(each);
	});
	say('\nMany bots, two workers:\n');
	loadHeads(`${bots * each} updates, polled`);
	tell(`${bots} bots, ${each} updates each`, ofMany);
	tell('one bot', await withFleet(mode, one, async (fleet) => await fleet.load(bots * each)));
}

/** A raid on a polling trigger: when each person is muted, and how fast other chats get answers meanwhile. */
async function raids(joins: number): Promise<void> {
	const seconds = joins / JOINS_A_SECOND;
	const messages = Math.round(joins * MESSAGES_FOR_JOINS);
	await onStage(async (stage) => {
		const found = await raid(stage, { joins, messages, seconds });
		const { answerMs, memory, heap, cpu, busy } = found;
		const answerAt = (share: number) => ms(answerMs[Math.ceil(answerMs.length * share) - 1] ?? NaN);
		const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MB`;
		say(
			`\nA raid: ${joins} joins in ${seconds.toFixed(0)} s, ${messages} messages among them, polled:\n`,
		);
		heads('What', 'Found');
		row('Who joined was muted', `${found.muted} of ${found.joined}, ${found.twice} twice`);
		row('First mute after the join that broke the rule', ms(found.firstMuteMs));
		row(
			'Last mute after it; the last person joined after',
			`${ms(found.allMutedMs)}; ${ms(found.joinMs)}`,
		);
		row('Executions of the workflow; refused requests', `${found.executions}; ${found.refused}`);
		row(
			'Answers in other chats meanwhile: median, 99th percentile',
			`${answerAt(0.5)}, ${answerAt(0.99)}`,
		);
		row('Messages in other chats without an answer', String(found.unanswered));
		row('Memory of n8n before, at most, after', Object.values(memory).map(megabytes).join(', '));
		if (heap.length > 0) {
			const heaps = [Math.min(...heap), Math.max(...heap), heap.at(-1)!].map(megabytes);
			row('Of it in use after a full collection: least, most, last', heaps.join(', '));
		}
		row('n8n used of one core; all programs of the machine', `${percent(cpu)}; ${percent(busy)}`);
	});
}

async function queueMode(counts: Counts): Promise<void> {
	const site = new Site();
	const act = async () => {
		await ensureN8n(site.processes, say);
		say('Building the package and starting n8n in queue mode ...');
		await build(site.processes);
		for (const workers of [1, 2]) {
			await site.withWorkers(workers, async (mode) => {
				say(`\nOne bot, ${workers === 1 ? 'one worker' : 'two workers'}:\n`);
				await oneBot(mode, counts);
			});
		}
		await site.withWorkers(2, async (mode) => await manyBots(mode, counts));
	};
	await clearingUp(act, async () => await site.clear());
}

async function main(): Promise<void> {
	const { isRaidAlone, ...counts } = readArguments();
	if (!isRaidAlone) await queueMode(counts);
	await raids(counts.joins);
}

program(main);
