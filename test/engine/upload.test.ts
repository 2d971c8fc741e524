import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { useEmulator } from '../support/emulator';

const emulator = useEmulator();

const MB = 1024 ** 2;
const SIZE = 300 * MB;
const MOST_MORE = 100 * MB;

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'bot-messaging-upload-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of that many bytes, which takes no room on disk. */
function sparseFile(bytes: number): string {
	const file = path.join(folder, 'long.mp4');
	writeFileSync(file, '');
	truncateSync(file, bytes);
	return file;
}

interface Memory {
	/** Bytes before the upload: now, and at most so far. */
	before: { rss: number; peak: number };
	/** Bytes at most, with the upload. */
	peak: number;
}

async function upload(file: string): Promise<Memory> {
	const program = path.join(__dirname, '../support/uploader.ts');
	const child = spawn(
		process.execPath,
		['--import', 'tsx', program, emulator.url, emulator.token, file],
		{ stdio: ['ignore', 'pipe', 'pipe'] },
	);
	try {
		const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
		expect(problems).toBe('');
		return JSON.parse(out) as Memory;
	} finally {
		child.kill('SIGKILL');
	}
}

test('a video of 300 MB adds less than 100 MB to the peak memory of the process', async () => {
	const { before, peak } = await upload(sparseFile(SIZE));
	const calls = await emulator.calls('sendVideo');
	expect(calls.map(({ status, files }) => [status, files.video.size])).toEqual([
		[200, expect.any(Number)],
		[200, SIZE],
	]);
	const mb = (bytes: number) => Math.round(bytes / MB);
	process.stdout.write(
		`A video of ${mb(SIZE)} MB: ${mb(peak - before.peak)} MB above the peak before it, ` +
			`${mb(peak - before.rss)} MB above what was in use\n`,
	);
	expect(peak - before.peak).toBeLessThan(MOST_MORE);
});
