import { build } from '../../../scripts/lib/build';
import { ensureN8n } from '../../../scripts/lib/install';
import { Processes } from '../../../scripts/lib/processes';

/** Before the first test file: the pinned n8n is there, and `dist/` is what the sources say. */
export default async function globalSetup(): Promise<void> {
	const processes = new Processes();
	try {
		await ensureN8n(processes, (line) => process.stdout.write(`${line}\n`));
		await build(processes);
	} finally {
		await processes.stopAll();
	}
}
