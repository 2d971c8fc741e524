import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startEmulator, type Emulator } from '../../emulator';
import { build } from '../../scripts/lib/build';
import { ensureCredential } from './demo';
import { ensureN8n } from './install';
import { linkPackage, startN8n, type N8n } from './n8n';
import { ownerOf, type Owner } from './owner';
import { ROOT } from '../../scripts/lib/paths';
import { freePort, LOOPBACK } from '../../scripts/lib/ports';
import { Processes } from '../../scripts/lib/processes';
import { clearingUp } from '../../scripts/lib/program';
import type { CredentialReference } from './rest';

const EMULATOR_WITHIN_MS = 60_000;

/** A fresh n8n with the current package, the emulator, and a credential for its bot. */
export interface Stage {
	n8n: N8n;
	/** Contains everything that n8n writes. */
	folder: string;
	emulator: Emulator;
	owner: Owner;
	credential: CredentialReference;
}

interface StageOptions {
	/** Starts the emulator; without it, it is in this process. */
	emulate?: typeof emulatorProcess;
	/** Flags for the Node of n8n. */
	nodeFlags?: string[];
}

async function setUp(
	processes: Processes,
	folder: string,
	emulator: Emulator,
	{ nodeFlags }: StageOptions,
): Promise<Stage> {
	await ensureN8n(processes, console.log);
	await build(processes);
	linkPackage(folder);
	const owner = ownerOf(folder);
	const n8n = await startN8n(processes, { folder, port: await freePort(), owner, nodeFlags });
	const credential = await ensureCredential(n8n.rest, emulator.url);
	return { n8n, folder, emulator, owner, credential };
}

/** An emulator as a process of its own: it shares no core with this program. */
export async function emulatorProcess(processes: Processes, folder: string): Promise<Emulator> {
	const port = await freePort();
	const args = ['--import', 'tsx', 'emulator/main.ts', '--port', String(port)];
	const logFile = join(folder, 'emulator.log');
	const options = { cwd: ROOT, env: process.env, logFile };
	const emulator = processes.start('The emulator', process.execPath, args, options);
	const url = `http://${LOOPBACK}:${port}`;
	const isReady = async () => (await fetch(`${url}/healthz`)).ok;
	await emulator.whenReady(isReady, EMULATOR_WITHIN_MS);
	return { url, port, close: async () => await processes.end(emulator) };
}

const inThisProcess = async () => await startEmulator({ port: await freePort() });

/** Starts a stage on free ports, runs `act`, and removes it all, even after Ctrl-C. */
export async function onStage(
	act: (stage: Stage) => Promise<void>,
	options: StageOptions = {},
): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-stage-'));
	const processes = new Processes();
	const emulator = await (options.emulate ?? inThisProcess)(processes, folder);
	const clear = async () => {
		await processes.stopAll();
		await emulator.close();
		rmSync(folder, { recursive: true, force: true });
	};
	const set = async () => await setUp(processes, folder, emulator, options);
	await clearingUp(async () => await act(await set()), clear);
}
