import { readFileSync } from 'node:fs';

/**
 * The most memory in bytes that this process has had. `maxRSS` is of no use here: Linux begins it with the memory
 * of the parent, and a worker of Jest often has more than the program it measures. Throws without `/proc`.
 */
export function peakMemory(pid: number): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) * 1024;
}
