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
 * A port on loopback that nobody uses. It is not one that the system gives away by itself: a program
 * may listen on it only a minute later, when n8n has come up.
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

/** A port that somebody wants, what for, and the environment variable that chooses another. */
export interface WantedPort {
	port: number;
	what: string;
	variable: string;
}

/** Throws an error that names the port, unless it can be listened on. */
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
 * The port of a program: what its variable sets, or else its usual one, or a free one if another program
 * uses that. Throws an error that names the port if a set one cannot be listened on.
 */
export async function portFor({ port, what, variable }: WantedPort): Promise<number> {
	const set = process.env[variable];
	const wanted = set ? Number(set) : port;
	if (set) await demandFree({ port: wanted, what, variable });
	else if (await isTaken(wanted)) return await freePort();
	return wanted;
}
