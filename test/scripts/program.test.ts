import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from '../../scripts/lib/paths';
import { Processes } from '../../scripts/lib/processes';
import { TOOLS } from '../../scripts/lib/toolList';

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

/** What `npm run tool` with these arguments prints, and how it ends. */
async function toolCommand(...given: string[]) {
	const options = { cwd: ROOT, env: process.env, logFile: join(folder, 'tools.log') };
	const args = ['--import', 'tsx', 'scripts/tool.ts', ...given];
	const tool = processes.start('a tool', process.execPath, args, options);
	return { ended: await tool.ended, output: tool.output() };
}

test('without a name, npm run tool says of each tool in a line what it does', async () => {
	const { ended, output } = await toolCommand();
	expect(ended).toBe('ended with exit code 0');
	expect(output).toMatch(/^ {2}refusals +prints the table of refusals/m);
	expect(Object.keys(TOOLS).filter((name) => !output.includes(`\n  ${name} `))).toEqual([]);
	expect(output.split('\n').filter((line) => line.length > 110)).toEqual([]);
});

test('a tool that there is not is called so', async () => {
	const { ended, output } = await toolCommand('benchmark');
	expect(ended).toBe('ended with exit code 1');
	expect(output).toMatch(/^There is no tool "benchmark"\./);
});

test.each([[[]], [['--']]])('the arguments of a tool follow its name and %j', async (separator) => {
	const { ended, output } = await toolCommand('release', ...separator, '--check', 'v0.0.0');
	expect(ended).toBe('ended with exit code 1');
	// Which of the two is wrong first depends on what is under [Unreleased].
	expect(output).toMatch(/^(The tag is v0\.0\.0|CHANGELOG\.md)/);
});
