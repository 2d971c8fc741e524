import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { usageOf } from '../../../bench/scaling/usage';
import { elsewhereUrl, reachElsewhere } from '../../../sandbox/lib/elsewhere';
import {
	executionsBy,
	storedExecutions,
	type StoredExecution,
} from '../../../sandbox/lib/executions';
import { linkPackage, startN8n, type N8n } from '../../../sandbox/lib/n8n';
import { ownerOf, type Account } from '../../../sandbox/lib/owner';
import { freePort } from '../../../scripts/lib/ports';
import { Processes } from '../../../scripts/lib/processes';
import type { N8nRest } from '../../../sandbox/lib/rest';

/** A running real n8n. */
export interface Reached {
	readonly url: string;
	/** Its HTTP interface, with its owner's session. */
	readonly rest: N8nRest;
}

/** A real n8n for a test file. */
export interface TestN8n extends Reached {
	/** The owner's account. */
	readonly owner: Account;
	/** The executions of a workflow that have an item, the oldest first. */
	executions(workflowId: string): Promise<StoredExecution[]>;
}

/** An n8n started by this jest process. */
export interface OwnN8n extends TestN8n {
	/** Contains everything that it writes, including its log. */
	readonly folder: string;
	/** The processor time that it has used, in milliseconds. */
	cpuMs(): number;
}

const begin = async (processes: Processes, folder: string, settings = {}): Promise<N8n> =>
	await startN8n(processes, { folder, port: await freePort(), owner: ownerOf(folder), settings });

/**
 * Starts a fresh n8n before the tests of a file, and ends and removes it after them: for tests that end n8n,
 * read its log, count or change settings. `install` puts the package into its folder; by default, the
 * package is linked as in `npm start`. `settings` are environment variables.
 */
export function useOwnN8n(
	install: (folder: string, processes: Processes) => void | Promise<void> = linkPackage,
	settings: Record<string, string> = {},
): OwnN8n {
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
		get owner() {
			return ownerOf(folder);
		},
		executions: async (id) => await storedExecutions(folder, id),
		folder,
		cpuMs: () => usageOf(n8n.process).cpuMs,
	};
}

/** The n8n of this process. Its test files share globals, but not modules. */
const ofProcess = globalThis as { sharedN8n?: Promise<TestN8n> };

/** globalTeardown.ts ends it, and removes its folder. */
async function share(): Promise<TestN8n> {
	const folder = mkdtempSync(join(process.env.SHARED_N8N!, 'n8n-'));
	linkPackage(folder);
	const { url, rest, process: running } = await begin(new Processes(), folder);
	running.unref();
	writeFileSync(join(folder, 'pid'), String(running.pid));
	const executions = async (id: string) => await storedExecutions(folder, id);
	return { url, rest, owner: ownerOf(folder), executions };
}

/** A remote n8n with the package installed, and nothing of value in it. */
async function elsewhere(url: string): Promise<TestN8n> {
	const reached = await reachElsewhere(url);
	return { ...reached, executions: async (id) => await executionsBy(reached.rest, id) };
}

/**
 * The n8n shared by the test files of a process, or the one at BOT_MESSAGING_N8N_URL: a start takes as long
 * as most files. It is emptied of workflows, credentials and data tables after each file.
 */
export function useN8n(): TestN8n {
	let n8n: TestN8n;
	beforeAll(async () => {
		const url = elsewhereUrl();
		n8n = await (ofProcess.sharedN8n ??= url ? elsewhere(url) : share());
	});
	afterAll(async () => await n8n?.rest.empty());
	return {
		get url() {
			return n8n.url;
		},
		get rest() {
			return n8n.rest;
		},
		get owner() {
			return n8n.owner;
		},
		executions: async (id) => await n8n.executions(id),
	};
}
