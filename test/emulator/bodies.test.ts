import { connect } from 'node:net';

import { useEmulator } from '../support/emulator';
import { accepted, type Answer } from './answers';
import { startProcess } from './process';
import { bytesOf, exchange, type RawRequest } from './wire';

const emulator = useEmulator();
const { token, defaults } = emulator;
const { chats } = defaults;

const MULTIPART = 'multipart/form-data; boundary=X';
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

const field = (name: string, value: string) =>
	`--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const filePart = (name: string, content: string) =>
	`--X\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.mp4"\r\n` +
	`Content-Type: video/mp4\r\n\r\n${content}`;

const send = async (method: string, request: Omit<RawRequest, 'path'>): Promise<Answer> => {
	const path = `/bot${token}/${method}`;
	const { status, body } = await exchange(emulator.url, bytesOf({ ...request, path }));
	return { status: status ?? 0, body: status === undefined ? body : JSON.parse(body) };
};

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

const expectBadRequest = ({ status, body }: Answer, description: string) =>
	expect({ status, description: body.description }).toEqual({
		status: 400,
		description: `Bad Request: ${description}`,
	});

describe('a multipart body', () => {
	const CUT = 'the multipart body cannot be read: Unexpected end of multipart data';

	test('does not crash the process if it has more than 1,000 parts and no end', async () => {
		const server = startProcess(['--port', '0']);
		try {
			const url = await server.url();
			const path = `/bot${token}/sendVideo`;
			const body = field('a', '1').repeat(1001) + filePart('b', 'x');
			const { status } = await exchange(url, bytesOf({ path, type: MULTIPART, body }));
			expect(status).toBe(400);
			const health = await fetch(`${url}/healthz`);
			expect(await health.json()).toEqual({ ok: true });
		} finally {
			expect(await server.end()).toBe(0);
		}
	});

	test('can have up to 100 parts', async () => {
		const parts = (count: number) => field('x', '1').repeat(count) + '--X--\r\n';
		const refused = await send('getMe', { type: MULTIPART, body: parts(101) });
		expectBadRequest(refused, 'too many parameters: at most 100');
		const unknown = await send('getMe', { type: MULTIPART, body: parts(100) });
		expectBadRequest(unknown, 'unknown parameter "x"');
	});

	test.each([
		['the second of two files', `${filePart('a', 'one')}\r\n${filePart('b', 'tw')}`],
		['the only file', filePart('a', 'on')],
		['a field', field('a', '1').slice(0, -3)],
		['the headers of a part', filePart('a', '').slice(0, 60)],
		['the last boundary', `${field('a', '1')}--X`],
	])('is refused if it is cut in %s', async (_where, body) => {
		expectBadRequest(await send('sendVideo', { type: MULTIPART, body }), CUT);
	});

	test('is refused if it has the same file twice', async () => {
		const body = `${filePart('video', 'a')}\r\n${filePart('video', 'b')}\r\n--X--\r\n`;
		const answer = await send('sendVideo', { type: MULTIPART, body });
		expectBadRequest(answer, 'the file part "video" comes twice');
	});

	test('is refused with 413 if it has more than 1 MB of text', async () => {
		const body = field('a', 'x'.repeat(600_000)) + field('b', 'x'.repeat(600_000)) + '--X--\r\n';
		expect((await send('sendMessage', { type: MULTIPART, body })).status).toBe(413);
	});

	test('is refused without a boundary', async () => {
		const answer = await send('getMe', { type: 'multipart/form-data', body: 'x' });
		expectBadRequest(answer, 'the multipart body cannot be read: Multipart: Boundary not found');
	});

	test('carries no parameters without contents', async () => {
		expect(accepted(await send('getMe', { type: MULTIPART })).is_bot).toBe(true);
	});
});

describe('deeply nested JSON', () => {
	const DEEP = 'JSON may be nested 100 levels deep, not more';

	test.each([101, 5000, 200_000])('is refused with %d levels', async (levels) => {
		const inner = nested(levels - 2);
		const body = `{"chat_id": -1001, "text": "x", "reply_markup": {"keyboard": ${inner}}}`;
		expectBadRequest(await send('sendMessage', { type: JSON_TYPE, body }), DEEP);
	});

	test('is accepted up to 100 levels, whatever brackets are in its texts', async () => {
		const body = `{"a": ${nested(99)}, "b": "${'['.repeat(500)}\\"${'{'.repeat(500)}"}`;
		const answer = await send('getMe', { type: JSON_TYPE, body });
		expectBadRequest(answer, 'unknown parameter "a"');
	});

	test('does not get into the state through a form either', async () => {
		const reply_markup = `{"keyboard": ${nested(6000)}}`;
		const body = new URLSearchParams({ chat_id: '-1001', text: 'x', reply_markup }).toString();
		const answer = await send('sendMessage', { type: FORM, body });
		expectBadRequest(answer, 'parameter "reply_markup" must be of type object');
		expect(await emulator.control('get', 'snapshot')).toHaveProperty('messages');
	});

	test('is refused by the control routes', async () => {
		const body = `{"messages": ${nested(5000)}}`;
		const request = bytesOf({ path: '/_emulator/seed', type: JSON_TYPE, body });
		const { status } = await exchange(emulator.url, request);
		expect(status).toBe(400);
	});
});

describe('a body with very many keys', () => {
	const KEYS = Array.from({ length: 600_000 }, (_none, index) => `k${index}`);
	const large = `${KEYS.join('=&')}=`;

	test('is refused with 413 after it was read', async () => {
		expect(large.length).toBeGreaterThan(5_000_000 - 600_000);
		expect((await send('sendMessage', { type: FORM, body: large })).status).toBe(413);
	});

	test.each<[string, string, (keys: string[]) => string]>([
		['a form', FORM, (keys) => `${keys.join('=&')}=`],
		['JSON', JSON_TYPE, (keys) => JSON.stringify(Object.fromEntries(keys.map((key) => [key, 1])))],
	])('is refused if it has more than 100 in %s', async (_kind, type, write) => {
		const refused = await send('sendMessage', { type, body: write(KEYS.slice(0, 101)) });
		expectBadRequest(refused, 'too many parameters: at most 100');
		const unknown = await send('sendMessage', { type, body: write(KEYS.slice(0, 100)) });
		expectBadRequest(unknown, 'unknown parameter "k0"');
	});
});

describe('a body whose length differs from its header', () => {
	const body = JSON.stringify({ chat_id: chats.demoGroup, text: 'Hi' });

	test('is answered with 408 if the rest never comes', async () => {
		const answer = await send('sendMessage', { type: JSON_TYPE, body, length: 1000 });
		expect(answer).toMatchObject({
			status: 408,
			body: { ok: false, description: 'Request Timeout: the rest of the body did not come' },
		});
	});

	test('is answered with 408 if it stops in the middle of a file', async () => {
		const part = field('chat_id', '-1001') + filePart('video', 'some');
		const answer = await send('sendVideo', { type: MULTIPART, body: part, length: 100_000 });
		expect(answer.status).toBe(408);
		expect((await emulator.state()).files).toEqual([]);
	});

	test('is refused if the rest is not a request', async () => {
		const answer = await send('sendMessage', { type: JSON_TYPE, body, length: 5 });
		expect(answer.status).toBe(400);
	});
});

describe('a watcher that reads nothing', () => {
	test('is disconnected before its backlog fills the memory', async () => {
		const { hostname, port } = new URL(emulator.url);
		const socket = connect(Number(port), hostname);
		socket.write(bytesOf({ method: 'GET', path: '/_emulator/events' }));
		const isOver = new Promise<void>((resolve) => {
			socket.on('error', () => undefined);
			socket.on('close', () => resolve());
		});
		// Each call has an event, and so its text.
		const text = 'x'.repeat(1_000_000);
		const calls = 100;
		for (let call = 0; call < calls; call++) {
			await emulator.api('sendMessage', { chat_id: chats.demoGroup, text });
		}
		let bytes = 0;
		socket.on('data', (chunk) => (bytes += chunk.length));
		await isOver;
		expect(bytes).toBeLessThan((calls / 2) * text.length);
	});
});
