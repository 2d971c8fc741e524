import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from '../../scripts/lib/paths';
import { Processes } from '../../scripts/lib/processes';

const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-program-'));
const processes = new Processes();

afterAll(async () => {
	await processes.stopAll();
	rmSync(folder, { recursive: true, force: true });
});

/** A script that runs this, and takes a while to clean up. */
function script(act: string) {
	const code = `
		const { clearingUp, program } = require('./scripts/lib/program');
		const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
		let fail;
		const clear = async () => {
			console.log('clearing');
			fail?.(new Error('ended early'));
			await pause(200);
			console.log('cleared');
		};
		program(async () => await clearingUp(async () => { ${act} }, clear));
	`;
	const options = { cwd: ROOT, env: process.env, logFile: join(folder, 'script.log') };
	return processes.start('a script', process.execPath, ['--import', 'tsx', '-e', code], options);
}

test('a script cleans up, and reports an error in one line', async () => {
	const good = script(`console.log('done');`);
	expect(await good.ended).toBe('ended with exit code 0');
	expect(good.output()).toBe('done\nclearing\ncleared\n');

	const bad = script(`throw new Error('no database');`);
	expect(await bad.ended).toBe('ended with exit code 1');
	expect(bad.output()).toBe('clearing\ncleared\nno database\n');
});

test('Ctrl-C ends the script after it has cleaned up', async () => {
	const held = script(`
		console.log('begun');
		setInterval(() => {}, 1000);
		await new Promise((_resolve, reject) => (fail = reject));
	`);
	await held.whenReady(async () => held.output().includes('begun'), 60_000);
	held.interrupt();
	expect(await held.ended).toBe('ended with exit code 1');
	expect(held.output().match(/clearing|cleared/g)).toEqual(['clearing', 'cleared']);
});

test.each([[[]], [['--']]])('the arguments of a tool follow its name and %j', async (separator) => {
	const args = ['scripts/tool.ts', 'release', ...separator, '--check', 'v0.0.0'];
	const options = { cwd: ROOT, env: process.env, logFile: join(folder, 'tool.log') };
	const tool = processes.start('a tool', process.execPath, ['--import', 'tsx', ...args], options);
	expect(await tool.ended).toBe('ended with exit code 1');
	// Which of the two is wrong first depends on what is under [Unreleased].
	expect(tool.output()).toMatch(/^(The tag is v0\.0\.0|CHANGELOG\.md)/);
});
