import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isAlive } from './turn';

/** Written to the data folder while `npm start` runs. */
interface Running {
	pid: number;
	/** Addresses to open, by name. */
	places: Record<string, string>;
}

const fileIn = (folder: string) => join(folder, 'running.json');

function readRunning(folder: string): Running | undefined {
	try {
		return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Running;
	} catch {
		return undefined;
	}
}

/**
 * Claims a data folder for this program: two n8n on one database destroy it. Throws an error with the
 * other program's address if the folder is in use. Overwrites the claim of a killed program.
 */
export function claim(folder: string, places: Running['places']): void {
	const other = readRunning(folder);
	if (other && other.pid !== process.pid && isAlive(other.pid)) {
		const lines = Object.entries(other.places).map(([name, url]) => `  ${name.padEnd(8)}  ${url}`);
		throw new Error(
			[
				'npm start runs already. Open:',
				...lines,
				'To start it again, press Ctrl-C in its window first.',
			].join('\n'),
		);
	}
	writeFileSync(fileIn(folder), JSON.stringify({ pid: process.pid, places }));
}

/** Releases the data folder. */
export function unclaim(folder: string): void {
	if (readRunning(folder)?.pid === process.pid) rmSync(fileIn(folder), { force: true });
}
