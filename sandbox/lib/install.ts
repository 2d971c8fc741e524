import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { dependencies } from '../package.json';
import { barOf } from './firstBot';
import { DATA_FOLDER, N8N_HOME, SANDBOX } from '../../scripts/lib/paths';
import type { Processes } from '../../scripts/lib/processes';
import { nodeFolder, nodeForN8n } from './runtime';
import { inTurn } from './turn';

const PROGRESS_MS = 10_000;

/** npm is slow to end. An interrupted installation is repeated, because its stamp is missing. */
const NPM_GRACE_MS = 500;

/** An n8n in the `node_modules` of a folder, and how to install it. */
export interface Installation {
	folder: string;
	/** Arguments for npm. */
	npm: string[];
	/** It is reinstalled if this text changes. */
	recipe: string;
	/** Called every ten seconds while npm runs. */
	onProgress?(seconds: number): void;
}

/** Written last and removed first: an interrupted installation has none. */
const stampOf = (folder: string) => join(folder, 'node_modules/.complete');

const hashOf = (recipe: string) => createHash('sha256').update(recipe).digest('hex');

/** Whether the installation is complete and matches this recipe. */
export function isInstalled({ folder, recipe }: Installation): boolean {
	const stamp = stampOf(folder);
	return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(recipe);
}

/**
 * Only sqlite3 needs its install script; the other scripts only cost time. Throws if sqlite3 cannot be
 * loaded afterwards, because npm does not complain if it is set to run no scripts.
 */
async function buildSqlite(processes: Processes, folder: string): Promise<void> {
	const node = nodeFolder();
	const hasHeaders = existsSync(join(node, 'include/node/node_api.h'));
	const headers = hasHeaders ? { npm_config_nodedir: node } : {};
	const path = [join(node, 'bin'), process.env.PATH].join(delimiter);
	const options = { cwd: folder, env: { ...process.env, PATH: path, ...headers } };
	const rebuild = ['rebuild', 'sqlite3', '--ignore-scripts=false'];
	await processes.run('npm rebuild sqlite3', 'npm', rebuild, {
		...options,
		logFile: join(DATA_FOLDER, 'sqlite3.log'),
		graceMs: NPM_GRACE_MS,
	});
	await processes.run('Loading sqlite3', nodeForN8n(), ['-e', 'require("sqlite3")'], {
		...options,
		logFile: join(DATA_FOLDER, 'sqlite3-load.log'),
	});
}

/** Installs an n8n, even if it exists. Throws if npm fails. */
export async function install(
	processes: Processes,
	{ folder, npm, recipe, onProgress }: Installation,
	say: (line: string) => void,
): Promise<void> {
	const begin = Date.now();
	const tell = () => onProgress?.(Math.round((Date.now() - begin) / 1000));
	const timer = setInterval(tell, PROGRESS_MS);
	rmSync(stampOf(folder), { force: true });
	try {
		const args = [...npm, '--ignore-scripts', '--no-audit', '--no-fund'];
		await processes.run(`npm ${npm[0]}`, 'npm', args, {
			cwd: folder,
			env: process.env,
			logFile: join(DATA_FOLDER, 'install.log'),
			graceMs: NPM_GRACE_MS,
		});
	} finally {
		clearInterval(timer);
	}
	say('  Building sqlite3, which n8n keeps its data in: up to two minutes.');
	await buildSqlite(processes, folder);
	writeFileSync(stampOf(folder), hashOf(recipe));
}

const lockFile = join(SANDBOX, 'package-lock.json');

/** Names the program that is fetching n8n into this checkout. */
const TURN = join(SANDBOX, '.fetching');

/** How many of the lockfile's packages exist; those of other platforms never will. */
function countPackages(): { there: number; all: number } {
	const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as {
		packages: Record<string, { optional?: boolean }>;
	};
	const wanted = Object.entries(packages)
		.filter(([path, { optional }]) => path && !optional)
		.map(([path]) => path);
	const there = wanted.filter((path) => existsSync(join(SANDBOX, path, 'package.json')));
	return { there: there.length, all: wanted.length };
}

/** The n8n of `sandbox/`. */
const pinned = (): Installation => ({
	folder: SANDBOX,
	npm: ['ci'],
	recipe: readFileSync(lockFile, 'utf8'),
});

/** Whether there is nothing to install. An n8n named by BOT_MESSAGING_N8N is never installed. */
export const hasN8n = () => N8N_HOME !== SANDBOX || isInstalled(pinned());

/**
 * Installs the n8n of `sandbox/` with a suitable Node, unless it exists, and shows progress. Only one
 * program does so at a time; the others wait for it. Throws if npm fails.
 *
 * @param onShare called every few seconds with the installed share, from 0 to 1
 */
export async function ensureN8n(
	processes: Processes,
	say: (line: string) => void,
	onShare: (share: number) => void = () => undefined,
): Promise<void> {
	if (hasN8n()) return;
	const onWait = () => say('Another program is fetching n8n already. This one waits for it.');
	await inTurn(TURN, onWait, async () => {
		if (hasN8n()) return;
		say(`Fetching n8n ${dependencies.n8n} into sandbox/node_modules. This happens once:`);
		say('  it takes some minutes and 2.8 GB of disk.');
		const onProgress = (seconds: number) => {
			const { there, all } = countPackages();
			say(`  ${barOf(there / all)} after ${seconds} s`);
			onShare(there / all);
		};
		await install(processes, { ...pinned(), onProgress }, say);
	});
}
