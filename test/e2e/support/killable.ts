import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { linkPackage, startN8n, type N8n } from '../../../sandbox/lib/n8n';
import { ownerOf } from '../../../sandbox/lib/owner';
import { freePort } from '../../../scripts/lib/ports';
import { Processes } from '../../../scripts/lib/processes';
import type { Reached } from './n8n';

/** An n8n that a test ends in the middle of whatever it does, and starts again. */
export interface KillableN8n extends Reached {
	kill(): Promise<void>;
	start(): Promise<void>;
}

/** Starts one before the tests of a file and ends it after them, with its data. */
export function useKillableN8n(): KillableN8n {
	const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-killable-'));
	const processes = new Processes();
	let n8n: N8n;
	let port: number | undefined;
	const start = async () => {
		// Servers push to the same address after the next start.
		port ??= await freePort();
		n8n = await startN8n(processes, { folder, port, owner: ownerOf(folder) });
	};
	beforeAll(async () => {
		linkPackage(folder);
		await start();
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
		kill: async () => {
			process.kill(Number(n8n.process.pid), 'SIGKILL');
			await n8n.process.ended;
		},
		start,
	};
}
