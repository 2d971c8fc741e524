import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Ends a process and its children. */
function end(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// It has ended with the process of jest that began it.
	}
}

/** After the last test file, ends and removes the n8n of each jest process. */
export default function globalTeardown(): void {
	const { SHARED_N8N: folder } = process.env;
	if (folder === undefined) return;
	for (const name of readdirSync(folder)) {
		const file = join(folder, name, 'pid');
		if (existsSync(file)) end(Number(readFileSync(file, 'utf8')));
	}
	rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
}
