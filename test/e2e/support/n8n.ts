import { mkdtempSync, rmSync } from 'node:fs';
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

/**
 * Starts a fresh n8n before the tests of a file and ends it after them, with its data. `install`
 * puts the package into its folder; without it, the package is linked as `npm start` does. `settings` are
 * variables of its environment.
 */
export function useN8n(
	install: (folder: string, processes: Processes) => void | Promise<void> = linkPackage,
	settings: Record<string, string> = {},
): TestN8n {
	const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-n8n-'));
	const processes = new Processes();
	let n8n: N8n;
	beforeAll(async () => {
		await install(folder, processes);
		const port = await freePort();
		n8n = await startN8n(processes, { folder, port, owner: ownerOf(folder), settings });
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
