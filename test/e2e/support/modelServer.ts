import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { LOOPBACK } from '../../../scripts/lib/ports';

/** Starts the stand-in of a model. Resolves with its base URL, which an n8n elsewhere reaches as it does the emulator. */
export async function listen(server: Server): Promise<string> {
	const host = process.env.BOT_MESSAGING_EMULATOR_HOST ?? LOOPBACK;
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
	return `http://${host}:${(server.address() as AddressInfo).port}/v1`;
}

export async function close(server: Server): Promise<void> {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
}
