import { join } from 'node:path';

import { DATA_FOLDER, ROOT } from './paths';
import type { Processes } from './processes';

/** Builds the package into `dist/`. Throws with what the compiler says when that does not work. */
export async function build(processes: Processes): Promise<void> {
	await processes.run('npm run build', 'npm', ['run', 'build'], {
		cwd: ROOT,
		env: process.env,
		logFile: join(DATA_FOLDER, 'build.log'),
	});
}
