import type { FastifyInstance } from 'fastify';

import { Acts, type Act, type ActResult } from '../world/act';
import type { Services } from '../wire/api';
import { worldOf } from '../dialects/groups';
import { DEFAULTS } from '../world/defaults';
import type { Settings } from '../world/entities';
import { addEventRoute } from './events';
import type { Fault } from '../wire/faults';
import { MOST_STATE_BYTES } from '../wire/limits';
import { offeredMethods } from '../methods';
import { migrate } from '../world/migration';
import { Moderators } from '../world/moderators';
import {
	actSchema,
	callsSchema,
	clockSchema,
	faultsSchema,
	inlineSchema,
	personSchema,
	resetSchema,
	seedSchema,
	settingsSchema,
	snapshotSchema,
} from './schemas';
import { fromSnapshot, withSeed, type Seed } from '../world/seed';
import { emptyState, type State, type Store } from '../world/store';
import { Visits } from '../world/visits';

function change(store: Store, given: Partial<Settings>): Settings {
	const dialect = { ...store.settings.dialect, ...given.dialect };
	return Object.assign(store.settings, given, { dialect });
}

const large = { bodyLimit: MOST_STATE_BYTES };

function addStateRoutes(app: FastifyInstance, services: Services) {
	const { store, updates, faults, rates, calls } = services;
	const load = (state: State) => {
		store.load(state);
		updates.reset();
		return { ok: true };
	};
	app.post('/_emulator/reset', { schema: { body: resetSchema } }, (request) => {
		const body = (request.body ?? {}) as { seed?: string; settings?: Partial<Settings> };
		const { seed, settings = {} } = body;
		change(store, settings);
		faults.clear();
		calls.reset();
		rates.clear();
		updates.deliveries.length = 0;
		return load(seed === 'empty' ? emptyState() : worldOf(store.settings));
	});
	app.post('/_emulator/seed', { ...large, schema: { body: seedSchema } }, (request) =>
		load(withSeed(store.state, request.body as Seed)),
	);
	app.get('/_emulator/snapshot', () => store.state);
	app.put('/_emulator/snapshot', { ...large, schema: { body: snapshotSchema } }, (request) =>
		load(fromSnapshot(request.body as State)),
	);
	app.get('/_emulator/state', () => {
		const { bots, ...state } = store.state;
		for (const { chat_id, user_id } of state.members) store.member(chat_id, user_id);
		return { ...state, bots: bots.map(({ token: _token, ...bot }) => bot) };
	});
	app.get('/_emulator/defaults', () => DEFAULTS);
	app.get('/_emulator/methods', () => offeredMethods(store.settings));
	app.post('/_emulator/clock', { schema: { body: clockSchema } }, (request) => {
		store.state.clock_ahead += (request.body as { advance_seconds: number }).advance_seconds;
		store.changed('clock', { clock_ahead: store.state.clock_ahead });
		return { now: store.now() };
	});
}

function addTrafficRoutes(app: FastifyInstance, { store, updates, faults, calls }: Services) {
	app.get('/_emulator/calls', { schema: { querystring: callsSchema } }, (request) => {
		const { method, limit } = request.query as { method?: string; limit?: string };
		return calls.list(method, limit === undefined ? undefined : Number(limit));
	});
	app.delete('/_emulator/calls', () => {
		calls.clear();
		return { ok: true };
	});
	app.get('/_emulator/deliveries', () => updates.deliveries);
	app.get('/_emulator/settings', () => store.settings);
	app.patch('/_emulator/settings', { schema: { body: settingsSchema } }, (request) =>
		change(store, request.body as Partial<Settings>),
	);
	app.get('/_emulator/faults', () => faults.list());
	app.post('/_emulator/faults', { schema: { body: faultsSchema } }, (request) => {
		faults.add([request.body as Fault | Fault[]].flat());
		return faults.list();
	});
	app.delete('/_emulator/faults', () => {
		faults.clear();
		return { ok: true };
	});
}

function addActRoutes(app: FastifyInstance, { store, updates }: Services) {
	const acts = new Acts(store, updates);
	const visits = new Visits(store, updates);
	const moderators = new Moderators(store, updates);
	const doings: Record<string, (act: Act) => ActResult> = {
		message: (act) => acts.message(act),
		edit: (act) => acts.edit(act),
		press: (act) => acts.press(act),
		react: (act) => acts.react(act),
		join: (act) => visits.join(act),
		join_request: (act) => visits.askToJoin(act),
		leave: (act) => visits.leave(act),
		mute: (act) => moderators.mute(act),
		ban: (act) => moderators.ban(act),
		free: (act) => moderators.free(act),
		migrate: (act) => migrate(store, updates, act),
	};
	app.post('/_emulator/act/inline', { schema: { body: inlineSchema } }, (request) =>
		acts.inline(request.body as Parameters<Acts['inline']>[0]),
	);
	app.post('/_emulator/act/person', { schema: { body: personSchema } }, (request): ActResult => {
		const { first_name } = request.body as { first_name: string };
		return { ok: true, user_id: store.addPerson(first_name).id };
	});
	for (const [kind, carryOut] of Object.entries(doings)) {
		app.post(`/_emulator/act/${kind}`, { schema: { body: actSchema } }, (request) =>
			carryOut(request.body as Act),
		);
	}
}

/** The control routes, which are not part of the API. README.md in this folder describes them. */
export function addControlRoutes(app: FastifyInstance, services: Services): void {
	addStateRoutes(app, services);
	addTrafficRoutes(app, services);
	addActRoutes(app, services);
	addEventRoute(app, services);
	app.get('/healthz', () => ({ ok: true }));
}
