import { readFileSync } from 'node:fs';

import { dialectIn, DIALECTS, type Dialect, type DialectName } from '.';

/** A dialect by its name, or out of a file. Throws for another name, and for a file that holds none. */
export function chooseDialect(given: string): Dialect {
	if (Object.hasOwn(DIALECTS, given)) return DIALECTS[given as DialectName];
	const names = Object.keys(DIALECTS).join(', ');
	if (!given.endsWith('.json')) {
		throw new Error(`a dialect is ${names} or a file.json, not "${given}"`);
	}
	try {
		return dialectIn(readFileSync(given, 'utf8'));
	} catch (obstacle) {
		throw new Error(`the dialect ${given}: ${(obstacle as Error).message}`, { cause: obstacle });
	}
}
