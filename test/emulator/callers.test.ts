import { startEmulator, useEmulator, DEFAULTS } from '../support/emulator';
import { startProcess } from './process';
import { bytesOf, exchange, type RawRequest } from './wire';

const emulator = useEmulator();
const { token } = DEFAULTS;

const ask = async (request: Partial<RawRequest>, url = emulator.url) =>
	await exchange(url, bytesOf({ path: `/bot${token}/getMe`, ...request }));

const PATHS: Array<[method: string, path: string]> = [
	['POST', `/bot${token}/getMe`],
	['GET', `/bot${token}/getMe`],
	['GET', `/file/bot${token}/photos/file_1.png`],
	['POST', '/_emulator/reset'],
	['GET', '/_emulator/snapshot'],
	['GET', '/_emulator/defaults'],
	['GET', '/_emulator/chat'],
	['GET', '/nothing/here'],
];

describe.each(PATHS)('%s %s', (method, path) => {
	test.each([
		['rebound', 'Host', 'evil.example'],
		['rebound with the port', 'Host', 'evil.example:8081'],
		['like this machine', 'Host', 'localhost.evil.example'],
		['with a name before it', 'Host', 'localhost@evil.example'],
		['of another machine', 'Host', '192.0.2.7:8081'],
		['that is none', 'Host', 'a b'],
		['of a page', 'Origin', 'https://evil.example'],
		['of a page like this machine', 'Origin', 'http://127.0.0.1.evil.example'],
		['of no page', 'Origin', 'null'],
		['of a page on another machine', 'Origin', 'http://192.0.2.7'],
	])('refuses a caller %s: %s %s', async (_what, header, value) => {
		const { status, body } = await ask({
			method,
			path,
			...(header === 'Host' ? { host: value } : { headers: [`Origin: ${value}`] }),
		});
		expect(status).toBe(403);
		expect(JSON.parse(body)).toMatchObject({ ok: false, error_code: 403 });
		expect(body).not.toContain(token);
	});

	test('refuses a request from a page of another site', async () => {
		const headers = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors'];
		expect((await ask({ method, path, headers })).status).toBe(403);
	});
});

test('a page of another site changes nothing', async () => {
	await emulator.api('sendMessage', { chat_id: -1001, text: 'Hello' });
	const before = await emulator.state();
	for (const headers of [['Origin: https://evil.example'], ['Origin: null']]) {
		await ask({ path: '/_emulator/reset', headers });
		await ask({ path: `/bot${token}/sendMessage?chat_id=-1001&text=Hi`, method: 'GET', headers });
	}
	expect(await emulator.state()).toEqual(before);
});

test.each(['localhost', 'LOCALHOST:1', '127.0.0.1', '127.0.0.1:5678', '[::1]', '[::1]:8081'])(
	'the host %s is allowed, also as the origin of a page',
	async (host) => {
		expect((await ask({ host })).status).toBe(200);
		expect((await ask({ headers: [`Origin: http://${host}`] })).status).toBe(200);
	},
);

test('a link on another site opens the chats, and nothing else', async () => {
	const headers = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate'];
	const open = async (path: string) => (await ask({ method: 'GET', path, headers })).status;
	expect(await open('/_emulator/chat')).toBe(200);
	expect(await open('/_emulator/snapshot')).toBe(403);
	expect(await open(`/bot${token}/sendMessage?chat_id=-1001&text=Hi`)).toBe(403);
});

test('more names are allowed if they are given', async () => {
	const named = await startEmulator({ hosts: ['bots.example', 'host.docker.internal:8081'] });
	try {
		const statuses = [
			'bots.example',
			'BOTS.example:80',
			'host.docker.internal',
			'evil.example',
		].map(async (host) => (await ask({ host }, named.url)).status);
		expect(await Promise.all(statuses)).toEqual([200, 200, 200, 403]);
		const headers = ['Origin: https://bots.example'];
		expect((await ask({ headers }, named.url)).status).toBe(200);
	} finally {
		await named.close();
	}
});

test('the program takes more names from its command line', async () => {
	const program = startProcess(['--port', '0', '--hosts', 'one.example, two.example']);
	try {
		const url = await program.url();
		expect((await ask({ host: 'two.example' }, url)).status).toBe(200);
		expect((await ask({ host: 'three.example' }, url)).status).toBe(403);
	} finally {
		await program.end();
	}
});
