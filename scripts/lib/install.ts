import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { dependencies } from '../../sandbox/package.json';
import { DATA_FOLDER, SANDBOX } from './paths';
import type { Processes } from './processes';
import { nodeFolder, nodeForN8n } from './runtime';

const PROGRESS_MS = 10_000;

const lockFile = join(SANDBOX, 'package-lock.json');

/** Written last, and removed first by `npm ci`: an interrupted installation has none. */
const stampFile = join(SANDBOX, 'node_modules/.complete');

/** What the stamp holds if the installation is whole and of this lockfile. */
const stampOfLockfile = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

const isInstalled = () =>
	existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOfLockfile();

/** How many of the lockfile's packages are there; those of other platforms never will be. */
function countPackages(): { there: number; all: number } {
	const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as {
		packages: Record<string, { optional?: boolean }>;
	};
	const wanted = Object.keys(packages).filter((path) => path && !packages[path].optional);
	const there = wanted.filter((path) => existsSync(join(SANDBOX, path, 'package.json')));
	return { there: there.length, all: wanted.length };
}

/** Says how far the installation is, every ten seconds, until the returned function is called. */
function reportProgress(say: (line: string) => void): () => void {
	const begin = Date.now();
	const timer = setInterval(() => {
		const { there, all } = countPackages();
		const seconds = Math.round((Date.now() - begin) / 1000);
		say(`  ${seconds} s: ${there} of ${all} packages are unpacked`);
	}, PROGRESS_MS);
	return () => clearInterval(timer);
}

/**
 * Only sqlite3 needs its install script; all others are left out, as they only cost time. Throws
 * when it cannot be loaded afterwards: where npm is told to run no scripts, it does not complain.
 */
async function buildSqlite(processes: Processes): Promise<void> {
	const node = nodeFolder();
	const hasHeaders = existsSync(join(node, 'include/node/node_api.h'));
	const headers = hasHeaders ? { npm_config_nodedir: node } : {};
	const path = [join(node, 'bin'), process.env.PATH].join(delimiter);
	const options = { cwd: SANDBOX, env: { ...process.env, PATH: path, ...headers } };
	const rebuild = ['rebuild', 'sqlite3', '--ignore-scripts=false'];
	await processes.run('npm rebuild sqlite3', 'npm', rebuild, {
		...options,
		logFile: join(DATA_FOLDER, 'sqlite3.log'),
	});
	await processes.run('Loading sqlite3', nodeForN8n(), ['-e', 'require("sqlite3")'], {
		...options,
		logFile: join(DATA_FOLDER, 'sqlite3-load.log'),
	});
}

/**
 * Installs the n8n of `sandbox/` with a Node that suits it, unless it is there already, and says
 * what takes so long. Throws when npm does not succeed.
 */
export async function ensureN8n(processes: Processes, say: (line: string) => void): Promise<void> {
	if (isInstalled()) return;
	say(`Fetching n8n ${dependencies.n8n} into sandbox/node_modules. This happens once:`);
	say('  it takes some minutes and 2.8 GB of disk.');
	const stopReports = reportProgress(say);
	try {
		await processes.run('npm ci', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
			cwd: SANDBOX,
			env: process.env,
			logFile: join(DATA_FOLDER, 'install.log'),
		});
	} finally {
		stopReports();
	}
	say('  Building sqlite3, which n8n keeps its data in: up to two minutes.');
	await buildSqlite(processes);
	writeFileSync(stampFile, stampOfLockfile());
}
