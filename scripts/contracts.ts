/**
 * `npm run tool -- contracts FOLDER` writes a manifest for each operation, as n8n's node contracts have it. It
 * names each whose form does not fit the reference of the API, and ends with exit code 1 then.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { manifests } from './lib/contracts';
import { program } from './lib/program';

program(async () => {
	const [folder] = process.argv.slice(2);
	if (folder === undefined) throw new Error('Name a folder: npm run tool -- contracts FOLDER');
	const { fitting, faults, without } = manifests();
	mkdirSync(folder, { recursive: true });
	for (const manifest of fitting) {
		const text = JSON.stringify(manifest, undefined, '\t');
		writeFileSync(join(folder, `${manifest.id}.json`), `${text}\n`);
	}
	console.log(`${fitting.length} manifests are in ${folder}`);
	console.log(`None for what outputs anything: ${without.join(', ')}`);
	if (faults.length > 0) throw new Error(faults.join('\n'));
});
