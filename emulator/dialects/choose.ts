import { readFileSync } from 'node:fs';

import { dialectIn, DIALECTS, type Dialect, type DialectName } from '.';

/** A dialect by its name, or from a file. Throws for an unknown name and for an invalid file. */
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
