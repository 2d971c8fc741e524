import { resolve } from 'node:path';

import { name } from '../../package.json';

export const ROOT = resolve(__dirname, '../..');

/** Holds the pinned n8n. */
export const SANDBOX = resolve(ROOT, 'sandbox');

/** The folder whose `node_modules` holds the n8n to run: the pinned one, unless told otherwise. */
export const N8N_HOME = resolve(process.env.BOT_MESSAGING_N8N ?? SANDBOX);

export const PACKAGE_NAME = name;

/** Where the package of tools is built. */
export const TOOLS_FOLDER = resolve(ROOT, 'dist-tools');

/** Everything that n8n, the emulator and the scripts write while they run; `npm run tool -- clean` removes it. */
export const DATA_FOLDER = resolve(process.env.BOT_MESSAGING_DATA ?? resolve(ROOT, '.data'));
