/** The stations of an update for CONTRIBUTING.md: their order and their words are those of the code. */
import { readFileSync } from 'node:fs';

import { ROUTE } from '../../nodes/BotMessaging/dispatch/route';

const FILE = 'nodes/BotMessaging/dispatch/route.ts';

/** Throws if a station has no comment. */
export function stations(): string {
	const code = readFileSync(FILE, 'utf8');
	const lines = ROUTE.map(({ name }) => {
		const [, words] = new RegExp(`/\\*\\* (.+) \\*/\nconst ${name}: Station`).exec(code) ?? [];
		if (words === undefined) throw new Error(`${FILE}: the station ${name} has no comment`);
		return `- \`${name}\`: ${words}`;
	});
	return lines.join('\n');
}
