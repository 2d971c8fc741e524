import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { buildSync } from 'esbuild';

const FOLDER = path.join(__dirname, '../../node_modules/.cache/programs');
const PRELOAD = path.join(__dirname, '../../test/support/bundled/preload.cjs');

/** The arguments for each program that this test file used. */
const programs = new Map<string, string[]>();

/** Bundles a program. The file is named after its content, so that test files can share it. */
function bundled(source: string): string {
	const { outputFiles } = buildSync({
		entryPoints: [source],
		bundle: true,
		platform: 'node',
		packages: 'external',
		write: false,
		logLevel: 'error',
	});
	const text = outputFiles.map((file) => file.text).join('');
	const file = path.join(FOLDER, `${createHash('sha256').update(text).digest('hex')}.cjs`);
	if (existsSync(file)) return file;
	mkdirSync(FOLDER, { recursive: true });
	writeFileSync(`${file}.${process.pid}`, text);
	renameSync(`${file}.${process.pid}`, file);
	return file;
}

/**
 * The arguments for Node to run a program of the tests, before the program's own. The program is
 * bundled, because Node takes two seconds to load its parts one by one.
 *
 * @param source its TypeScript file
 */
export function programOf(source: string): string[] {
	const known = programs.get(source) ?? ['--require', PRELOAD, bundled(source)];
	programs.set(source, known);
	return known;
}
