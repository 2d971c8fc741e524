import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

import type { Process } from '../../scripts/lib/processes';

/** Linux counts process time in hundredths of a second on every machine. */
const MS_PER_TICK = 10;

/** What a process has used so far, as Linux reports it. */
export interface Usage {
	/** Milliseconds of one core. */
	cpuMs: number;
	/** Bytes of resident memory. */
	memory: number;
}

/** Throws without `/proc`: this runs only on Linux. */
export function usageOf({ pid }: Process): Usage {
	// The program's name, in brackets, may contain spaces.
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
		.replace(/^.*\) /s, '')
		.split(' ');
	const [user, system] = [Number(stat[11]), Number(stat[12])];
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const kilobytes = Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]);
	return { cpuMs: (user + system) * MS_PER_TICK, memory: kilobytes * 1024 };
}

/** Milliseconds of all cores since the machine started. */
export function coresOf(): { busyMs: number; allMs: number } {
	const times = cpus().map((core) => core.times);
	const busyMs = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0);
	return { busyMs, allMs: times.reduce((sum, { idle }) => sum + idle, busyMs) };
}
