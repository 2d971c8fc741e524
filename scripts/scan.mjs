/**
 * Part of `npm run lint`: runs n8n's scanner on the sources, and on the packed file as npm publishes it. The
 * scanner itself takes only packages from npm's registry with provenance, so this runs its two halves.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');

/** The inputs of the packed file. */
const PARTS =
	'package.json gulpfile.js scripts/bundle.cjs README.md LICENSE.md nodes credentials reference'.split(
		' ',
	);

/** The files that the scanner reads in a package. */
const PACKED = ['**/*.js', 'package.json'];

/** Builds, packs and unpacks in a copy: a running n8n may have loaded the build of this folder. */
function packIn(folder) {
	const copy = path.join(folder, 'copy');
	const packed = path.join(folder, 'packed');
	for (const part of PARTS)
		cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
	symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
	const run = (...command) => execFileSync(command[0], command.slice(1), { cwd: copy });
	run(process.execPath, 'node_modules/gulp/bin/gulp.js', 'bundle');
	const [{ filename }] = JSON.parse(run('npm', 'pack', '--json'));
	mkdirSync(packed);
	run('tar', '-xzf', filename, '-C', packed, '--strip-components=1');
	return packed;
}

const folder = mkdtempSync(path.join(tmpdir(), 'scan-'));
try {
	const results = [
		await analyzePackage(ROOT, SOURCE_FILE_PATTERNS),
		await analyzePackage(packIn(folder), PACKED),
	];
	for (const { passed, message, details } of results) {
		if (passed) continue;
		console.error(`n8n's scanner: ${message}\n${details ?? ''}`);
		process.exitCode = 1;
	}
} finally {
	rmSync(folder, { recursive: true });
}
