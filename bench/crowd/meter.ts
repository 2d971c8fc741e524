import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Process } from '../../scripts/lib/processes';
import { until } from '../../scripts/lib/until';
import { coresOf, usageOf } from '../scaling/usage';

const LOOK_EVERY_MS = 1000;
const COLLECTED_WITHIN_MS = 60_000;
const MEGABYTE = 1024 ** 2;

/** Flags for the Node of a process that `meter` measures. */
export const NODE_FLAGS = ['--expose-gc', '--require', join(__dirname, 'inUse.cjs')];

const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

const inMegabytes = (bytes: number) => Math.round(bytes / MEGABYTE);

/** Memory in MB. */
export interface Growth {
	before: number;
	most: number;
	/** From the middle to the end: each is the mean of a tenth of the samples. */
	inSecondHalf: number;
}

/** @param samples at an even pace, in bytes */
export function growthOf(samples: number[]): Growth {
	const tenth = Math.max(1, Math.floor(samples.length / 10));
	const half = Math.floor(samples.length / 2);
	const middle = mean(samples.slice(half, half + tenth));
	return {
		before: inMegabytes(samples[0]!),
		most: inMegabytes(Math.max(...samples)),
		inSecondHalf: inMegabytes(mean(samples.slice(-tenth)) - middle),
	};
}

/** What a process uses after a full collection, in bytes. */
async function inUse(measured: Process): Promise<number> {
	const said = () => [...measured.output().matchAll(/^In use: (\d+)$/gm)];
	const before = said().length;
	process.kill(measured.pid!, 'SIGUSR2');
	const hasSaid = async () => said().length > before;
	await until(`${measured.name} says what it uses`, hasSaid, COLLECTED_WITHIN_MS);
	return Number(said().at(-1)![1]);
}

/**
 * Measures a process and the cores of the machine, until the function that it resolves with is called.
 *
 * @param collectMs how long between two full collections
 */
export async function meter(measured: Process, collectMs: number) {
	const used = [await inUse(measured)];
	const resident: number[] = [];
	const first = usageOf(measured);
	const begun = performance.now();
	const cores = coresOf();
	const over = new AbortController();
	const timer = setInterval(() => resident.push(usageOf(measured).memory), LOOK_EVERY_MS);
	const collect = async () => {
		const { signal } = over;
		while (await sleep(collectMs, true, { signal }).catch(() => false)) {
			used.push(await inUse(measured));
		}
	};
	const collecting = collect();
	return async () => {
		clearInterval(timer);
		const { cpuMs } = usageOf(measured);
		const { busyMs, allMs } = coresOf();
		const passed = performance.now() - begun;
		over.abort();
		await collecting;
		return {
			used: growthOf([...used, await inUse(measured)]),
			/** What it has from the system, used or not. */
			resident: growthOf([first.memory, ...resident]),
			/** Of one core, and of the machine, 0 to 1. */
			cpu: (cpuMs - first.cpuMs) / passed,
			busy: (busyMs - cores.busyMs) / (allMs - cores.allMs),
		};
	};
}
