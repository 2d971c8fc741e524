/**
 * `npm run tool -- name`: commands that are needed less often than the scripts of package.json.
 * Without a name, it lists them. An unknown name ends it with exit code 1.
 */
import { spawn } from 'node:child_process';

import { ROOT } from './lib/paths';
import { program } from './lib/program';
import { toolLines, TOOLS } from './lib/toolList';

function run([command = '', ...args]: string[], settings: Record<string, string> = {}) {
	const env = { ...process.env, ...settings };
	const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env });
	return new Promise<number>((resolve) => {
		child.on('close', (code) => resolve(code ?? 1));
	});
}

program(async () => {
	const [name, ...rest] = process.argv.slice(2);
	const usage = `npm run tool -- NAME, with one of these:\n\n${toolLines()}`;
	if (name === undefined) return console.log(usage);
	const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
	if (!tool) throw new Error(`There is no tool "${name}".\n${usage}`);
	// npm takes only the first `--` out of `npm run tool -- mutate -- --sample 300`.
	const given = rest[0] === '--' ? rest.slice(1) : rest;
	for (const command of tool.commands) {
		process.exitCode = await run([...command, ...given], tool.settings);
		if (process.exitCode !== 0) return;
	}
});
