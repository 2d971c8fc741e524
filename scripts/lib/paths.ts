import { resolve } from 'node:path';

import { name } from '../../package.json';

export const ROOT = resolve(__dirname, '../..');

/** Contains the pinned n8n. */
export const SANDBOX = resolve(ROOT, 'sandbox');

/** The folder with the `node_modules` of the n8n to run; by default the pinned one. */
export const N8N_HOME = resolve(process.env.BOT_MESSAGING_N8N ?? SANDBOX);

export const PACKAGE_NAME = name;

/** Output of the build of the tools package. */
export const TOOLS_FOLDER = resolve(ROOT, 'dist-tools');

/** Everything that n8n, the emulator and the scripts write while they run; `npm run tool -- clean` removes it. */
export const DATA_FOLDER = resolve(process.env.BOT_MESSAGING_DATA ?? resolve(ROOT, '.data'));
