import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { DEFAULTS } from '../../emulator/world/defaults';
import type { Call } from '../../emulator/wire/calls';
import { CHATS, chatOf, control, makeChats } from '../arrivals';
import { withCredential } from '../../sandbox/lib/demo';
import { PACKAGE_NAME } from '../../scripts/lib/paths';
import type { Workflow } from '../../sandbox/lib/rest';
import type { Stage } from '../../sandbox/lib/stage';
import { TYPE_VERSIONS } from '../../sandbox/lib/triggers';
import { until } from '../../scripts/lib/until';
import { coresOf, usageOf } from './usage';

const { chats, users } = DEFAULTS;

const FIRST_RAIDER = 880_000_000;
/** Most joins that do not count as a raid. */
const MOST_JOINS = 20;
/** Pause between messages in other chats. */
const ASK_EVERY_MS = 500;
const LOOK_EVERY_MS = 250;
/** Seldom, because reading the bot's calls takes time on the same cores. Each call has its own time. */
const READ_EVERY_MS = 4000;
const MOST_READ = 2000;
const MUTED_WITHIN_MS = 1_200_000;

export interface RaidOptions {
	joins: number;
	/** Messages in the same chat during the raid. */
	messages: number;
	/** Duration of the raid. */
	seconds: number;
}

/** The result of a raid. Times in ms, memory in bytes. */
export interface RaidResult {
	/** People who joined, those who were muted, and those who were muted twice. */
	joined: number;
	muted: number;
	twice: number;
	/** Duration of the joins; then times from the join that broke the rule to the first and the last mute. */
	joinMs: number;
	firstMuteMs: number;
	allMutedMs: number;
	executions: number;
	refused: number;
	/** From a message in another chat to its answer, sorted. */
	answerMs: number[];
	unanswered: number;
	memory: { before: number; most: number; after: number };
	/** Heap in use by n8n after each full collection, in bytes; empty without `--trace-gc`. */
	heap: number[];
	/** Until all were muted: the share of one core that n8n used, and the load of the machine. */
	cpu: number;
	busy: number;
}

type Parameters = Record<string, unknown>;

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** A workflow with the polling trigger and a chain of nodes. */
function chainOf(name: string, trigger: Parameters, others: Array<[string, string, Parameters]>) {
	const polling = `${PACKAGE_NAME}.botMessagingPollingTrigger`;
	const all: typeof others = [['Trigger', polling, trigger], ...others];
	const nodes = all.map(([own, type, parameters], index) => ({
		id: randomUUID(),
		name: own,
		type,
		typeVersion: TYPE_VERSIONS[type.slice(type.indexOf('.') + 1)] ?? 1,
		position: [index * 200, 0],
		parameters,
	}));
	const connections = Object.fromEntries(
		others.map(([to], index) => {
			const [from = ''] = all[index] ?? [];
			return [from, { main: [[{ node: to, type: 'main', index: 0 }]] }];
		}),
	);
	return { name, nodes, connections, settings: { executionOrder: 'v1' } } as unknown as Workflow;
}

const GUARD = chainOf(
	'Raid',
	{ updates: ['message'], rules: { raidJoins: MOST_JOINS, raidSeconds: 60 } },
	[
		[
			'Each Person',
			'n8n-nodes-base.splitOut',
			{ fieldToSplitOut: 'raid.userIds', options: { destinationFieldName: 'person' } },
		],
		[
			'Mute',
			`${PACKAGE_NAME}.botMessaging`,
			{
				resource: 'member',
				operation: 'restrictChatMember',
				chatId: byId(String(chats.demoGroup)),
				userId: byId('={{ $json.person }}'),
				permissions: 'mute',
			},
		],
	],
);

const ANSWERS = chainOf(
	'Answers',
	{
		updates: ['message'],
		filters: {
			chatIds: {
				__rl: true,
				mode: 'several',
				value: Array.from({ length: CHATS }, (_none, index) => chatOf(index)).join(),
			},
		},
	},
	[
		[
			'Answer',
			`${PACKAGE_NAME}.botMessaging`,
			{
				resource: 'message',
				operation: 'sendMessage',
				chatId: byId('={{ $json.chatId }}'),
				text: '={{ "Answer to " + $json.text }}',
			},
		],
	],
);

/** Runs `act` this many times, evenly over this many seconds. */
async function spread(times: number, seconds: number, act: (index: number) => Promise<unknown>) {
	const begun = performance.now();
	const all: Array<Promise<unknown>> = [];
	for (let index = 0; index < times; index++) {
		const ms = begun + (index * seconds * 1000) / times - performance.now();
		if (ms > 0) await sleep(ms);
		all.push(act(index));
	}
	await Promise.all(all);
}

/** Watches the bot continuously, because the emulator drops old calls. */
class Watch {
	readonly calls = new Map<number, Call>();

	mostMemory = 0;

	private readonly over = new AbortController();

	private readonly watching: Promise<void>;

	constructor(private readonly stage: Stage) {
		this.watching = this.watch();
	}

	async end(): Promise<void> {
		this.over.abort();
		await this.watching;
	}

	private look(): void {
		this.mostMemory = Math.max(this.mostMemory, usageOf(this.stage.n8n.process).memory);
	}

	async read(): Promise<void> {
		const { emulator } = this.stage;
		for (const method of ['restrictChatMember', 'sendMessage']) {
			const calls = await control<Call[]>(
				emulator.url,
				`calls?method=${method}&limit=${MOST_READ}`,
			);
			for (const call of calls) this.calls.set(call.id, call);
		}
	}

	of(method: string): Call[] {
		return [...this.calls.values()].filter((call) => call.method === method);
	}

	private async watch(): Promise<void> {
		for (let round = 0; !this.over.signal.aborted; round++) {
			this.look();
			if (round % (READ_EVERY_MS / LOOK_EVERY_MS) === 0) await this.read();
			await sleep(LOOK_EVERY_MS);
		}
	}
}

/** n8n's heap after each full collection, in bytes, from the output of `--trace-gc`. */
const heapIn = (output: string) =>
	[...output.matchAll(/Mark-Compact.*? -> ([\d.]+) \(/g)].map(
		([, megabytes]) => Number(megabytes) * 1024 ** 2,
	);

/** Raids a chat of the demo's bot, and measures answers in its other chats meanwhile. */
export async function raid(stage: Stage, options: RaidOptions): Promise<RaidResult> {
	const { n8n, emulator, credential } = stage;
	const { joins, messages, seconds } = options;
	await makeChats(emulator.url);
	const ids = Array.from({ length: joins }, (_none, index) => FIRST_RAIDER + index);
	const people = ids.map((id) => ({ id, is_bot: false, first_name: `Raider ${id}` }));
	await control(emulator.url, 'seed', { users: people });
	const workflows: string[] = [];
	for (const workflow of [GUARD, ANSWERS]) {
		workflows.push(await n8n.rest.importWorkflow(withCredential(workflow, credential)));
		await n8n.rest.publish(workflows.at(-1)!);
	}
	const asked = new Map<string, number>();
	const ask = async (index: number) => {
		const text = `Question ${index}`;
		asked.set(`Answer to ${text}`, Date.now());
		await control(emulator.url, 'act/message', {
			user_id: users.olga,
			chat_id: chatOf(index % CHATS),
			text,
		});
	};
	// The first executions load and compile code.
	await spread(10, 2, async (index) => await ask(1_000_000 + index));
	await sleep(3000);
	asked.clear();
	const watch = new Watch(stage);
	const { memory: before, cpuMs } = usageOf(n8n.process);
	const cores = coresOf();
	const collected = heapIn(n8n.process.output()).length;
	const joinedAt: number[] = [];
	const begun = Date.now();
	const inGroup = { chat_id: chats.demoGroup };
	const acts = Promise.all([
		spread(joins, seconds, async (index) => {
			await control(emulator.url, 'act/join', { user_id: ids[index], ...inGroup });
			joinedAt[index] = Date.now();
		}),
		spread(messages, seconds, async (index) => {
			const act = { user_id: users.mia, ...inGroup, text: `Message ${index}` };
			await control(emulator.url, 'act/message', act);
		}),
		spread((seconds * 1000) / ASK_EVERY_MS, seconds, ask),
	]);
	await acts.catch(async (error) => {
		await watch.end();
		throw error;
	});
	const joinMs = Date.now() - begun;
	const good = () => watch.of('restrictChatMember').filter(({ status }) => status === 200);
	const muted = () => good().map(({ params }) => Number(params.user_id));
	await until('all are muted', async () => new Set(muted()).size >= joins, MUTED_WITHIN_MS, {
		pauseMs: LOOK_EVERY_MS,
	}).catch(() => {});
	const cpu = (usageOf(n8n.process).cpuMs - cpuMs) / (Date.now() - begun);
	const { busyMs, allMs } = coresOf();
	await watch.read();
	await watch.end();
	const answers = watch
		.of('sendMessage')
		.filter(({ params }) => asked.has(String(params.text)))
		.map(({ params, started_at: at }) => at - asked.get(String(params.text))!);
	const times = good().map(({ started_at: at }) => at);
	const broken = joinedAt[MOST_JOINS] ?? NaN;
	const executions = await n8n.rest.countEnded(workflows[0] ?? '');
	for (const id of workflows) await n8n.rest.unpublish(id);
	return {
		joined: joins,
		muted: new Set(muted()).size,
		twice: muted().length - new Set(muted()).size,
		joinMs,
		firstMuteMs: Math.min(...times) - broken,
		allMutedMs: Math.max(...times) - broken,
		executions,
		refused: watch.of('restrictChatMember').length - times.length,
		answerMs: answers.sort((one, other) => one - other),
		unanswered: asked.size - answers.length,
		memory: { before, most: watch.mostMemory, after: usageOf(n8n.process).memory },
		heap: heapIn(n8n.process.output()).slice(collected),
		cpu,
		busy: (busyMs - cores.busyMs) / (allMs - cores.allMs),
	};
}
