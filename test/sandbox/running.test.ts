import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { LOOPBACK, portFor } from '../../scripts/lib/ports';
import { claim, unclaim } from '../../sandbox/lib/running';

describe('a data folder', () => {
	let folder: string;
	const file = () => join(folder, 'running.json');
	const places = { chats: 'http://127.0.0.1:8081/chat', n8n: 'http://127.0.0.1:5678/' };
	beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'running-'))));
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	/** Writes the file as left by another program. */
	const leave = (pid: number) => writeFileSync(file(), JSON.stringify({ pid, places }));

	test('is free again when the program has ended', () => {
		claim(folder, places);
		expect(existsSync(file())).toBe(true);
		unclaim(folder);
		expect(existsSync(file())).toBe(false);
	});

	test('is refused while another program uses it, with the address of that program', () => {
		leave(process.ppid);
		expect(() => claim(folder, {})).toThrow(/runs already[^]*8081\/chat[^]*5678/);
		unclaim(folder);
		expect(existsSync(file())).toBe(true);
	});

	test('is taken over from a program that was killed', () => {
		const { pid } = spawnSync('true');
		leave(pid);
		claim(folder, places);
		writeFileSync(file(), 'no JSON');
		claim(folder, places);
		unclaim(folder);
		expect(existsSync(file())).toBe(false);
	});
});

describe('a port', () => {
	const variable = 'BOT_MESSAGING_TEST_PORT';
	let other: Server;
	let port: number;
	beforeAll(async () => {
		other = createServer().listen(0, LOOPBACK);
		await once(other, 'listening');
		({ port } = other.address() as AddressInfo);
	});
	afterAll(() => other.close());
	afterEach(() => delete process.env[variable]);

	test('is replaced by a free one if it is in use and nobody set it', async () => {
		const found = await portFor({ port, what: 'It', variable });
		expect(found).not.toBe(port);
		expect(await portFor({ port: found, what: 'It', variable })).toBe(found);
	});

	test('is refused with its name if it is in use and was set', async () => {
		process.env[variable] = String(port);
		const asked = portFor({ port: 1, what: 'It', variable });
		await expect(asked).rejects.toThrow(`It needs port ${port}, but another program uses it`);
	});
});
