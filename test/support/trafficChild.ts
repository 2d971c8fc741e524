import './sourcesFirst';

import { RunningTrigger, type Started } from './pollingTrigger';

/** The orders of the process, as JSON in its first argument. */
export interface TrafficTask {
	credential: { baseUrl: string; botToken: string };
	/** How many updates come; the text of each is its number, from 1 up. */
	updates: number;
	/** In so many executions n8n does not tell the end of one. */
	lostEvery: number;
	/** After so many executions the memory is looked at. */
	lookEvery: number;
}

/** Bytes that are in use, after all garbage has been collected. */
export interface Memory {
	/** What V8 keeps: objects, texts and code. */
	heap: number;
	/** What buffers keep outside of it. */
	external: number;
	/** What the process has of the system, and may keep for later. */
	resident: number;
}

/** What the process prints, a line for each look at the memory and one when it is interrupted. */
export interface TrafficLine {
	begun: number;
	/** Updates without an execution, and executions beyond the first of an update. */
	missing: number;
	duplicates: number;
	/** Executions that began after one of a later update of their chat. */
	outOfOrder: number;
	memory: Memory;
}

/** Two collections: what finalizers let go of in the first is collected in the second. */
function memory(): Memory {
	global.gc!();
	global.gc!();
	const { heapUsed, external, rss } = process.memoryUsage();
	return { heap: heapUsed, external, resident: rss };
}

/** A polling trigger in a process of its own, whose executions end at once. */
async function main({ credential, updates, lostEvery, lookEvery }: TrafficTask): Promise<void> {
	const executions = new Uint8Array(updates + 1);
	const latest = new Map<unknown, number>();
	let begun = 0;
	let outOfOrder = 0;
	const tell = () => {
		const counts = executions.subarray(1);
		const line: TrafficLine = {
			begun,
			missing: counts.reduce((sum, count) => sum + (count === 0 ? 1 : 0), 0),
			duplicates: counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
			outOfOrder,
			memory: memory(),
		};
		console.log(JSON.stringify(line));
	};
	const trigger = new RunningTrigger(credential, {});
	trigger.endsAtOnce = false;
	trigger.onStart = ({ item, end }: Started) => {
		const { text, chatId } = item.json;
		const number = Number(text);
		executions[number]++;
		if (number < (latest.get(chatId) ?? 0)) outOfOrder++;
		latest.set(chatId, number);
		trigger.started.length = 0;
		if (++begun % lookEvery === 0) tell();
		if (begun % lostEvery !== lostEvery / 2) setImmediate(end);
	};
	process.once('SIGINT', () => {
		// A signal handler cannot wait; the process ends when this has.
		void trigger.stop().then(() => {
			tell();
			process.exit(0);
		});
	});
	await trigger.start();
}

// What it throws ends the process, and the test shows what it has printed.
void main(JSON.parse(process.argv[2]) as TrafficTask);
