import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// n8n-core reads these while it is loaded, so this module is imported before it.
const folder = mkdtempSync(path.join(tmpdir(), 'bot-messaging-engine-'));
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_ENCRYPTION_KEY ??= 'engine-tests-only';
process.env.N8N_LOG_LEVEL ??= 'silent';

const remove = () => rmSync(folder, { recursive: true, force: true });
// Jest does not tell a test file that the process ends; a script that is run by itself has no jest.
if (typeof afterAll === 'function') afterAll(remove);
else process.once('exit', remove);
