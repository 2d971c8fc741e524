import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Processes } from '../../scripts/lib/processes';
import { Part } from '../../sandbox/queue/part';

const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-part-'));
const processes = new Processes();

afterAll(async () => {
	await processes.stopAll();
	rmSync(folder, { recursive: true, force: true });
});

/** Starts processes that do nothing; the first tries fail with `obstacles`. */
function beginner(obstacles: Array<string | undefined> = []) {
	const pids: unknown[] = [];
	const begin = async () => {
		const obstacle = obstacles.shift();
		if (obstacle) throw new Error(obstacle);
		const process_ = processes.start(
			'a part',
			process.execPath,
			['-e', 'setInterval(() => {}, 1e6)'],
			{
				cwd: folder,
				env: process.env,
				logFile: join(folder, 'part.log'),
			},
		);
		pids.push(process_.pid);
		return { process: process_ };
	};
	return { begin, pids };
}

test('a part that is killed restarts, and one that is stopped does not', async () => {
	const { begin, pids } = beginner();
	const part = await Part.start(processes, begin);
	await part.kill();
	const { process: second } = await part.now();
	expect(pids).toHaveLength(2);
	expect(second.pid).toBe(pids[1]);

	await part.stop();
	expect(await second.ended).toBe('was ended by SIGTERM');
	expect(pids).toHaveLength(2);
});

test('a part is retried until it can start', async () => {
	const { begin, pids } = beginner([undefined, 'no database', 'no database']);
	const part = await Part.start(processes, begin);
	await part.kill();
	expect((await part.now()).process.pid).toBe(pids[1]);
	await part.stop();
});

test('the first start reports why it fails', async () => {
	const { begin } = beginner(['no database']);
	await expect(Part.start(processes, begin)).rejects.toThrow('no database');
});
