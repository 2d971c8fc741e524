import { startEmulator, type Emulator } from '../../emulator';
import { chooseDialect } from '../../emulator/dialects/choose';
import { defaultsIn } from '../../emulator/dialects/groups';
import type { Call } from '../../emulator/wire/calls';
import type { Bot } from '../../emulator/world/entities';
import type { State } from '../../emulator/world/store';
import { ask, type Json } from './http';

export { startEmulator } from '../../emulator';
export { DIALECTS } from '../../emulator/dialects';
export type { Member, Message, StoredFile } from '../../emulator/world/entities';
export type { State } from '../../emulator/world/store';
export type { Delivery } from '../../emulator/wire/webhooks';

export type { Json } from './http';

/** The emulator's dialect: `npm run tool -- dialects` runs tests in other dialects. */
export const dialect = chooseDialect(process.env.EMULATOR_DIALECT ?? 'safew');

/** The fixed ids of the default world. */
export const DEFAULTS = defaultsIn(dialect);

/** An emulator for a test file, reached over HTTP only. */
export interface TestEmulator {
	readonly url: string;
	readonly token: string;
	readonly defaults: typeof DEFAULTS;
	/** The API calls that it received, oldest first. */
	calls(method?: string): Promise<Array<Call & { params: Json; response?: Json }>>;
	/** The emulator's whole state, without the bots' tokens. */
	state(): Promise<Omit<State, 'bots'> & { bots: Array<Omit<Bot, 'token'>> }>;
	fault(fault: object | object[]): Promise<void>;
	act(kind: string, body: object): Promise<Json>;
	settings(patch: object): Promise<void>;
	control(
		method: 'get' | 'post' | 'put' | 'patch' | 'delete',
		path: string,
		body?: object,
	): Promise<Json>;
	/** Calls the API as a plain client does; returns the HTTP status and the body. */
	api(method: string, params?: object): Promise<{ status: number; body: Json }>;
}

/** An emulator that runs already, or at least when it is first used. */
export function reach(running: () => Emulator): TestEmulator {
	const control: TestEmulator['control'] = async (method, path, body) => {
		const answer = await ask(method.toUpperCase(), `${running().url}/_emulator/${path}`, body);
		if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
		return answer.body;
	};
	return {
		get url() {
			return running().url;
		},
		token: DEFAULTS.token,
		defaults: DEFAULTS,
		calls: async (method) => await control('get', method ? `calls?method=${method}` : 'calls'),
		state: async () => await control('get', 'state'),
		fault: async (fault) => await control('post', 'faults', fault),
		act: async (kind, body) => await control('post', `act/${kind}`, body),
		settings: async (patch) => await control('patch', 'settings', patch),
		control,
		api: async (method, params = {}) =>
			await ask('POST', `${running().url}/bot${DEFAULTS.token}/${method}`, params),
	};
}

/** Starts an emulator before the tests of a file, resets it before each, and ends it after them. */
export function useEmulator(settings: object = {}): TestEmulator {
	let running: Emulator;
	let initial: object;
	const emulator = reach(() => running);
	beforeAll(async () => {
		// The address of this machine for an n8n elsewhere.
		const { BOT_MESSAGING_EMULATOR_HOST: host } = process.env;
		const httpWebhooks = host === undefined ? 'loopback' : 'anywhere';
		running = await startEmulator({ host, settings: { dialect, httpWebhooks, ...settings } });
		initial = await emulator.control('get', 'settings');
	});
	beforeEach(async () => {
		await emulator.control('post', 'reset', { settings: initial });
	});
	afterAll(async () => {
		await running?.close();
	});
	return emulator;
}
