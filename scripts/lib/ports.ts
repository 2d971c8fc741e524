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

/** A port on loopback that nobody uses. */
export const freePort = async () => await listenOn(0);

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
