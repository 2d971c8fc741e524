import { join } from 'node:path';

import { dependencies as pinned } from '../../sandbox/package.json';
import { DATA_FOLDER, SANDBOX } from '../lib/paths';

/** An n8n to test the package in, and how to install it. */
export interface Recipe {
	version: string;
	/** Replacements for dependencies of n8n that are not available under their own names. */
	overrides?: Record<string, string>;
	/** Install only packages up to this day, if something newer is not available. */
	before?: string;
}

/** n8n's `xlsx` is a file on a separate host; this is the newest version in the registry. */
const xlsx = { xlsx: '0.18.5' };

/** After this day, n8n asks for a version that is not available. */
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
