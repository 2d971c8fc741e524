import { DIALECTS } from '../../emulator';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import fastify from 'fastify';

import type { Services } from '../../emulator/wire/api';
import { addChatPage } from '../../emulator/page';
import { addControlRoutes } from '../../emulator/control';
import { DEFAULT_SETTINGS } from '../../emulator/world/entities';
import { FAULT_KINDS } from '../../emulator/wire/faults';
import { actSchema, faultsSchema } from '../../emulator/control/schemas';
import { Store } from '../../emulator/world/store';
import { useEmulator } from '../support/emulator';

const emulator = useEmulator();

const FOLDER = path.resolve(__dirname, '../../emulator');
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');
const readme = read('README.md');

/** The registered routes that are not part of the API: `GET /_emulator/state`. */
async function routes(): Promise<string[]> {
	const found: string[] = [];
	const app = fastify({ exposeHeadRoutes: false });
	app.addHook('onRoute', ({ method, url }) => void found.push(`${String(method)} ${url}`));
	const store = new Store();
	const services = { store } as Services;
	addControlRoutes(app, services);
	addChatPage(app, services);
	await app.close();
	store.close();
	return found;
}

/** The request of an example, as far as this test can make it without curl. */
interface Example {
	route: string;
	url: string;
	body?: string;
}

function exampleOf(line: string): Example | undefined {
	const [, kind, name, body] = /^(post|api) (\S+) '(.*)'/.exec(line) ?? [];
	if (kind === 'api') {
		const url = `${emulator.url}/bot${emulator.token}/${name}`;
		return { route: 'the API', url, body };
	}
	if (kind) {
		return { route: `POST /_emulator/${name}`, url: `${emulator.url}/_emulator/${name}`, body };
	}
	const [, flags, address, rest] = /^curl (.*?)"\$E([^"]*)"(.*)/.exec(line) ?? [];
	if (address === undefined) return undefined;
	const method = /-X (\w+)/.exec(flags)?.[1] ?? (rest.includes('-F') ? 'POST' : 'GET');
	const [, sent] = / -d '([^']*)'/.exec(rest) ?? [];
	return {
		route: `${method} ${address.split('?')[0]}`,
		url: `${emulator.url}${address}`,
		body: sent,
	};
}

const lines = readme.split('```sh').flatMap((part) => part.split('```')[0].split('\n'));
const examples = () => lines.flatMap((line) => exampleOf(line) ?? []);

test('the README has an example of every control route, and no other', async () => {
	const shown = examples().map(({ route }) => route.replace(/(files)\/.*/, '$1/:id'));
	const there = (await routes()).filter((route) => !/\/chat\/|GET \/$/.test(route));
	expect([...new Set(shown)].sort()).toEqual([...there, 'the API'].sort());
});

test('the examples run as written, one after another', async () => {
	for (const { route, url, body } of examples()) {
		const isRead = route.startsWith('GET') && !route.endsWith('/events');
		if (!body && !isRead) continue;
		const headers = { 'content-type': 'application/json' };
		const method = /^PATCH/.exec(route)?.[0] ?? 'POST';
		const response = await fetch(url, body ? { method, headers, body } : {});
		const answer = await response.text();
		expect({ route, body, status: response.status, answer }).toMatchObject({
			status: 200,
			answer: expect.not.stringContaining('"ok":false'),
		});
	}
});

const [fault] = faultsSchema.anyOf as [{ properties: object }, object];
const events = [...read('page/changes.ts').matchAll(/\| \{ type: ([^;}]*)/g)].flatMap(([, types]) =>
	[...types.matchAll(/'(\w+)'/g)].map(([, type]) => type),
);

test.each([
	['setting', Object.keys(DEFAULT_SETTINGS)],
	['kind of fault', FAULT_KINDS],
	['field of a fault', Object.keys(fault.properties)],
	['field of an act', Object.keys(actSchema.properties)],
	['event', events],
])('the README names every %s', (_what, names) => {
	expect(names.length).toBeGreaterThan(4);
	expect(names.filter((name) => !new RegExp(`["\`]${name}["\`]`).test(readme))).toEqual([]);
});

test('each dialect is named at its option, and explained in the README', () => {
	const choice = readme.split('\n').find((line) => line.includes('--dialect telegram'))!;
	const section = readme.split('## Dialects')[1];
	const names = Object.keys(DIALECTS);
	expect(names.filter((name) => !choice.includes(name))).toEqual([]);
	expect(names.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});
