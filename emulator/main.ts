import { parseArgs } from 'node:util';

import { startEmulator, type Emulator } from '.';
import { chooseDialect } from './dialects/choose';
import { defaultsIn } from './dialects/groups';
import { DEFAULT_SETTINGS, METHOD_PRESETS, UNKNOWN_PARAMETERS } from './world/entities';
import { findMethod } from './methods';

const DEFAULT_PORT = '8081';

/** Checks the value of an option. Throws if it is not one of the choices. */
function choiceOf<T extends string>(option: string, choices: readonly T[], given: string): T {
	const choice = choices.find((known) => known === given);
	if (choice) return choice;
	throw new Error(`--${option} takes ${choices.join(' or ')}, not "${given}"`);
}

/** Splits a comma-separated list of names. */
const namesIn = (given: string): string[] =>
	given
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);

/** Splits comma-separated method names. Throws for a method that the emulator does not know. */
function missingMethodsOf(given: string): string[] {
	return namesIn(given).map((name) => {
		const found = findMethod(name);
		if (!found) throw new Error(`--missing-methods: there is no method "${name}"`);
		return found.name;
	});
}

/** Runs the emulator on its own: `npm run emulator`, with `-- --port 9000` for another port. */
async function main(): Promise<Emulator> {
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
	const dialect = chooseDialect(values.dialect ?? EMULATOR_DIALECT ?? 'safew');
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
	const emulator = await startEmulator({ port, hosts, settings });
	const { url, close } = emulator;
	const { token, chats } = defaultsIn(dialect);
	console.log(`Emulator:  ${url}
Chats:     ${url}/_emulator/chat
Bot token: ${token}
Chat ID:   ${chats.demoGroup} (Demo Group)

Try it:
  curl "${url}/bot${token}/sendMessage" -d chat_id=${chats.demoGroup} -d text=Hello
  curl "${url}/_emulator/state"`);
	// A signal handler cannot wait, but Node stays up until the close is done.
	const end = () => void close().then(() => process.exit(0));
	process.once('SIGINT', end);
	process.once('SIGTERM', end);
	return emulator;
}

/** The running emulator, or nothing if it could not start. */
export const started = main().catch((error: NodeJS.ErrnoException) => {
	console.error(
		error.code === 'EADDRINUSE'
			? `The emulator cannot start: its port is taken. ${error.message}. Choose another with --port 9000`
			: `The emulator cannot start: ${error.message}`,
	);
	process.exitCode = 1;
	return undefined;
});
