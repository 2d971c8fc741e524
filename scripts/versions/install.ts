import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ensureN8n, install, isInstalled } from '../../sandbox/lib/install';
import { SANDBOX } from '../lib/paths';
import type { Processes } from '../lib/processes';
import { folderOf, type Recipe } from './recipes';

/** Installs an n8n next to the pinned one, unless it exists. Throws if npm fails. */
export async function ensureVersion(
	processes: Processes,
	recipe: Recipe,
	say: (line: string) => void,
): Promise<void> {
	const folder = folderOf(recipe);
	// The pinned n8n provides the Node for all versions if the system's is unsuitable.
	await ensureN8n(processes, say);
	if (folder === SANDBOX) return;
	const { version, overrides, before } = recipe;
	const wanted = { private: true, dependencies: { n8n: version }, overrides };
	const npm = ['install', ...(before ? [`--before=${before}`] : [])];
	const onProgress = (seconds: number) => {
		if (seconds % 60 < 10) say(`  ${seconds} s`);
	};
	const installation = { folder, npm, recipe: `${JSON.stringify(wanted)} ${before}`, onProgress };
	if (isInstalled(installation)) return;
	say(`Fetching n8n ${version} into ${folder}: some minutes and 2 to 3 GB.`);
	mkdirSync(folder, { recursive: true });
	// As in sandbox/: the only script that npm is to run.
	const manifest = { ...wanted, allowScripts: { sqlite3: true } };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	await install(processes, installation, say);
}

/** Removes this n8n's files; the pinned one stays. */
export function removeVersion(recipe: Recipe): void {
	const folder = folderOf(recipe);
	if (folder !== SANDBOX) rmSync(folder, { recursive: true, force: true });
}
