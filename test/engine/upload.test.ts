import { spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { useEmulator } from '../support/emulator';
import { startOddServer, type OddServer } from '../support/odd';

const emulator = useEmulator();

const MB = 1024 ** 2;
const SIZE = 300 * MB;
const MOST_MORE = 100 * MB;

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'bot-messaging-upload-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A sparse file of this many bytes, which takes no space on disk. */
function sparseFile(bytes: number): string {
	const file = path.join(folder, 'long.mp4');
	writeFileSync(file, '');
	truncateSync(file, bytes);
	return file;
}

interface Memory {
	/** Memory in bytes before the upload: current and peak. */
	before: { rss: number; peak: number };
	/** Peak in bytes, including the upload. */
	peak: number;
}

async function upload(source: string): Promise<Memory> {
	const program = path.join(__dirname, '../support/uploader.ts');
	const child = spawn(
		process.execPath,
		['--import', 'tsx', program, emulator.url, emulator.token, source],
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

/** A server with a video of this many bytes, which it reads from a file on demand. */
async function videoServer(bytes: number): Promise<OddServer> {
	const file = sparseFile(bytes);
	return await startOddServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes });
		createReadStream(file).pipe(response);
	});
}

const mb = (bytes: number) => Math.round(bytes / MB);

/** Expects little memory for the second call of this test, which has the large video. */
async function expectStreamed(what: string, { before, peak }: Memory): Promise<void> {
	const calls = (await emulator.calls('sendVideo')).slice(-2);
	expect(calls.map(({ status, files }) => [status, files.video.size])).toEqual([
		[200, expect.any(Number)],
		[200, SIZE],
	]);
	process.stdout.write(
		`${what} of ${mb(SIZE)} MB: ${mb(peak - before.peak)} MB above the peak before it, ` +
			`${mb(peak - before.rss)} MB above what was in use\n`,
	);
	expect(peak - before.peak).toBeLessThan(MOST_MORE);
}

test('a video of 300 MB adds less than 100 MB to the peak memory of the process', async () => {
	await expectStreamed('A video', await upload(sparseFile(SIZE)));
});

test('a video of 300 MB from an address adds less than 100 MB too', async () => {
	const server = await videoServer(SIZE);
	try {
		await expectStreamed('A video from an address', await upload(`${server.url}/long.mp4`));
	} finally {
		await server.close();
	}
});
