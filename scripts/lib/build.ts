import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { DATA_FOLDER, ROOT } from './paths';
import type { Processes } from './processes';

/** Input of the build. */
const SOURCES = [
	'nodes',
	'credentials',
	'reference',
	'emulator',
	'gulpfile.js',
	'scripts/bundle.cjs',
	'package.json',
	'package-lock.json',
	'tsconfig.json',
	'tsconfig.build.json',
];

/** Identifies the sources of the build. Deleted when the next build begins, and never packed. */
const STAMP = join(ROOT, 'dist-emulator/.sources');

function filesIn(path: string): string[] {
	if (!statSync(path).isDirectory()) return [path];
	const names = readdirSync(path).sort();
	return names.flatMap((name) => filesIn(join(path, name)));
}

function hashOfSources(): string {
	const hash = createHash('sha256');
	for (const file of SOURCES.flatMap((source) => filesIn(join(ROOT, source)))) {
		hash.update(file).update(readFileSync(file));
	}
	return hash.digest('hex');
}

const isBuiltOf = (sources: string) =>
	existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources && existsSync(join(ROOT, 'dist'));

/**
 * Builds the package into `dist/`, unless it is up to date, so that a running n8n does not lose its files.
 * Throws the compiler's output if the build fails.
 */
export async function build(processes: Processes): Promise<void> {
	const sources = hashOfSources();
	if (isBuiltOf(sources)) return;
	await processes.run('npm run build', 'npm', ['run', 'build'], {
		cwd: ROOT,
		env: process.env,
		logFile: join(DATA_FOLDER, 'build.log'),
	});
	writeFileSync(STAMP, sources);
}
