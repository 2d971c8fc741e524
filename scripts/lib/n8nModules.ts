import { createRequire } from 'node:module';
import { join } from 'node:path';

import { SANDBOX } from './paths';

const N8N_FOLDER = join(SANDBOX, 'node_modules/n8n');

/** The program that starts n8n. */
export const N8N_BINARY = join(N8N_FOLDER, 'bin/n8n');

/** Loads one of n8n's own dependencies, in the version that n8n uses. */
export function requireOfN8n<Module>(name: string): Module {
	return createRequire(join(N8N_FOLDER, 'package.json'))(name) as Module;
}
