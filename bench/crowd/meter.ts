import type { Process } from '../../scripts/lib/processes';
import { coresOf, heapIn, usageOf } from '../scaling/usage';

const LOOK_EVERY_MS = 1000;
const MEGABYTE = 1024 ** 2;

const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** What the memory of a process grew by, in MB. */
export interface Growth {
	before: number;
	most: number;
	/** From the middle to the end: each is the mean of a tenth of the time. */
	inSecondHalf: number;
}

/** @param samples at an even pace, in bytes */
export function growthOf(samples: number[], before: number): Growth {
	const tenth = Math.max(1, Math.floor(samples.length / 10));
	const half = Math.floor(samples.length / 2);
	const middle = mean(samples.slice(half, half + tenth));
	const inMegabytes = (bytes: number) => Math.round(bytes / MEGABYTE);
	return {
		before: inMegabytes(before),
		most: inMegabytes(Math.max(...samples)),
		inSecondHalf: inMegabytes(mean(samples.slice(-tenth)) - middle),
	};
}

/** Measures a process, and the cores of the machine, until the function that it returns is called. */
export function meter(process: Process) {
	const samples: number[] = [];
	const first = usageOf(process);
	const begun = performance.now();
	const cores = coresOf();
	const collected = heapIn(process.output()).length;
	const timer = setInterval(() => samples.push(usageOf(process).memory), LOOK_EVERY_MS);
	return () => {
		clearInterval(timer);
		const { cpuMs, memory } = usageOf(process);
		const { busyMs, allMs } = coresOf();
		const heap = heapIn(process.output()).slice(collected);
		return {
			memory: growthOf([...samples, memory], first.memory),
			/** In use after each full collection, in MB; empty without `--trace-gc`. */
			heap: heap.map((bytes) => Math.round(bytes / MEGABYTE)),
			/** Of one core, and of the machine, 0 to 1. */
			cpu: (cpuMs - first.cpuMs) / (performance.now() - begun),
			busy: (busyMs - cores.busyMs) / (allMs - cores.allMs),
		};
	};
}
