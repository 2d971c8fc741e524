import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { DEFAULTS, startEmulator } from '.';
import { DIALECTS, dialectIn, type Dialect, type DialectName } from './dialects';
import { positive } from './dialects/groups';
import { DEFAULT_SETTINGS, METHOD_PRESETS, UNKNOWN_PARAMETERS } from './world/entities';
import { findMethod } from './methods';

const DEFAULT_PORT = '8081';

/** The choice that an option makes. Throws for another. */
function choiceOf<T extends string>(option: string, choices: readonly T[], given: string): T {
	const choice = choices.find((known) => known === given);
	if (choice) return choice;
	throw new Error(`--${option} takes ${choices.join(' or ')}, not "${given}"`);
}

/** Names with commas in between. */
const namesIn = (given: string): string[] =>
	given
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);

/** Method names with commas in between. Throws for one that the emulator does not know. */
function missingMethodsOf(given: string): string[] {
	return namesIn(given).map((name) => {
		const found = findMethod(name);
		if (!found) throw new Error(`--missing-methods: there is no method "${name}"`);
		return found.name;
	});
}

/** A dialect by its name, or out of a file. Throws for a file that holds none. */
function dialectOf(given: string): Dialect {
	if (Object.hasOwn(DIALECTS, given)) return DIALECTS[given as DialectName];
	const names = Object.keys(DIALECTS).join(', ');
	if (!given.endsWith('.json')) {
		throw new Error(`--dialect takes ${names} or a file.json, not "${given}"`);
	}
	try {
		return dialectIn(readFileSync(given, 'utf8'));
	} catch (obstacle) {
		throw new Error(`--dialect ${given}: ${(obstacle as Error).message}`, { cause: obstacle });
	}
}

/** Runs the emulator by itself: `npm run emulator`, with `-- --port 9000` for another port. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string' },
			hosts: { type: 'string' },
			'unknown-parameters': { type: 'string' },
			methods: { type: 'string' },
			'missing-methods': { type: 'string' },
			dialect: { type: 'string' },
		},
	});
	const { EMULATOR_PORT, EMULATOR_UNKNOWN_PARAMETERS, EMULATOR_METHODS } = process.env;
	const { EMULATOR_HOSTS, EMULATOR_MISSING_METHODS, EMULATOR_DIALECT } = process.env;
	const port = Number(values.port ?? EMULATOR_PORT ?? DEFAULT_PORT);
	const dialect = dialectOf(values.dialect ?? EMULATOR_DIALECT ?? 'safew');
	const settings = {
		dialect,
		unknownParameters: choiceOf(
			'unknown-parameters',
			UNKNOWN_PARAMETERS,
			values['unknown-parameters'] ??
				EMULATOR_UNKNOWN_PARAMETERS ??
				DEFAULT_SETTINGS.unknownParameters,
		),
		methods: choiceOf(
			'methods',
			METHOD_PRESETS,
			values.methods ?? EMULATOR_METHODS ?? DEFAULT_SETTINGS.methods,
		),
		missingMethods: missingMethodsOf(values['missing-methods'] ?? EMULATOR_MISSING_METHODS ?? ''),
	};
	const hosts = namesIn(values.hosts ?? EMULATOR_HOSTS ?? '');
	const { url, close } = await startEmulator({ port, hosts, settings });
	const { token, chats } = DEFAULTS;
	const group = dialect.groupIds === 'positive' ? positive(chats.demoGroup) : chats.demoGroup;
	console.log(`Emulator:  ${url}
Chats:     ${url}/_emulator/chat
Bot token: ${token}
Chat ID:   ${group} (Demo Group)

Try it:
  curl "${url}/bot${token}/sendMessage" -d chat_id=${group} -d text=Hello
  curl "${url}/_emulator/state"`);
	// A signal handler cannot wait, but Node stays until this has ended it.
	const end = () => void close().then(() => process.exit(0));
	process.once('SIGINT', end);
	process.once('SIGTERM', end);
}

main().catch((error: NodeJS.ErrnoException) => {
	console.error(
		error.code === 'EADDRINUSE'
			? `The emulator cannot start: its port is taken. ${error.message}. Choose another: npm run emulator -- --port 9000`
			: `The emulator cannot start: ${error.message}`,
	);
	process.exitCode = 1;
});
