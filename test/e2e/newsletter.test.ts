import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { linkPackage, startN8n, type N8n } from '../../scripts/lib/n8n';
import { ownerOf } from '../../scripts/lib/owner';
import { freePort } from '../../scripts/lib/ports';
import { Processes } from '../../scripts/lib/processes';
import { useEmulator } from '../support/emulator';
import { newsletter } from './examples/newsletter';
import { sceneOf } from './examples/scene';
import { peopleOf } from './support/people';

const emulator = useEmulator();
const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-newsletter-'));
const processes = new Processes();
let n8n: N8n;

const start = async () => {
	n8n = await startN8n(processes, { folder, port: await freePort(), owner: ownerOf(folder) });
};

beforeAll(async () => {
	linkPackage(folder);
	await start();
});
afterAll(async () => {
	await processes.stopAll();
	rmSync(folder, { recursive: true, force: true });
});

/** Ends n8n in the middle of whatever it does. */
const kill = async () => {
	process.kill(Number(n8n.process.pid), 'SIGKILL');
	await n8n.process.ended;
};

const running = {
	get url() {
		return n8n.url;
	},
	get rest() {
		return n8n.rest;
	},
};

describe('newsletter', () =>
	newsletter(sceneOf(emulator, running, peopleOf(emulator)), { kill, start }));
