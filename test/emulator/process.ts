import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { until } from './answers';

const ROOT = path.resolve(__dirname, '../..');

export interface EmulatorProcess {
	pid: number;
	/** Its output so far. */
	printed(): string;
	/** The address it printed. Throws when it ends without one. */
	url(): Promise<string>;
	/** Ends it as Ctrl-C does; resolves with its exit code. */
	end(): Promise<number | null>;
	/** Resolves with the exit code once it has ended by itself. */
	ended: Promise<number | null>;
	signal(name: NodeJS.Signals): void;
}

/** Starts the emulator like `npm run emulator`, as a separate process. */
export function startProcess(
	args: string[],
	nodeArgs: string[] = [],
	environment: Record<string, string> = {},
): EmulatorProcess {
	const child = spawn(
		process.execPath,
		['--import', 'tsx', ...nodeArgs, 'emulator/main.ts', ...args],
		{ cwd: ROOT, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
	);
	let printed = '';
	child.stdout.on('data', (chunk) => (printed += chunk));
	child.stderr.on('data', (chunk) => (printed += chunk));
	const ended = once(child, 'close').then(([code]) => code as number | null);
	const address = () => /Emulator:\s+(http:\S+)/.exec(printed)?.[1];
	return {
		pid: child.pid!,
		printed: () => printed,
		ended,
		signal: (name) => {
			child.kill(name);
		},
		url: async () => {
			await until(async () => address() !== undefined || child.exitCode !== null);
			const url = address();
			if (!url) throw new Error(`The emulator did not start: ${printed}`);
			return url;
		},
		end: async () => {
			child.kill('SIGINT');
			return await ended;
		},
	};
}
