import dns from 'node:dns';
import type { IncomingMessage, ServerResponse } from 'node:http';
import net from 'node:net';

import { useClock } from '../support/clock';
import { freeUrl, startOddServer, type OddServer } from '../support/odd';
import { usePolling } from '../support/pollingTests';
import { startUpdateServer } from '../support/updateServer';
import { updateOf } from '../support/webhookTests';

const clock = useClock();
const { emulator, api, token, create, start, say, soon, polls } = usePolling();

const servers: OddServer[] = [];
const spies: jest.SpyInstance[] = [];
afterEach(async () => {
	for (const spy of spies.splice(0)) spy.mockRestore();
	await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

const CHAT = -100;

/**
 * A trigger at a server whose first polls fail in a given way; then it returns one update. Returns the time
 * of each poll.
 */
async function pollAt(
	wrongs: number,
	answer: (response: ServerResponse, request: IncomingMessage) => unknown,
) {
	const times: number[] = [];
	const server = await startOddServer((request, response) => {
		if (!request.url!.endsWith('/getUpdates')) return response.end('{"ok":true,"result":{}}');
		times.push(Date.now());
		if (times.length <= wrongs) return answer(response, request);
		const result = times.length === wrongs + 1 ? [updateOf(1, CHAT, 'after it')] : [];
		return response.end(JSON.stringify({ ok: true, result }));
	});
	servers.push(server);
	const trigger = create({}, {}, {}, { baseUrl: server.url, botToken: token() });
	return { trigger, times };
}

/** The times of connections to an address, whatever their outcome. */
function connectionsTo(url: string): number[] {
	const { port } = new URL(url);
	const tries: number[] = [];
	const connect = net.Socket.prototype.connect as (...given: unknown[]) => net.Socket;
	const counting = function (this: net.Socket, ...given: unknown[]) {
		const [options] = [given[0]].flat() as Array<{ port?: unknown }>;
		if (String(options?.port) === port) tries.push(Date.now());
		return connect.apply(this, given);
	};
	spies.push(jest.spyOn(net.Socket.prototype, 'connect').mockImplementation(counting));
	return tries;
}

const gapsOf = (times: number[]) => times.slice(1).map((at, n) => at - times[n]);

test('D2 nanobot #5171: polling recovers by itself after 30 polls that hang', async () => {
	const limits: AbortController[] = [];
	spies.push(
		jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
			limits.push(new AbortController());
			return limits.at(-1)!.signal;
		}),
	);
	const { trigger, times } = await pollAt(30, () => undefined);
	await trigger.start();
	for (let poll = 1; poll <= 30; poll++) {
		await soon('it polls', () => times.length === poll);
		limits.at(-1)!.abort();
	}
	await soon('the update has come', () => trigger.texts.includes('after it'));
	// At first, and with a failed execution when it has been so for five minutes.
	expect(trigger.logged.filter((line) => line.includes('No updates'))).toHaveLength(2);
	expect(trigger.failed).toHaveLength(1);
});

test('D3 grammY runner #7: a webhook in the way causes one failed execution, and is checked less and less often', async () => {
	await api('setWebhook', { url: 'https://other.example.com/hook' });
	const trigger = await start();
	const refused = async () => (await polls()).filter(({ status }) => status === 409);
	await soon('it has tried often', async () => (await refused()).length > 9);
	const gaps = gapsOf((await refused()).map(({ started_at: at }) => at));
	expect(gaps.at(-1)!).toBeGreaterThanOrEqual(10_000);
	expect(trigger.failed.map(({ message }) => message)).toEqual([
		expect.stringContaining('other.example.com'),
	]);
	await api('deleteWebhook');
	await say('after it');
	await soon('it recovers', () => trigger.texts.includes('after it'));
});

test('D6 openclaw #101324: each of 50 messages is delivered once, although an execution takes 90 s', async () => {
	const server = await startUpdateServer(50, 5, async (ms) => await clock.sleep(ms));
	servers.push(server);
	const credential = { baseUrl: server.url, botToken: token() };
	const trigger = create({ options: { parallel: 1 } }, {}, {}, credential);
	trigger.endsAtOnce = false;
	let running = 0;
	let most = 0;
	trigger.onStart = ({ end }) => {
		most = Math.max(most, ++running);
		void clock.sleep(90_000).then(() => {
			running--;
			end();
		});
	};
	await trigger.start();
	await soon('all are confirmed', () => server.confirmed() === 50);
	await soon('all have ended', () => trigger.started.length >= 50 && running === 0);
	expect(new Set(trigger.texts).size).toBe(50);
	expect([trigger.started.length, most]).toEqual([50, 1]);
	expect(clock.passed).toBeGreaterThanOrEqual(50 * 90_000);
});

describe('D9 claude-plugins #963: polling continues, with growing pauses, after', () => {
	test.each<
		[what: string, answer: (response: ServerResponse, request: IncomingMessage) => unknown]
	>([
		['a reset connection', (_response, { socket }) => socket.resetAndDestroy()],
		['a page with 502', (response) => response.writeHead(502).end('<html>Bad Gateway</html>')],
		['an empty answer', (response) => response.end()],
		['an answer without a result', (response) => response.end('{"ok":true}')],
	])('%s', async (_what, answer) => {
		const { trigger, times } = await pollAt(5, answer);
		await trigger.start();
		await soon('the update has come', () => trigger.texts.includes('after it'));
		const gaps = gapsOf(times.slice(0, 6));
		for (const [n, gap] of gaps.entries()) {
			expect(gap).toBeGreaterThanOrEqual(n === 0 ? 100 : 1.5 * gaps[n - 1]);
		}
	});

	test('an unknown host name', async () => {
		const { port } = new URL(emulator.url);
		const tries: number[] = [];
		const known = dns.lookup as (...given: unknown[]) => void;
		const lookup = (name: string, options: object, callback: (...answer: unknown[]) => void) => {
			if (name !== 'localhost') return known(name, options, callback);
			tries.push(Date.now());
			const error = Object.assign(new Error('not found'), { code: 'ENOTFOUND', hostname: name });
			if (tries.length <= 5) callback(error);
			else if ('all' in options && options.all)
				callback(null, [{ address: '127.0.0.1', family: 4 }]);
			else callback(null, '127.0.0.1', 4);
		};
		spies.push(jest.spyOn(dns, 'lookup').mockImplementation(lookup as never));
		const trigger = await start({}, {}, {}, { baseUrl: `http://localhost:${port}` });
		await say('after it');
		await soon('it recovers', () => trigger.texts.includes('after it'));
		expect(trigger.errors).toEqual([]);
	});

	test('a self-signed certificate', async () => {
		const server = await startOddServer((_request, response) => response.end(), { isSecure: true });
		servers.push(server);
		const tries = connectionsTo(server.url);
		const trigger = await start({}, {}, {}, { baseUrl: server.url });
		await soon('it has tried often', () => tries.length > 12);
		const gaps = gapsOf(tries).filter((ms) => ms > 0);
		expect(gaps.at(-1)!).toBeGreaterThan(10 * gaps[0]);
		expect(trigger.errors).toEqual([]);
	});
});

test('D11 grammY #963: a server that was never there is tried again after seconds, not at once and not after hours', async () => {
	const url = await freeUrl();
	const tries = connectionsTo(url);
	await start({}, {}, {}, { baseUrl: url });
	await soon('three minutes have passed', () => tries.at(-1)! - tries[0] > 180_000);
	// One try may use several connections.
	const gaps = gapsOf(tries).filter((ms) => ms > 50);
	expect(gaps.length).toBeLessThan(20);
	expect(Math.max(...gaps)).toBeLessThanOrEqual(75_000);
	expect(gaps.at(-1)!).toBeGreaterThanOrEqual(10_000);
	const last = gaps.slice(-6);
	expect(last).toEqual([...last].sort((one, other) => one - other));
});
