import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { packageFolder } from '../../sandbox/lib/n8n';
import { ROOT } from '../../scripts/lib/paths';
import type { Processes } from '../../scripts/lib/processes';
import { useEmulator } from '../support/emulator';
import { expectEveryNode, expectToRun } from './support/loaded';
import { useOwnN8n } from './support/n8n';

/** Packs the package as for publishing, and installs the tarball where n8n keeps its packages. */
async function installTarball(folder: string, processes: Processes): Promise<void> {
	const npm = async (args: string[], cwd: string) => {
		await processes.run(`npm ${args[0]}`, 'npm', args, {
			cwd,
			env: process.env,
			logFile: join(folder, `npm-${args[0]}.log`),
		});
	};
	const nodes = join(folder, '.n8n/nodes');
	mkdirSync(nodes, { recursive: true });
	await npm(['pack', '--pack-destination', nodes], ROOT);
	const [tarball] = readdirSync(nodes).filter((name) => name.endsWith('.tgz'));
	// Like n8n, without the peer n8n-workflow: the package uses the one of its n8n.
	await npm(['install', '--legacy-peer-deps', '--no-audit', `./${tarball}`], nodes);
}

const emulator = useEmulator();
const n8n = useOwnN8n(installTarball);

describe('the packed package in n8n', () => {
	test('installs no other package', () => {
		expect(
			readdirSync(join(packageFolder(n8n.folder), '..')).filter((name) => !name.startsWith('.')),
		).toEqual(['n8n-nodes-bot-messaging']);
	});

	test('is loaded under its real name, with every node that it lists', async () => {
		await expectEveryNode(n8n);
	});

	test('runs', async () => {
		await expectToRun(n8n, emulator);
	});
});
