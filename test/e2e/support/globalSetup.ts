import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from '../../../scripts/lib/build';
import { elsewhereUrl } from '../../../sandbox/lib/elsewhere';
import { ensureN8n } from '../../../sandbox/lib/install';
import { Processes } from '../../../scripts/lib/processes';

/** Before the first test file: installs the pinned n8n, and builds `dist/` if it is stale. */
export default async function globalSetup(): Promise<void> {
	// That n8n has the package installed.
	if (elsewhereUrl()) return;
	process.env.SHARED_N8N = mkdtempSync(join(tmpdir(), 'bot-messaging-shared-'));
	const processes = new Processes();
	try {
		await ensureN8n(processes, (line) => process.stdout.write(`${line}\n`));
		await build(processes);
	} finally {
		await processes.stopAll();
	}
}
