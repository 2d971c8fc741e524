import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { ROOT } from '../scripts/lib/paths';
import { nodeForN8n } from '../sandbox/lib/runtime';
import { fileItem, median, round, timeOf } from './lib';
import type { Row, Setting } from './rows';
import { postsVideo, sendsVideo } from './subjects';

const GIGABYTE = 1024 ** 3;
const MEGABYTE = 1024 ** 2;
const RUNS = 5;

/** Memory of a process in bytes, as Linux reports it: current (`VmRSS`) or peak (`VmHWM`). */
function memory(pid: number, field: 'VmRSS' | 'VmHWM'): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)![1]) * 1024;
}

/** Resets the highest memory of a process. */
const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5');

async function timeOfCurl(url: string, file: string): Promise<number> {
	const begun = Date.now();
	const form = ['-F', 'chat_id=-1001', '-F', `video=@${file};type=video/mp4`];
	await promisify(execFile)('curl', ['--silent', '--fail', ...form, `${url}/bot1:bench/sendVideo`]);
	return Date.now() - begun;
}

/** The upload time in ms that one of our programs prints. */
async function timeBy(node: string, script: string, ...args: string[]): Promise<number> {
	const program = ['--import', 'tsx', path.join(ROOT, script)];
	const { stdout } = await promisify(execFile)(node, [...program, ...args], { cwd: ROOT });
	return (JSON.parse(stdout) as { ms: number }).ms;
}

/** The time of our node in a process that has only n8n's engine. */
const timeOutsideN8n = async (url: string, file: string) =>
	await timeBy(process.execPath, 'test/support/uploader.ts', url, '1:bench', file);

/** Some 160 MB, of the 200 MB that n8n holds. */
const HELD_OBJECTS = 1_500_000;

/** The time of a program without n8n, in n8n's version of Node: the best that any n8n node could reach. */
const timeOfBareNode = async (url: string, file: string, held: number) =>
	await timeBy(
		nodeForN8n(),
		'bench/bareUpload.ts',
		`${url}/bot1:bench/sendVideo`,
		file,
		String(held),
	);

/**
 * Uploads a 1 GB video by our node, n8n's HTTP Request node, curl and a bare Node program, which take
 * turns, with little and with much in memory. Also measures the memory that n8n needs for our node.
 */
export async function uploads(
	{ rest, server, credentials }: Setting,
	{ folder, pid }: { folder: string; pid: number },
): Promise<Row[]> {
	const subject = sendsVideo(credentials);
	const files = path.join(folder, 'files');
	mkdirSync(files);
	const small = path.join(files, 'small.mp4');
	const large = path.join(files, 'large.mp4');
	writeFileSync(small, Buffer.alloc(MEGABYTE));
	await promisify(execFile)('dd', ['if=/dev/zero', `of=${large}`, 'bs=1M', 'count=1024']);
	await timeOf(rest, subject, fileItem(small));

	const ours: number[] = [];
	const request: number[] = [];
	const curl: number[] = [];
	const outside: number[] = [];
	const bare: number[] = [];
	const holding: number[] = [];
	const above: number[] = [];
	for (let run = 0; run < RUNS; run++) {
		const idle = memory(pid, 'VmRSS');
		forgetPeak(pid);
		await server.stats();
		ours.push(await timeOf(rest, subject, fileItem(large)));
		above.push(memory(pid, 'VmHWM') - idle);
		const { bytes } = await server.stats();
		if (bytes < GIGABYTE) throw new Error(`Only ${bytes} bytes have arrived`);
		request.push(await timeOf(rest, postsVideo(server.url), fileItem(large)));
		outside.push(await timeOutsideN8n(server.url, large));
		curl.push(await timeOfCurl(server.url, large));
		bare.push(await timeOfBareNode(server.url, large, 0));
		holding.push(await timeOfBareNode(server.url, large, HELD_OBJECTS));
	}
	rmSync(files, { recursive: true });
	const ratio = median(ours) / median(curl);
	const least = median(holding) / median(curl);
	const most = Math.max(...above) / MEGABYTE;
	return [
		{
			work: 'upload of a 1 GB video from the disk',
			ours: `${round(median(ours) / 1000)} s (${round(median(outside) / 1000)} s outside n8n), at most ${round(most, 0)} MB above idle`,
			builtIn: `curl: ${round(median(curl) / 1000)} s; a bare Node program: ${round(median(bare) / 1000)} s, with as much in memory as n8n: ${round(median(holding) / 1000)} s; HTTP Request node: ${round(median(request) / 1000)} s`,
			ratio: `${round(ratio)} of curl's time (a bare Node program with as much in memory as n8n: ${round(least)})`,
			goal: '1.15 of curl’s time, 100 MB above idle',
			reached: ratio <= 1.15 && most <= 100,
		},
	];
}
