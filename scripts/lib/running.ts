import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isAlive } from './turn';

/** What `npm start` writes down in its data folder while it runs. */
interface Running {
	pid: number;
	/** Where it can be opened, by name. */
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
 * Notes that this program uses a data folder: two n8n on one database destroy it. Throws an error that
 * says where the other one is, if one uses it. What a killed program left is written over.
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

/** Notes that this program has ended. */
export function unclaim(folder: string): void {
	if (readRunning(folder)?.pid === process.pid) rmSync(fileIn(folder), { force: true });
}
