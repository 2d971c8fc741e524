import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { control } from '../../../bench/arrivals';
import { credentialFor } from '../../../sandbox/lib/demo';
import { storedTexts } from '../../../sandbox/lib/executions';
import { linkPackage, startN8n, type N8n } from '../../../sandbox/lib/n8n';
import { ownerOf } from '../../../sandbox/lib/owner';
import { freePort } from '../../../scripts/lib/ports';
import { Processes } from '../../../scripts/lib/processes';
import { triggerWorkflow, type TriggerType } from '../../../sandbox/lib/triggers';
import { until } from '../../../scripts/lib/until';
import { DEFAULTS, type TestEmulator } from '../../support/emulator';

const FIRST_PERSON = 700_000;
const IN_A_GROUP = 5;
/** How often n8n is killed: the time is divided by one more. */
const KILLS = 2;

export interface BurstPlan {
	type: TriggerType;
	people: number;
	/** How long people write. */
	seconds: number;
	/** Messages within this many seconds belong together. */
	gatherSeconds: number;
	/** Most seconds to the next message of a burst. */
	gap: number;
	/** Range of seconds to the next burst. */
	pause: [from: number, to: number];
	/** How long n8n may take for what is left when all has been written. */
	leftWithinMs: number;
}

export interface BurstTally {
	bursts: number;
	messages: number;
	/** Texts without an execution. */
	lost: string[];
	/** Texts that more than one execution has. */
	doubled: string[];
	/** Bursts that are in more than one execution, or in one with another burst. */
	split: string[];
	/** Executions with texts out of order. */
	outOfOrder: string[];
	executions: number;
	/** Executions that ran again, whole. */
	repeated: number;
}

interface Written {
	text: string;
	/** The name of its burst. */
	burst: string;
}

/** Pseudo-random numbers that are the same in each run. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

/** One in five people writes in a group with four others; all others write in private. */
async function seed(
	emulatorUrl: string,
	people: number,
): Promise<Array<[user: number, chat: number]>> {
	const all = Array.from({ length: people }, (_none, index): [number, number] => {
		const isInGroup = Math.floor(index / IN_A_GROUP) % IN_A_GROUP === 0;
		const user = FIRST_PERSON + index;
		return [user, isInGroup ? -800_000 - Math.floor(index / IN_A_GROUP) : user];
	});
	const chats = [...new Set(all.map(([, chat]) => chat))];
	await control(emulatorUrl, 'seed', {
		users: all.map(([id]) => ({ id, is_bot: false, first_name: `Person ${id}` })),
		chats: chats.map((id) =>
			id < 0 ? { id, type: 'group', title: `${id}` } : { id, type: 'private' },
		),
		members: [
			...all.map(([user_id, chat_id]) => ({ chat_id, user_id, status: 'member' })),
			...chats.map((chat_id) => ({ chat_id, user_id: DEFAULTS.botId, status: 'member' })),
		],
	});
	return all;
}

/** One person writes bursts until the time is over. */
async function writeBursts(
	emulatorUrl: string,
	[user_id, chat_id]: [number, number],
	plan: BurstPlan,
	written: Written[],
): Promise<void> {
	const random = randomFrom(user_id);
	const { gap, pause, gatherSeconds } = plan;
	const end = Date.now() + plan.seconds * 1000;
	const between = (from: number, to: number) => from + random() * (to - from);
	await sleep(between(0, pause[1]) * 1000);
	for (let burst = 0; Date.now() < end; burst++) {
		const count = Math.floor(between(1, 6));
		let part = 0;
		let last = NaN;
		for (let index = 0; index < count; index++) {
			if (index > 0) await sleep(between(0, gap) * 1000);
			const text = `p${user_id}.${burst}.${index}`;
			const { message } = await control<{ message: { date: number } }>(emulatorUrl, 'act/message', {
				...{ user_id, chat_id, text },
			});
			// On a busy machine, a pause may become too long for messages to belong together.
			if (message.date - last > gatherSeconds) part++;
			last = message.date;
			written.push({ text, burst: `${user_id}.${burst}.${part}` });
		}
		await sleep(between(...pause) * 1000);
	}
}

/** @param mayRepeat whether an execution may run again as a whole, if n8n was killed right after its start */
function tallyOf(written: Written[], stored: string[], mayRepeat: boolean): BurstTally {
	const executions = mayRepeat ? [...new Set(stored)] : stored;
	const lines = executions.map((text) => text.split('\n'));
	const where = new Map<string, number[]>();
	for (const [index, texts] of lines.entries()) {
		for (const text of texts) where.set(text, [...(where.get(text) ?? []), index]);
	}
	const burstOf = new Map(written.map(({ text, burst }) => [text, burst]));
	const order = new Map(written.map(({ text }, index) => [text, index]));
	const executionsOf = new Map<string, Set<number>>();
	for (const { text, burst } of written) {
		const known = executionsOf.get(burst) ?? new Set();
		for (const index of where.get(text) ?? []) known.add(index);
		executionsOf.set(burst, known);
	}
	const isMixed = (texts: string[]) => new Set(texts.map((text) => burstOf.get(text))).size > 1;
	const isOrdered = (texts: string[]) =>
		texts.every((text, n) => n === 0 || order.get(texts[n - 1])! < order.get(text)!);
	return {
		bursts: executionsOf.size,
		messages: written.length,
		lost: written.map(({ text }) => text).filter((text) => !where.has(text)),
		doubled: [...where].filter(([, all]) => all.length > 1).map(([text]) => text),
		split: [
			...[...executionsOf].filter(([, all]) => all.size > 1).map(([burst]) => burst),
			...lines.filter(isMixed).map((texts) => texts.join(' ')),
		],
		outOfOrder: lines.filter((texts) => !isOrdered(texts)).map((texts) => texts.join(' ')),
		executions: executions.length,
		repeated: stored.length - executions.length,
	};
}

/** Lets people write bursts while n8n is killed twice and restarted, and counts what n8n has of them. */
export async function killAmongBursts(
	emulator: TestEmulator,
	plan: BurstPlan,
): Promise<BurstTally> {
	const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-bursts-'));
	const processes = new Processes();
	try {
		return await run(emulator, plan, folder, processes);
	} finally {
		await processes.stopAll();
		rmSync(folder, { recursive: true, force: true });
	}
}

async function run(
	{ url, ...emulator }: TestEmulator,
	plan: BurstPlan,
	folder: string,
	processes: Processes,
): Promise<BurstTally> {
	linkPackage(folder);
	const port = await freePort();
	const proxy = await startProxy(port);
	const settings = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true', WEBHOOK_URL: proxy.url };
	const start = async (): Promise<N8n> => {
		const n8n = await startN8n(processes, { folder, port, owner: ownerOf(folder), settings });
		proxy.isOpen = true;
		return n8n;
	};
	let n8n = await start();
	const credential = await n8n.rest.createCredential(credentialFor(url));
	const { type, gatherSeconds, seconds } = plan;
	const parameters = { options: { gatherSeconds, ...PARALLEL[type] } };
	const name = `Bursts by ${type}`;
	const id = await n8n.rest.importWorkflow(triggerWorkflow({ name, type, parameters, credential }));
	await n8n.rest.publish(id);
	const people = await seed(url, plan.people);
	const written: Written[] = [];
	const writing = Promise.all(
		people.map(async (one) => await writeBursts(url, one, plan, written)),
	);
	for (let kill = 0; kill < KILLS; kill++) {
		await sleep((seconds * 1000) / (KILLS + 1));
		proxy.isOpen = false;
		process.kill(Number(n8n.process.pid), 'SIGKILL');
		await n8n.process.ended;
		n8n = await start();
	}
	await writing;
	const isThrough = async () => (await emulator.state()).bots[0].updates.length === 0;
	await until('the server keeps no update', isThrough, plan.leftWithinMs, { pauseMs: 1000 });
	let texts: string[] = [];
	const tally = () => tallyOf(written, texts, type === 'botMessagingTrigger');
	const haveAll = async () => {
		texts = await storedTexts(folder, id, /^p\d+\.\d+\.\d+(\np\d+\.\d+\.\d+)*$/);
		return tally().lost.length === 0;
	};
	// What the server has forgotten may still wait in n8n.
	await until('n8n has all texts', haveAll, plan.leftWithinMs, { pauseMs: 2000 }).catch(() => {});
	await n8n.rest.unpublish(id);
	proxy.close();
	return tally();
}

/**
 * A proxy in front of n8n that lets nothing through until n8n is ready: while it starts, n8n answers each
 * push with 200 and loses it (docs/versions.md).
 */
export async function startProxy(port: number) {
	const server = createServer((request, response) => {
		if (!proxy.isOpen) {
			response.writeHead(503).end();
			return;
		}
		const { method, url: path, headers } = request;
		const passed = forward({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
			answer.on('error', () => response.destroy());
		});
		passed.on('error', () => response.destroy());
		request.pipe(passed);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	const proxy = { url, isOpen: false, close: () => server.close() };
	return proxy;
}

/** Removes n8n's limit on parallel executions. */
const PARALLEL: Record<TriggerType, object> = {
	botMessagingTrigger: {},
	botMessagingPollingTrigger: { parallel: 20 },
};
