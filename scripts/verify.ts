/**
 * `npm run tool -- verify FILE` says from which commit a packed file comes. It packs this commit, and those
 * before it with the same version, until one gives the same bytes. If none does, it prints what differs from
 * the commit of the version's tag, or from the newest one. Exit code 1 then.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { ROOT } from './lib/paths';
import { program } from './lib/program';

const USAGE = 'Name one packed file: npm run tool -- verify n8n-nodes-bot-messaging-0.1.0.tgz';

/** Only changes of these change what is packed. */
const PACKED = [
	...[
		'nodes',
		'credentials',
		'reference',
		'gulpfile.js',
		'scripts/bundle.cjs',
		'package.json',
		'package-lock.json',
	],
	...['README.md', 'LICENSE.md'],
];

const MOST_COMMITS = 20;

const run = (cwd: string, command: string, ...args: string[]) =>
	execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const git = (...args: string[]) => run(ROOT, 'git', ...args);

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** The text of each packed file, by its path. */
function filesIn(packed: string, folder: string): Map<string, string> {
	run(folder, 'tar', '-xzf', packed);
	const names = readdirSync(folder, { recursive: true, withFileTypes: true });
	return new Map(
		names
			.filter((entry) => entry.isFile())
			.map(({ parentPath, name }) => join(parentPath, name))
			.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
	);
}

/** Runs `act` with an empty folder, which is removed afterwards. */
function inFolder<T>(act: (folder: string) => T): T {
	const folder = mkdtempSync(join(tmpdir(), 'verify-'));
	try {
		return act(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const contentOf = (packed: string) => inFolder((folder) => filesIn(packed, folder));

/** Calls `look` with the file that a commit is packed into. Uses the node_modules of this clone. */
function packed<T>(commit: string, look: (file: string) => T): T {
	return inFolder((folder) => {
		const clone = join(folder, 'clone');
		git('worktree', 'add', '--quiet', '--detach', clone, commit);
		try {
			symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
			run(clone, process.execPath, 'node_modules/gulp/bin/gulp.js', 'bundle');
			run(clone, 'npm', 'pack', '--ignore-scripts', '--pack-destination', folder);
			return look(
				join(
					folder,
					readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
				),
			);
		} finally {
			git('worktree', 'remove', '--force', clone);
		}
	});
}

/** The first line that differs in each file that differs. */
function differences(given: Map<string, string>, own: Map<string, string>): string[] {
	const names = [...new Set([...given.keys(), ...own.keys()])].sort();
	return names.flatMap((name) => {
		const [theirs, ours] = [given.get(name), own.get(name)];
		if (theirs === ours) return [];
		if (theirs === undefined) return [`${name} is missing`];
		if (ours === undefined) return [`${name} is not in the commit`];
		const lines = ours.split('\n');
		const at = theirs.split('\n').findIndex((line, index) => line !== lines[index]);
		return [`${name}, line ${at + 1}: ${theirs.split('\n')[at]?.slice(0, 200) ?? '(it ends)'}`];
	});
}

program(async () => {
	const [given, ...more] = parseArgs({ allowPositionals: true }).positionals;
	if (given === undefined || more.length > 0) throw new Error(USAGE);
	const file = resolve(given);
	const wanted = hashOf(file);
	const content = contentOf(file);
	const { version } = JSON.parse(content.get('package/package.json') ?? '{}') as {
		version?: string;
	};
	console.log(`SHA-256: ${wanted}. Version: ${version}`);
	const tagged = git('tag', '--list', `v${version}`).trim();
	const newest = git('log', `-${MOST_COMMITS}`, '--format=%H', 'HEAD', '--', ...PACKED).split('\n');
	const commits = [tagged, ...newest].filter(Boolean);
	for (const commit of commits) {
		if (!packed(commit, (own) => hashOf(own) === wanted)) continue;
		console.log(`It comes from ${git('log', '-1', '--format=%H %s', commit).trim()}`);
		return;
	}
	const nearest = commits[0]!;
	const found = packed(nearest, (own) => differences(content, contentOf(own)));
	const name = git('log', '-1', '--format=%h %s', nearest).trim();
	if (found.length === 0) {
		console.log(`It has the same files as ${name}, but was packed by another program.`);
		return;
	}
	throw new Error(
		`It comes from none of ${commits.length} commits. Beside ${name}:\n${found.join('\n')}`,
	);
});
