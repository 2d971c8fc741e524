import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

export const LOOPBACK = '127.0.0.1';

async function listenOn(port: number): Promise<number> {
	const server = createServer().listen(port, LOOPBACK);
	await once(server, 'listening');
	const { port: given } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return given;
}

/** Below the ports that systems give to outgoing connections. */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_000;
const MOST_TRIES = 50;

/**
 * A free port on loopback, outside the range that the system assigns itself: a program may start
 * listening only a minute later, when n8n is ready.
 */
export async function freePort(): Promise<number> {
	for (let tries = 1; ; tries++) {
		try {
			return await listenOn(randomInt(FIRST_PORT, LAST_PORT));
		} catch (taken) {
			if (tries === MOST_TRIES) throw taken;
		}
	}
}

async function isTaken(port: number): Promise<boolean> {
	return await listenOn(port).then(
		() => false,
		() => true,
	);
}

/** A required port, its purpose, and the environment variable that changes it. */
export interface WantedPort {
	port: number;
	what: string;
	variable: string;
}

/** Throws an error that names the port, unless it is free. */
export async function demandFree({ port, what, variable }: WantedPort): Promise<void> {
	try {
		await listenOn(port);
	} catch (cause) {
		const { code } = cause as NodeJS.ErrnoException;
		const why = code === 'EADDRINUSE' ? 'another program uses it' : `the system says ${code}`;
		throw new Error(
			`${what} needs port ${port}, but ${why}. End that program, or choose another port: ${variable}=${await freePort()} npm start`,
			{ cause },
		);
	}
}

/**
 * The port of a program: from its variable; otherwise its usual one, or a free one if that is taken. Throws
 * an error that names the port if the one from the variable is taken.
 */
export async function portFor({ port, what, variable }: WantedPort): Promise<number> {
	const set = process.env[variable];
	const wanted = set ? Number(set) : port;
	if (set) await demandFree({ port: wanted, what, variable });
	else if (await isTaken(wanted)) return await freePort();
	return wanted;
}
