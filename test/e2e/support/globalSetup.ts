import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from '../../../scripts/lib/build';
import { elsewhereUrl } from '../../../scripts/lib/elsewhere';
import { ensureN8n } from '../../../scripts/lib/install';
import { Processes } from '../../../scripts/lib/processes';

/** Before the first test file: the pinned n8n is there, and `dist/` is what the sources say. */
export default async function globalSetup(): Promise<void> {
	// It has the package installed.
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
