import type { FastifyInstance } from 'fastify';

import { Acts, type Act } from './act';
import type { Services } from './api';
import { coverage } from './coverage';
import { DEFAULTS, defaultState } from './defaults';
import type { Settings } from './entities';
import type { Fault } from './faults';
import { badRequest, Refusal } from './refusal';
import { emptyState, type State } from './store';

const LISTS = ['bots', 'users', 'chats', 'members', 'messages', 'files', 'games'] as const;

/** What a seed may leave out of a bot or a message. */
function completed(list: (typeof LISTS)[number], entry: object): object {
	if (list === 'bots') return { next_update_id: 1, updates: [], ...entry };
	if (list === 'messages') return { date: Math.floor(Date.now() / 1000), deleted: false, ...entry };
	return entry;
}

/** Adds what a seed lists to a state. Throws 400 for a list that does not exist. */
function seeded(state: State, seed: Partial<Record<(typeof LISTS)[number], object[]>>): State {
	const next = structuredClone(state);
	for (const [name, entries] of Object.entries(seed)) {
		const list = LISTS.find((known) => known === name);
		if (!list || !Array.isArray(entries)) throw badRequest(`a seed has no list "${name}"`);
		(next[list] as object[]).push(...entries.map((entry: object) => completed(list, entry)));
	}
	return next;
}

function addStateRoutes(app: FastifyInstance, { store, updates, faults, rates, calls }: Services) {
	const load = (state: State) => {
		store.load(state);
		updates.reset();
		rates.reset();
		return { ok: true };
	};
	app.post('/_emulator/reset', (request) => {
		const { seed = 'default' } = (request.body ?? {}) as { seed?: string };
		faults.clear();
		calls.clear();
		return load(seed === 'empty' ? emptyState() : defaultState());
	});
	app.post('/_emulator/seed', (request) => load(seeded(store.state, request.body as object)));
	app.get('/_emulator/snapshot', () => store.state);
	app.put('/_emulator/snapshot', (request) => load(request.body as State));
	app.get('/_emulator/state', () => {
		const { bots, ...state } = store.state;
		for (const { chat_id, user_id } of state.members) store.member(chat_id, user_id);
		return { ...state, bots: bots.map(({ token: _token, ...bot }) => bot) };
	});
	app.get('/_emulator/defaults', () => DEFAULTS);
	app.get('/_emulator/coverage', () => coverage);
	app.post('/_emulator/clock', (request) => {
		const { advance_seconds: seconds } = request.body as { advance_seconds?: number };
		store.state.clock_ahead += seconds ?? 0;
		return { now: store.now() };
	});
}

function addTrafficRoutes(app: FastifyInstance, { store, updates, faults, calls }: Services) {
	app.get('/_emulator/calls', (request) => {
		const { method, limit } = request.query as { method?: string; limit?: string };
		return calls.list(method, limit ? Number(limit) : undefined);
	});
	app.delete('/_emulator/calls', () => {
		calls.clear();
		return { ok: true };
	});
	app.get('/_emulator/deliveries', () => updates.deliveries);
	app.get('/_emulator/settings', () => store.settings);
	app.patch('/_emulator/settings', (request) => {
		const patch = request.body as Partial<Settings>;
		const unknown = Object.keys(patch).find((name) => !(name in store.settings));
		if (unknown) throw badRequest(`there is no setting "${unknown}"`);
		return Object.assign(store.settings, patch);
	});
	app.get('/_emulator/faults', () => faults.list());
	app.post('/_emulator/faults', (request) => {
		faults.add([request.body as Fault | Fault[]].flat());
		return faults.list();
	});
	app.delete('/_emulator/faults', () => {
		faults.clear();
		return { ok: true };
	});
}

/** Server-sent events of every change, for whoever wants to watch. */
function addEventRoute(app: FastifyInstance, { store }: Services) {
	app.get('/_emulator/events', (request, reply) => {
		reply.hijack();
		reply.raw.writeHead(200, {
			'content-type': 'text/event-stream',
			'cache-control': 'no-store',
		});
		reply.raw.write(': ready\n\n');
		const tell = (change: object) => reply.raw.write(`data: ${JSON.stringify(change)}\n\n`);
		store.on('change', tell);
		request.raw.socket.once('close', () => store.off('change', tell));
	});
}

/** The control routes, apart from the API: described in README.md beside this file. */
export function addControlRoutes(app: FastifyInstance, services: Services): void {
	const acts = new Acts(services.store, services.updates);
	addStateRoutes(app, services);
	addTrafficRoutes(app, services);
	addEventRoute(app, services);
	for (const kind of ['message', 'edit', 'press', 'join', 'leave'] as const) {
		app.post(`/_emulator/act/${kind}`, (request) => acts[kind](request.body as Act));
	}
	app.get('/healthz', () => ({ ok: true }));
	app.setErrorHandler(async (error, _request, reply) => {
		const code = error instanceof Refusal ? error.code : 400;
		return await reply
			.code(code)
			.send({ ok: false, error_code: code, description: (error as Error).message });
	});
}
