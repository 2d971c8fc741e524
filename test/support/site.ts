import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ROOT } from '../../scripts/lib/paths';

/** Builds the site as `npm run tool -- site` does, into a folder that is removed after the tests. */
export function useSite(env: Record<string, string> = {}): { readonly folder: string } {
	const site = { folder: '' };

	beforeAll(async () => {
		site.folder = mkdtempSync(join(tmpdir(), 'site-'));
		const tool = ['--import', 'tsx', 'scripts/tool.ts', 'site', '--outDir', site.folder];
		const options = { cwd: ROOT, env: { ...process.env, ...env } };
		await promisify(execFile)(process.execPath, tool, options);
	});

	afterAll(() => rmSync(site.folder, { recursive: true, force: true }));

	return site;
}
