import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { knownModules, N8N_BINARY } from './n8nModules';
import type { Owner } from './owner';
import { PACKAGE_NAME, ROOT } from '../../scripts/lib/paths';
import { freePort, LOOPBACK } from '../../scripts/lib/ports';
import type { Process, Processes } from '../../scripts/lib/processes';
import { N8nRest } from './rest';
import { nodeForN8n } from './runtime';

const LIFELINE = join(__dirname, 'lifeline.cjs');

/** A start takes ten seconds on an idle machine; a first start also runs all database migrations. */
const READY_WITHIN_MS = 300_000;

/** Flags for the Node that runs n8n, e.g. `--inspect`. */
const NODE_FLAGS = process.env.N8N_NODE_FLAGS?.split(' ') ?? [];

export interface N8nOptions {
	/** Contains everything that n8n writes: `.n8n/` with the database, `n8n.log`. */
	folder: string;
	port: number;
	owner: Owner;
	/** Settings of n8n in addition to the defaults here. */
	settings?: Record<string, string>;
	/** Flags for its Node besides those of N8N_NODE_FLAGS. */
	nodeFlags?: string[];
}

export interface N8n {
	url: string;
	process: Process;
	rest: N8nRest;
}

/** The folder from which n8n loads a community package, under the package's real name. */
export const packageFolder = (folder: string) =>
	join(folder, '.n8n/nodes/node_modules', PACKAGE_NAME);

/** Makes the n8n of this folder load the package from this checkout's `dist/`. */
export function linkPackage(folder: string): void {
	const link = packageFolder(folder);
	mkdirSync(dirname(link), { recursive: true });
	rmSync(link, { recursive: true, force: true });
	symlinkSync(ROOT, link, 'dir');
}

/** The environment without settings for another n8n. */
function ownEnvironment(): NodeJS.ProcessEnv {
	const foreign = /^(N8N_|DB_|EXECUTIONS_|QUEUE_|NODES_|JEST_|npm_)/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/** The environment of any process of n8n. */
export async function environment({ folder, port, owner, settings }: N8nOptions) {
	return {
		...ownEnvironment(),
		NODE_ENV: 'production',
		N8N_USER_FOLDER: folder,
		N8N_LISTEN_ADDRESS: LOOPBACK,
		N8N_HOST: LOOPBACK,
		N8N_PORT: String(port),
		// Otherwise, n8n uses New York's time zone, in chats too.
		GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		// Over plain HTTP, browsers send a secure cookie only to some loopback names.
		N8N_SECURE_COOKIE: 'false',
		N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
		N8N_INSTANCE_OWNER_EMAIL: owner.email,
		N8N_INSTANCE_OWNER_FIRST_NAME: 'Demo',
		N8N_INSTANCE_OWNER_LAST_NAME: 'Owner',
		N8N_INSTANCE_OWNER_PASSWORD_HASH: owner.passwordHash,
		// n8n asks nobody on the internet, and shows no survey or banner over the workflow.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_DISABLED_MODULES: knownModules(['mcp-registry']).join(','),
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		...settings,
	};
}

/**
 * Starts n8n on loopback and waits until it accepts requests. Throws the end of its log if it ends, or if
 * it is not ready within five minutes.
 */
export async function startN8n(processes: Processes, options: N8nOptions): Promise<N8n> {
	const { folder, port, owner, nodeFlags = [] } = options;
	const args = ['--require', LIFELINE, ...NODE_FLAGS, ...nodeFlags, N8N_BINARY, 'start'];
	const process = processes.start('n8n', nodeForN8n(), args, {
		cwd: folder,
		env: await environment(options),
		logFile: join(folder, 'n8n.log'),
	});
	const url = `http://${LOOPBACK}:${port}`;
	// Before the editor is there, routes are missing and published workflows do not run yet.
	const isReady = async () => process.output().includes('Editor is now accessible via');
	try {
		await process.whenReady(isReady, READY_WITHIN_MS);
		await N8nRest.setUpOwner(url, owner);
		return { url, process, rest: await N8nRest.logIn(url, owner) };
	} catch (obstacle) {
		await processes.end(process);
		throw obstacle;
	}
}
