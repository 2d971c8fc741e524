import { randomBytes } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

import type { IDataObject } from 'n8n-workflow';

import { until } from '../../scripts/lib/until';
import { useBot } from '../support/bot';
import { useClock } from '../support/clock';
import { byId } from '../support/locators';
import { freeUrl, startOddServer, type OddServer } from '../support/odd';
import { LONG_PATIENCE_MS } from '../support/patience';

const { emulator, run } = useBot();

const MB = 1024 ** 2;

let server: OddServer;
/** Open connections to the server. */
let open: Set<Socket>;

afterEach(async () => await server.close());

/** A server for this test that records its connections. */
async function start(answer: RequestListener): Promise<OddServer> {
	const sockets = (open = new Set());
	server = await startOddServer((request, response) => {
		const { socket } = request;
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
		answer(request, response);
	});
	return server;
}

/** Sends a file from a server with this answer. */
async function sentFrom(
	answer: RequestListener,
	{ operation = 'sendVideo', path = '/clip.mp4', baseUrl = emulator.url } = {},
	added: IDataObject = {},
) {
	const started = await start(answer);
	const { error } = await run(
		operation,
		{
			chatId: byId('-1001'),
			source: 'url',
			fileUrl: `${started.url}${path}`,
			additionalFields: { allowPrivateAddresses: true, ...added },
			traffic: { retries: 1, longestWait: 0.02 },
		},
		{ credential: { baseUrl } },
	);
	const calls = (await emulator.calls(operation)) as Array<{
		status: number;
		files: Record<string, { filename: string; size: number }>;
	}>;
	return { error, calls, asked: started.asked, host: new URL(started.url).host };
}

const closed = async () =>
	await until('the connections are closed', async () => open.size === 0, LONG_PATIENCE_MS, {
		pauseMs: 5,
	});

/** Starts a file without an end; calls `write` whenever there is room for more. */
const endless =
	(write: (response: ServerResponse) => void, headers: object = {}): RequestListener =>
	(_request, response) => {
		response.writeHead(200, { 'content-type': 'video/mp4', ...headers }).flushHeaders();
		write(response);
	};

const asFastAsItCan = (response: ServerResponse) => {
	const more = () => {
		while (!response.destroyed && response.write(Buffer.alloc(MB)));
	};
	response.on('drain', more);
	more();
};

const stalls = (bytes: number) => (response: ServerResponse) =>
	void response.write(Buffer.alloc(bytes, 'x'));

test('a photo of more than 10 MB is refused before it is fetched, with a megabyte of 1,000,000 bytes', async () => {
	const headers = { 'content-type': 'image/png', 'content-length': 10_200_000 };
	const photo = { operation: 'sendPhoto', path: '/a.png' };
	const { error, calls, host } = await sentFrom(endless(stalls(1000), headers), photo);
	expect(error?.message).toBe(`URL: the file at ${host} has more than 10 MB`);
	expect(calls).toEqual([]);
	await closed();
});

describe('the connection is closed', () => {
	test('after a send that the server refused', async () => {
		const bot = await startOddServer((request, response) => {
			// If the request is not read to the end, the answer gets lost with the connection.
			request.resume();
			response.writeHead(400, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ ok: false, error_code: 400, description: 'no chat' }));
		});
		const { error } = await sentFrom(endless(stalls(MB)), { baseUrl: bot.url });
		expect(error?.message).toContain('no chat');
		await closed();
		await bot.close();
	});

	test('after a send for which there was no server', async () => {
		const { error } = await sentFrom(endless(stalls(MB)), { baseUrl: await freeUrl() });
		expect(error?.message).toContain('cannot be reached');
		await closed();
	});

	test('for the other files of an album, if one cannot be fetched', async () => {
		const started = await start((request, response) => {
			if (request.url === '/no.jpg') return void response.writeHead(404).end();
			endless(stalls(MB))(request, response);
		});
		const { error } = await run('sendMediaGroup', {
			chatId: byId('-1001'),
			mediaSource: 'list',
			media: {
				entry: ['yes.jpg', 'no.jpg'].map((name) => ({
					type: 'photo',
					source: 'url',
					fileUrl: `${started.url}/${name}`,
				})),
			},
			additionalFields: { allowPrivateAddresses: true },
		});
		expect(error?.message).toContain('HTTP 404');
		await closed();
	});

	test('after an answer without a file, even if it never ends', async () => {
		const { error } = await sentFrom((_request, response) => {
			response.writeHead(404);
			response.write('no');
		});
		expect(error?.message).toContain('HTTP 404');
		await closed();
	});
});

describe('a compressed file is not judged by its compressed length:', () => {
	test.each<[what: string, content: Buffer]>([
		['much shorter', Buffer.alloc(MB, 'x')],
		['hardly longer', randomBytes(MB)],
		['small', Buffer.alloc(1000, 'x')],
	])('%s', async (_what, content) => {
		const compressed = gzipSync(content);
		const { error, calls } = await sentFrom((_request, response) => {
			const headers = {
				'content-type': 'video/mp4',
				'content-encoding': 'gzip',
				'content-length': compressed.length,
			};
			response.writeHead(200, headers).end(compressed);
		});
		expect(error).toBeUndefined();
		expect(calls).toMatchObject([{ status: 200, files: { video: { size: content.length } } }]);
	});
});

test('redirects that never end are followed ten times, and the error names them', async () => {
	const { error, asked, calls, host } = await sentFrom((request, response) => {
		response.writeHead(302, { location: `${request.url}x` }).end();
	});
	expect(asked).toHaveLength(10);
	expect(error?.message).toBe(`URL: ${host} answers with redirects that do not end`);
	expect(calls).toEqual([]);
});

// By the real clock: how many megabytes come between two of its timers is not for a test to say.
describe('a stream that never ends', () => {
	test.each<[operation: string, most: number]>([
		['sendVideo', 100],
		['sendPhoto', 10],
	])('is given up by %s after %i MB', async (operation, most) => {
		const { error, asked, host } = await sentFrom(endless(asFastAsItCan), { operation });
		expect(error?.message).toBe(`URL: the file at ${host} has more than ${most} MB`);
		expect(error?.description).toContain('Nothing was sent');
		expect(asked).toHaveLength(1);
		await closed();
	});

	test('is not started if its header gives a length over the limit', async () => {
		const { error, calls } = await sentFrom(
			endless(() => {}, { 'content-length': 11 * MB }),
			{ operation: 'sendPhoto' },
		);
		expect(error?.message).toContain('has more than 10 MB');
		expect(calls).toEqual([]);
		await closed();
	});

	test('can be longer than 100 MB if its header says so', async () => {
		const cut = endless((response) => response.destroy(), { 'content-length': 101 * MB });
		const { error, host } = await sentFrom(cut);
		expect(error?.message).toBe(`URL: the connection to ${host} was interrupted`);
	});
});

describe('a stream that gets stuck', () => {
	const clock = useClock();

	test.each([
		['at once', 10],
		['in the middle', MB],
	])('that stops %s is given up', async (_when, bytes) => {
		const { passed } = clock;
		const { error, host } = await sentFrom(endless(stalls(bytes)));
		expect(error?.message).toBe(`URL: ${host} did not answer in time`);
		expect(error?.description).toContain('Nothing was sent');
		expect(clock.passed - passed).toBeLessThan(60_000);
		await closed();
	});

	test.each([
		['at once', 0],
		['in the middle', MB],
	])('that drips %s is given up', async (_when, bytes) => {
		const { passed } = clock;
		const { error, host } = await sentFrom(
			endless((response) => {
				if (bytes > 0) stalls(bytes)(response);
				const drip = () => {
					if (response.destroyed) return;
					response.write('x');
					setImmediate(drip);
				};
				drip();
			}),
		);
		expect(error?.message).toBe(`URL: ${host} did not answer in time`);
		expect(clock.passed - passed).toBeLessThan(180_000);
		await closed();
	});
});

describe('a server error is not mistaken for a wrong address:', () => {
	test.each([429, 500, 502, 503, 504])('HTTP %i', async (status) => {
		const { error, calls } = await sentFrom((_request, response) => {
			response.writeHead(status, { 'content-type': 'text/html' }).end('<html>');
		});
		expect(error?.message).toContain(`HTTP ${status}`);
		expect(error?.message).toMatch(/too many requests|busy or not working/);
		expect(error?.description).toContain('Run the node again later');
		expect(error?.description).not.toMatch(/check the address/i);
		expect(calls).toEqual([]);
	});
});

describe('a web page', () => {
	const PAGE = '<!DOCTYPE html><html><body>Log in</body></html>';
	const page =
		(headers: Record<string, string> = {}, body = PAGE): RequestListener =>
		(_request, response) =>
			void response
				.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
				.end(body);

	test.each<[operation: string, path: string, answer: RequestListener, added: IDataObject]>([
		['sendPhoto', '/photo.jpg', page(), {}],
		['sendPhoto', '/page.html', page(), {}],
		['sendVideo', '/clip.mp4', page(), {}],
		['sendAudio', '/song.mp3', page(), {}],
		['sendVoice', '/word.ogg', page(), {}],
		['sendDocument', '/report.pdf', page(), {}],
		['sendDocument', '/report', page(), {}],
		['sendDocument', '/page.html', page(), { fileName: 'report.pdf' }],
		['sendDocument', '/report.pdf', page({ 'content-type': 'application/xhtml+xml' }), {}],
		['sendDocument', '/report.pdf', page({ 'content-type': 'application/pdf' }), {}],
		['sendPhoto', '/photo.jpg', page({ 'content-type': 'image/jpeg' }, `\n<!-- a -->${PAGE}`), {}],
	])('in place of a file is not sent: %s %s', async (operation, path, answer, added) => {
		const { error, calls, host } = await sentFrom(answer, { operation, path }, added);
		expect(error?.message).toBe(`URL: ${host} returned a web page instead of the file`);
		expect(calls).toEqual([]);
		await closed();
	});

	test('at the end of a redirect is not sent in place of the file', async () => {
		const { error, calls } = await sentFrom(
			(request, response) => {
				if (request.url === '/login.html') return page()(request, response);
				response.writeHead(302, { location: '/login.html' }).end();
			},
			{ operation: 'sendDocument', path: '/report.pdf' },
		);
		expect(error?.message).toContain('web page');
		expect(calls).toEqual([]);
	});

	test.each<[path: string, added: IDataObject]>([
		['/page.html', {}],
		['/page.HTM', {}],
		['/page', { fileName: 'page.html' }],
	])('is sent as a document if it is what the user wants: %s', async (path, added) => {
		const { error, calls } = await sentFrom(page(), { operation: 'sendDocument', path }, added);
		expect(error).toBeUndefined();
		expect(calls).toMatchObject([{ status: 200, files: { document: { size: PAGE.length } } }]);
	});
});

describe('the name of a file', () => {
	const named =
		(header: string): RequestListener =>
		(_request, response) => {
			response.setHeader('content-type', 'video/mp4');
			response.setHeader('content-disposition', Buffer.from(header).toString('latin1'));
			response.end('seven b');
		};

	test.each<[header: string, name: string]>([
		['attachment; filename="report.pdf"', 'report.pdf'],
		['attachment; filename=report.pdf', 'report.pdf'],
		['attachment;filename = "report.pdf" ; size=3', 'report.pdf'],
		['attachment; filename=my report.pdf', 'my report.pdf'],
		['ATTACHMENT; FILENAME="report.pdf"', 'report.pdf'],
		['attachment; xfilename=no.pdf', 'clip.mp4'],
		['attachment; xfilename=no.pdf; filename=yes.pdf', 'yes.pdf'],
		['attachment; x="; filename=no.pdf"; filename=yes.pdf', 'yes.pdf'],
		['attachment; filename="first.pdf"; filename="second.pdf"', 'first.pdf'],
		["attachment; filename*=UTF-8''%C3%BC%20%E2%82%AC.pdf; filename=u.pdf", 'ü €.pdf'],
		["attachment; filename=u.pdf; filename*=utf-8'de'%C3%BC.pdf", 'ü.pdf'],
		["attachment; filename*=UTF-8''%FF.pdf; filename=safe.pdf", 'safe.pdf'],
		['attachment; filename="Прайс-лист.pdf"', 'Прайс-лист.pdf'],
		['attachment; filename="%D1%84.pdf"', 'ф.pdf'],
		['attachment; filename="100%.pdf"', '100%.pdf'],
		['attachment; filename="../../etc/passwd"', 'passwd.mp4'],
		['attachment; filename="..\\\\..\\\\boot.ini"', 'boot.ini'],
		['attachment; filename="C:\\files\\a.pdf"', 'a.pdf'],
		["attachment; filename*=UTF-8''..%2F..%2Fpasswd", 'passwd.mp4'],
		['attachment; filename=".."', 'clip.mp4'],
		['attachment; filename="."', 'clip.mp4'],
		['attachment; filename="a/"', 'clip.mp4'],
		['attachment; filename=""', 'clip.mp4'],
		['attachment; filename="gpj.\u202eexe"', 'gpj.exe'],
		['inline', 'clip.mp4'],
	])('is taken from %j as %j', async (header, name) => {
		const { error, calls } = await sentFrom(named(header));
		expect(error).toBeUndefined();
		expect(calls[0].files.video.filename).toBe(name);
	});

	test('keeps an escaped quote, as a form writes it', async () => {
		const { calls } = await sentFrom(named('attachment; filename="a\\"b.pdf"'));
		expect(decodeURIComponent(calls[0].files.video.filename)).toBe('a"b.pdf');
	});

	test('is read quickly from a header of backslashes alone', async () => {
		const { calls } = await sentFrom(named(`attachment; filename="${'\\'.repeat(12_000)}`));
		expect(calls).toHaveLength(1);
	});

	test.each<[from: string, to: string, name: string]>([
		['/get?id=1', '/files/clip.mp4?sig=1', 'clip.mp4'],
		['/old.mp4', '/new.mp4', 'new.mp4'],
		['/clip.mp4', '/blobs/8f3a', 'clip.mp4'],
		['/get', '/blobs/8f3a', '8f3a.mp4'],
		['/get', '/', 'get.mp4'],
		['/a.mp4', '/%2e%2e%2f%2e%2e%2fb.mp4', 'b.mp4'],
	])('at %s that redirects to %s is %s', async (from, to, name) => {
		const { calls } = await sentFrom(
			(request, response) => {
				if (request.url === from) return void response.writeHead(302, { location: to }).end();
				response.setHeader('content-type', 'video/mp4');
				response.end('seven b');
			},
			{ path: from },
		);
		expect(calls[0].files.video.filename).toBe(name);
	});
});
