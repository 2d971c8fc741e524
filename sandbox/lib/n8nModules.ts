import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { N8N_HOME } from '../../scripts/lib/paths';

const N8N_FOLDER = join(N8N_HOME, 'node_modules/n8n');

/** The program that starts n8n. */
export const N8N_BINARY = join(N8N_FOLDER, 'bin/n8n');

/** Loads one of n8n's own dependencies in n8n's version. */
export function requireOfN8n<Module>(name: string): Module {
	return createRequire(join(N8N_FOLDER, 'package.json'))(name) as Module;
}

/** Those of these modules that this n8n has: it does not start if given an unknown one. */
export const knownModules = (names: string[]) =>
	names.filter((name) => existsSync(join(N8N_FOLDER, 'dist/modules', name)));
