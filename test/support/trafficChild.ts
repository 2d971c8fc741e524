import './sourcesFirst';

import { JOB } from './ends';
import { RunningTrigger, type Started } from './pollingTrigger';

/** The orders of the process, as JSON in its first argument. */
export interface TrafficTask {
	credential: { baseUrl: string; botToken: string };
	/** Number of updates; the text of each is its number, from 1. */
	updates: number;
	/** n8n does not report the end of one in this many executions. */
	lostEvery: number;
	/** Executions between memory samples. */
	lookEvery: number;
}

/** Bytes in use after garbage collection. */
export interface Memory {
	/** V8's heap: objects, texts and code. */
	heap: number;
	/** Buffers outside the heap. */
	external: number;
	/** Memory of the process, some of which it may only keep in reserve. */
	resident: number;
}

/** The process's output: a line for each memory sample, and one when it is interrupted. */
export interface TrafficLine {
	begun: number;
	/** Updates without an execution, and surplus executions for an update. */
	missing: number;
	duplicates: number;
	/** Executions that started after one for a later update of the same chat. */
	outOfOrder: number;
	memory: Memory;
}

/** Two collections: the second collects what finalizers released in the first. */
function memory(): Memory {
	global.gc!();
	global.gc!();
	const { heapUsed, external, rss } = process.memoryUsage();
	return { heap: heapUsed, external, resident: rss };
}

/** A polling trigger in a separate process, whose executions end at once. */
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
	trigger.outcome = JOB;
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

// An error ends the process, and the test shows the output.
void main(JSON.parse(process.argv[2]) as TrafficTask);
