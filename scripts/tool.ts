/**
 * `npm run tool -- name`: commands that are needed less often than the scripts of package.json.
 * CONTRIBUTING.md describes them. Without a known name, it lists them and ends with exit code 1.
 */
import { spawn } from 'node:child_process';

import { ROOT } from './lib/paths';
import { program } from './lib/program';

const script = (file: string) => [[process.execPath, '--import', 'tsx', file]];
const inJest = (...args: string[]) => [process.execPath, 'node_modules/jest/bin/jest.js', ...args];
// An option must separate the project from the files: jest reads all words after a project as projects.
const project = (name: string, ...args: string[]) =>
	inJest('--selectProjects', name, '--maxWorkers', '2', ...args);

const folders = (...names: string[]) => names.map((name) => `test/${name}`);

/** The commands of each tool, run one after the other. Arguments after the name go to each. */
const TOOLS: Record<string, string[][]> = {
	bench: script('bench/run.ts'),
	clean: script('scripts/clean.ts'),
	dialects: [
		project('fast', ...folders('engine/operations', 'engine/waiting', 'engine/triggers')),
		project('e2e', ...folders('e2e/operations', 'e2e/waiting', 'e2e/triggers')),
	],
	faults: [project('faults', '--runInBand')],
	fetch: script('sandbox/fetch.ts'),
	forms: [project('e2e', 'test/e2e/browser/forms')],
	load: [project('load')],
	long: [project('long', '--runInBand')],
	motion: script('scripts/motion.ts'),
	mutants: script('scripts/mutants.ts'),
	mutate: script('scripts/mutate.ts'),
	pack: script('scripts/tools.ts'),
	planted: [inJest('test/engine/secrets/answers')],
	refusals: script('scripts/refusals.ts'),
	release: script('scripts/release.ts'),
	reports: script('test/reports/list/main.ts'),
	scaling: script('bench/scaling.ts'),
	screenshots: script('scripts/screenshots.ts'),
	site: [[process.execPath, 'node_modules/vitepress/bin/vitepress.js', 'build', 'docs']],
	soak: script('bench/soak.ts'),
	updates: script('bench/updates.ts'),
	versions: script('scripts/versions.ts'),
};

const SETTINGS: Record<string, Record<string, string>> = {
	dialects: { EMULATOR_DIALECT: 'telegram' },
	forms: { ALL_FORMS: '1' },
	planted: { PLANTED: '1' },
};

function run([command = '', ...args]: string[], settings: Record<string, string> = {}) {
	const env = { ...process.env, ...settings };
	const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env });
	return new Promise<number>((resolve) => {
		child.on('close', (code) => resolve(code ?? 1));
	});
}

program(async () => {
	const [name = '', ...rest] = process.argv.slice(2);
	// npm takes only the first `--` out of `npm run tool -- mutate -- --sample 300`.
	const given = rest[0] === '--' ? rest.slice(1) : rest;
	if (!Object.hasOwn(TOOLS, name)) {
		throw new Error(`npm run tool -- NAME, with one of: ${Object.keys(TOOLS).join(', ')}`);
	}
	for (const command of TOOLS[name]!) {
		process.exitCode = await run([...command, ...given], SETTINGS[name]);
		if (process.exitCode !== 0) return;
	}
});
