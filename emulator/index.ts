import { addApiRoutes, type Services } from './wire/api';
import { CallLog } from './wire/calls';
import { addChatPage } from './page';
import { addControlRoutes } from './control';
import { worldOf } from './dialects/groups';
import type { Settings } from './world/entities';
import { Faults } from './wire/faults';
import { Rates } from './wire/rates';
import { makeServer } from './wire/server';
import { emptyState, Store } from './world/store';
import { Updates } from './world/updates';

export { DIALECTS, type DialectName } from './dialects';
export { DEFAULTS } from './world/defaults';

export interface EmulatorOptions {
	/** 0, the default: a free one. */
	port?: number;
	host?: string;
	/** Names under which it is reached, besides `host` and the names of this machine. */
	hosts?: string[];
	settings?: Partial<Settings>;
	seed?: 'default' | 'empty';
}

export interface Emulator {
	/** E.g. `http://127.0.0.1:8081`. */
	url: string;
	port: number;
	/** Ends held polls, pushes and connections at once, and removes uploaded files. */
	close(): Promise<void>;
}

/** Starts the emulator. Rejects if the port is taken. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const { port = 0, host = '127.0.0.1', hosts = [], settings, seed = 'default' } = options;
	const store = new Store(settings);
	const services: Services = {
		store,
		updates: new Updates(store),
		faults: new Faults(),
		rates: new Rates(store),
		calls: new CallLog(),
	};
	store.load(seed === 'empty' ? emptyState() : worldOf(store.settings));

	const app = await makeServer([host, ...hosts]);
	addControlRoutes(app, services);
	addChatPage(app, services);
	addApiRoutes(app, services);
	try {
		await app.listen({ port, host });
	} catch (error) {
		store.close();
		throw error;
	}

	const address = app.server.address();
	const bound = typeof address === 'object' && address ? address.port : port;
	return {
		url: `http://${host}:${bound}`,
		port: bound,
		close: async () => {
			services.updates.stop();
			await app.close();
			store.close();
		},
	};
}
