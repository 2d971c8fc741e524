import { join } from 'node:path';

import { dependencies as pinned } from '../../sandbox/package.json';
import { DATA_FOLDER, SANDBOX } from '../lib/paths';

/** An n8n that the package is tried in, and what it takes to install it. */
export interface Recipe {
	version: string;
	/** Dependencies of n8n that cannot be had as it names them, and what takes their place. */
	overrides?: Record<string, string>;
	/** The newest day of what is installed, if something newer cannot be had. */
	before?: string;
}

/** `xlsx` is a file on a host of its own; this is the newest that is a package. */
const xlsx = { xlsx: '0.18.5' };

/** Later than that, some of what n8n asks for is of a version that cannot be had. */
const before = '2026-10-12';

/** From the oldest to the newest; the pinned one is the n8n of `sandbox/`. */
export const RECIPES: Recipe[] = [
	{ version: '1.123.81', overrides: xlsx },
	{ version: '2.8.4', overrides: xlsx },
	{ version: '2.20.12', overrides: xlsx, before },
	{ version: '2.40.7', before },
	{ version: pinned.n8n },
];

/** The folder whose `node_modules` holds this n8n. */
export const folderOf = ({ version }: Recipe) =>
	version === pinned.n8n ? SANDBOX : join(DATA_FOLDER, 'versions', version);
