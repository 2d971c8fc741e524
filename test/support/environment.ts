import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// n8n-core reads these on load, so import this module first. In jest, `bundled/environment.cjs` sets them
// once for all test files of a process.
if (typeof afterAll !== 'function') {
	const folder = mkdtempSync(path.join(tmpdir(), 'bot-messaging-engine-'));
	process.env.N8N_USER_FOLDER = folder;
	process.env.N8N_ENCRYPTION_KEY ??= 'engine-tests-only';
	process.env.N8N_LOG_LEVEL ??= 'silent';
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
