import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { linkPackage, startN8n, type N8n } from '../../../scripts/lib/n8n';
import { ownerOf } from '../../../scripts/lib/owner';
import { freePort } from '../../../scripts/lib/ports';
import { Processes } from '../../../scripts/lib/processes';
import type { N8nRest } from '../../../scripts/lib/rest';

/** A real n8n for a test file. */
export interface TestN8n {
	readonly url: string;
	/** Its HTTP interface, with the session of its owner. */
	readonly rest: N8nRest;
	/** Holds all that it writes, its log included. */
	readonly folder: string;
}

const begin = async (processes: Processes, folder: string, settings = {}): Promise<N8n> =>
	await startN8n(processes, { folder, port: await freePort(), owner: ownerOf(folder), settings });

/**
 * Starts a fresh n8n before the tests of a file and ends it after them, with its data: for what ends n8n,
 * reads its log, counts or sets something. `install` puts the package into its folder; without it, the
 * package is linked as `npm start` does. `settings` are variables of its environment.
 */
export function useOwnN8n(
	install: (folder: string, processes: Processes) => void | Promise<void> = linkPackage,
	settings: Record<string, string> = {},
): TestN8n {
	const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-n8n-'));
	const processes = new Processes();
	let n8n: N8n;
	beforeAll(async () => {
		await install(folder, processes);
		n8n = await begin(processes, folder, settings);
	});
	afterAll(async () => {
		await processes.stopAll();
		rmSync(folder, { recursive: true, force: true });
	});
	return {
		get url() {
			return n8n.url;
		},
		get rest() {
			return n8n.rest;
		},
		folder,
	};
}

/** The n8n of this process. All its test files have the same globals, but modules of their own. */
const ofProcess = globalThis as { sharedN8n?: Promise<TestN8n> };

/** globalTeardown.ts ends it, and removes its folder. */
async function share(): Promise<TestN8n> {
	const folder = mkdtempSync(join(process.env.SHARED_N8N!, 'n8n-'));
	linkPackage(folder);
	const { url, rest, process: running } = await begin(new Processes(), folder);
	running.unref();
	writeFileSync(join(folder, 'pid'), String(running.pid));
	return { url, rest, folder };
}

/**
 * The n8n that the test files of a process share: a start takes as long as most files. After each file, it
 * has no workflow, credential or data table.
 */
export function useN8n(): TestN8n {
	let n8n: TestN8n;
	beforeAll(async () => {
		n8n = await (ofProcess.sharedN8n ??= share());
	});
	afterAll(async () => await n8n?.rest.empty());
	return {
		get url() {
			return n8n.url;
		},
		get rest() {
			return n8n.rest;
		},
		get folder() {
			return n8n.folder;
		},
	};
}
