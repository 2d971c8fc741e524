import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

import axios from 'axios';

import { DEFAULTS, startEmulator, type Emulator } from '../../emulator';
import { until } from './answers';
import { startProcess } from './process';
import { startReceiver } from './receiver';

/** Processor time, because elapsed time also depends on the machine's other work. */
const TELL_WORK = `process.once('exit', () => {
	const { user, system } = process.cpuUsage();
	console.log('work', user + system);
})`;

const TELLING = ['--import', `data:text/javascript,${encodeURIComponent(TELL_WORK)}`];

/** Microseconds of processor time, as printed by a process. */
const workIn = (printed: string) => Number(/work (\d+)/.exec(printed)?.[1]);

/** The same loader without a program. */
async function workOfBareNode(): Promise<number> {
	const run = promisify(execFile);
	const { stdout } = await run(process.execPath, ['--import', 'tsx', ...TELLING, '-e', '0']);
	return workIn(stdout);
}

/** Microseconds of processor time from start to end, with one request answered between. */
async function workOfOneStart(): Promise<number> {
	const server = startProcess(['--port', '0'], TELLING);
	try {
		expect((await fetch(`${await server.url()}/healthz`)).status).toBe(200);
	} finally {
		await server.end();
	}
	return workIn(server.printed());
}

describe('the emulator as a program', () => {
	// A neighbour on the machine makes every cycle dearer, and so also those of a bare Node. The
	// first start of a clone compiles the sources too: the cheapest start is what it costs.
	test('starts, answers and ends with no more work than five starts of a bare Node', async () => {
		const ratios: number[] = [];
		while (ratios.length < 5 && !ratios.some((ratio) => ratio < 5)) {
			ratios.push((await workOfOneStart()) / (await workOfBareNode()));
		}
		expect(Math.min(...ratios)).toBeLessThan(5);
	});

	test('prints what to try, and ends cleanly', async () => {
		const server = startProcess(['--port', '0']);
		try {
			await server.url();
			expect(server.printed()).toContain(DEFAULTS.token);
			expect(server.printed()).toContain(String(DEFAULTS.chats.demoGroup));
			const [, address] = /curl "(\S+sendMessage)"/.exec(server.printed()) ?? [];
			const body = new URLSearchParams({
				chat_id: String(DEFAULTS.chats.demoGroup),
				text: 'Hello',
			});
			expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
		} finally {
			expect(await server.end()).toBe(0);
		}
	});

	test('takes its port from the environment too', async () => {
		const blocker = createServer().listen(0, '127.0.0.1');
		await once(blocker, 'listening');
		const { port } = blocker.address() as AddressInfo;
		blocker.close();
		await once(blocker, 'close');
		const server = startProcess([], [], { EMULATOR_PORT: String(port) });
		try {
			expect(await server.url()).toBe(`http://127.0.0.1:${port}`);
		} finally {
			await server.end();
		}
	});

	test('ends with 1 and says why if its port is in use', async () => {
		const blocker = createServer().listen(0, '127.0.0.1');
		await once(blocker, 'listening');
		const { port } = blocker.address() as AddressInfo;
		try {
			const server = startProcess(['--port', String(port)]);
			expect(await server.ended).toBe(1);
			expect(server.printed()).toContain(`127.0.0.1:${port}`);
			expect(server.printed()).toContain('Choose another with --port');
			expect(server.printed()).not.toContain('    at ');
		} finally {
			blocker.close();
		}
	});

	test.each([[['--prot', '1']], [['--port', 'x']]])(
		'ends with 1 and says why for the arguments %s',
		async (args) => {
			const server = startProcess(args);
			expect(await server.ended).toBe(1);
			expect(server.printed()).toMatch(/^The emulator cannot start: /);
		},
	);

	test.each([
		['a hundred at a time', 100],
		['one after another', 1],
	])('prints no warning of a leak over pushes, %s', async (_name, max_connections) => {
		const receiver = await startReceiver();
		const server = startProcess(['--port', '0']);
		try {
			const url = await server.url();
			const held: Array<() => void> = [];
			receiver.answer = (response) => {
				response.statusCode = receiver.pushes.length % 2 === 0 ? 200 : 500;
				held.push(() => response.end());
				if (held.length === max_connections) held.splice(0).forEach((release) => release());
			};
			await axios.patch(`${url}/_emulator/settings`, { webhookRetryBaseMs: 1 });
			const webhook = { url: receiver.url, max_connections };
			await axios.post(`${url}/bot${DEFAULTS.token}/setWebhook`, webhook);
			for (let written = 0; written < 100; written++) {
				await axios.post(`${url}/_emulator/act/message`, {
					user_id: DEFAULTS.users.mia,
					chat_id: DEFAULTS.chats.demoGroup,
					text: 'Hi',
				});
			}
			await receiver.got(100);
		} finally {
			await server.end();
			await receiver.close();
		}
		expect(server.printed()).not.toContain('Warning');
	});
});

/** What it ends would last longer than a test may take. */
describe('close', () => {
	let emulator: Emulator;
	const api = (method: string) => `${emulator.url}/bot${DEFAULTS.token}/${method}`;

	beforeEach(async () => {
		emulator = await startEmulator();
	});

	afterEach(async () => {
		await emulator.close();
	});

	test('ends a held call', async () => {
		const held = axios.get(api('getUpdates?timeout=40')).catch((error: Error) => error);
		await until(async () => (await fetch(api('getUpdates'))).status === 409);
		await emulator.close();
		await held;
	});

	test('ends a call that hangs, and one that waits', async () => {
		const fault = async (body: object) =>
			await axios.post(`${emulator.url}/_emulator/faults`, body);
		await fault([{ kind: 'hang' }, { kind: 'delay', delayMs: 60_000 }]);
		const calls = [1, 2].map(async () => {
			await expect(fetch(api('getMe'))).rejects.toThrow();
		});
		const faults = `${emulator.url}/_emulator/faults`;
		await until(async () => (await axios.get(faults)).data.length === 0);
		await emulator.close();
		await Promise.all(calls);
	});

	test('ends a push that has no answer', async () => {
		const receiver = await startReceiver();
		try {
			let isOpen = true;
			receiver.answer = (response) => response.once('close', () => (isOpen = false));
			await axios.post(api('setWebhook'), { url: receiver.url });
			await axios.post(`${emulator.url}/_emulator/act/message`, {
				user_id: DEFAULTS.users.mia,
				chat_id: DEFAULTS.chats.demoGroup,
				text: 'Hi',
			});
			await receiver.got(1);
			await emulator.close();
			await until(async () => !isOpen);
		} finally {
			await receiver.close();
		}
	});

	test('ends open connections, and frees the port', async () => {
		await fetch(api('getMe'));
		const watcher = fetch(`${emulator.url}/_emulator/events`);
		await watcher;
		await emulator.close();
		const again = await startEmulator({ port: emulator.port });
		await again.close();
	});
});
