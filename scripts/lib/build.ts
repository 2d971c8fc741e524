import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { DATA_FOLDER, ROOT } from './paths';
import type { Processes } from './processes';

/** What the build reads. */
const SOURCES = [
	'nodes',
	'credentials',
	'reference',
	'emulator',
	'gulpfile.js',
	'package.json',
	'package-lock.json',
	'tsconfig.json',
	'tsconfig.build.json',
];

/** Says of which sources the build is; cleared with it when the next one begins, and never packed. */
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
 * Builds the package into `dist/`, unless it is there and the sources are the same. So nothing is
 * taken away from under an n8n that runs with it. Throws with what the compiler says when that does
 * not work.
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
