/**
 * `npm run tool -- mutate`: changes the nodes in thousands of small ways, one at a time, and says which of
 * the changes no test finds. `-- api sources/webhook/server.ts:20-40` only there, `--tests
 * test/engine/waiting` with these tests alone, `--static` also in what runs when a file is loaded,
 * `--sample 300` makes so many changes by chance (others with another `--seed`). The report is in
 * .data/mutation.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ROOT } from './lib/paths';
import { program } from './lib/program';

const NODES = 'nodes/BotMessaging';
const FOLDERS = [
	'api',
	'engine',
	'update',
	'moderation',
	'callbackData',
	'questions',
	'memory',
	'commandList',
	'triggers',
	'lists',
];

/** Tables for the form: a test could only repeat them. */
const TABLES = ['fields', '*Fields', 'hints'].map((name) => `!${NODES}/**/${name}.ts`);

function filesIn(place: string): string {
	const path = join(NODES, place);
	const isFolder = statSync(join(ROOT, path), { throwIfNoEntry: false })?.isDirectory();
	return isFolder ? `${path}/**/*.ts` : path;
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			tests: { type: 'string', multiple: true },
			static: { type: 'boolean' },
			sample: { type: 'string' },
			seed: { type: 'string', default: '1' },
		},
	});
	const places = positionals.length > 0 ? positionals : FOLDERS;
	const files = [...places.map(filesIn), ...TABLES];
	const config = 'scripts/mutation/stryker.config.cjs';
	const { status } = spawnSync('npx', ['stryker', 'run', config, '--mutate', files.join(',')], {
		cwd: ROOT,
		stdio: 'inherit',
		env: {
			...process.env,
			...(values.tests && { MUTATION_TESTS: values.tests.join(' ') }),
			...(values.static && { MUTATION_STATIC: 'yes' }),
			...(values.sample && { MUTATION_SAMPLE: values.sample, MUTATION_SEED: values.seed }),
		},
	});
	process.exitCode = status ?? 1;
}

program(main);
