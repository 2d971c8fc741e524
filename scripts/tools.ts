/** `npm run tool -- pack` packs the emulator, chat page and check as a separate package, in `dist-tools/`. */
import { relative } from 'node:path';

import { ROOT, TOOLS_FOLDER } from './lib/paths';
import { program } from './lib/program';
import { packTools } from './tools/build';

program(async () => {
	const archive = await packTools(TOOLS_FOLDER);
	console.log(`Packed: ${relative(ROOT, archive)}`);
});
