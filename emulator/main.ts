import { parseArgs } from 'node:util';

import { DEFAULTS, startEmulator } from '.';
import { DEFAULT_SETTINGS, UNKNOWN_PARAMETERS } from './entities';

const DEFAULT_PORT = '8081';

function unknownParametersOf(given: string | undefined) {
	if (given === undefined) return DEFAULT_SETTINGS.unknownParameters;
	const choice = UNKNOWN_PARAMETERS.find((known) => known === given);
	if (choice) return choice;
	const choices = UNKNOWN_PARAMETERS.join(' or ');
	throw new Error(`--unknown-parameters takes ${choices}, not "${given}"`);
}

/** Runs the emulator by itself: `npm run emulator`, with `-- --port 9000` for another port. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { port: { type: 'string' }, 'unknown-parameters': { type: 'string' } },
	});
	const { EMULATOR_PORT, EMULATOR_UNKNOWN_PARAMETERS } = process.env;
	const port = Number(values.port ?? EMULATOR_PORT ?? DEFAULT_PORT);
	const unknownParameters = unknownParametersOf(
		values['unknown-parameters'] ?? EMULATOR_UNKNOWN_PARAMETERS,
	);
	const { url, close } = await startEmulator({ port, settings: { unknownParameters } });
	const { token, chats } = DEFAULTS;
	console.log(`Emulator:  ${url}
Chats:     ${url}/_emulator/chat
Bot token: ${token}
Chat ID:   ${chats.demoGroup} (Demo Group)

Try it:
  curl "${url}/bot${token}/sendMessage" -d chat_id=${chats.demoGroup} -d text=Hello
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
