/** `npm run tool -- clean` deletes all data; `npm run tool -- clean --all` also builds and downloads. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { DATA_FOLDER, ROOT, SANDBOX, TOOLS_FOLDER } from './lib/paths';

const fetched = [
	join(SANDBOX, 'node_modules'),
	join(ROOT, 'dist'),
	join(ROOT, 'dist-emulator'),
	TOOLS_FOLDER,
];
const folders = [DATA_FOLDER, ...(process.argv.includes('--all') ? fetched : [])];

for (const folder of folders) {
	rmSync(folder, { recursive: true, force: true });
	console.log(`Removed ${folder}`);
}
