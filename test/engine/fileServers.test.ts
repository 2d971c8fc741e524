import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';

import { useBot } from '../support/bot';
import { useClock } from '../support/clock';
import { written } from '../support/logged';
import { startOddServer, type OddServer } from '../support/odd';

const { run } = useBot();

const MEGABYTE = 1_000_000;
const SECRET = 'AAEmulatorTokenForTryingThingsOut';

const contentOf = (data: { data: string } | undefined) =>
	Buffer.from(data!.data, 'base64').toString();

let server: OddServer;

afterEach(async () => await server.close());

/** Gets a file with this answer of getFile, and this download. */
async function get(
	file: object,
	download: (response: ServerResponse, path: string) => void,
	{ isSecure = false } = {},
) {
	written.length = 0;
	server = await startOddServer(
		(request, response) => {
			if (request.url?.startsWith('/file/')) return download(response, request.url);
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ ok: true, result: { file_id: 'f', ...file } }));
		},
		{ isSecure },
	);
	const {
		outputs,
		error,
		run: saved,
	} = await run(
		'getFile',
		{ fileId: 'f', largestFileMb: 1 },
		{ credential: { baseUrl: server.url, ignoreSslIssues: isSecure } },
	);
	const readable = inspect([saved, error, outputs], { depth: 12, showHidden: true });
	expect([readable, ...written].join()).not.toContain(SECRET);
	const downloads = server.asked.filter((path) => path.startsWith('/file/'));
	return { data: outputs[0]?.[0]?.binary?.data, error, downloads: downloads.length };
}

const PDF = { file_path: 'documents/report.pdf' };

test('a file that is too large by getFile is not asked for', async () => {
	const { error, downloads } = await get({ ...PDF, file_size: 3 * MEGABYTE }, (response) =>
		response.end('%PDF-'),
	);
	expect(error?.message).toBe('The file has 3.0 MB, and Max File Size is 1.0 MB');
	expect(error?.description).toContain('Raise Max File Size');
	expect(downloads).toBe(0);
});

test('a file that is too large by its header is not read', async () => {
	let cut = () => {};
	const isCut = new Promise<void>((resolve) => (cut = resolve));
	const { error, downloads } = await get(PDF, (response) => {
		response.on('close', cut);
		response.writeHead(200, { 'content-length': 1000 * MEGABYTE });
		const goOn = () => void response.write(Buffer.alloc(MEGABYTE));
		response.on('drain', goOn);
		goOn();
	});
	expect(error?.message).toContain('The file has 1000.0 MB');
	await isCut;
	expect(downloads).toBe(1);
});

test('a file that turns out to be too large on its way is given up', async () => {
	const { error, downloads } = await get(PDF, (response) => {
		for (let part = 0; part < 3; part++) response.write(Buffer.alloc(MEGABYTE));
		response.end();
	});
	expect(error?.message).toContain('The file has more');
	expect(downloads).toBe(1);
});

test.each<[string, (response: ServerResponse) => void]>([
	['a page of a proxy', (response) => response.writeHead(502).end()],
	['a cut', (response) => response.destroy()],
	[
		'a cut in the middle',
		(response) => response.writeHead(200).write('%PD', () => response.destroy()),
	],
])('a file is asked for again after %s', async (_what, stumble) => {
	let stumbles = 1;
	const { data, downloads } = await get(PDF, (response) => {
		if (stumbles-- > 0) stumble(response);
		else response.end('%PDF-');
	});
	expect(contentOf(data)).toBe('%PDF-');
	expect(downloads).toBe(2);
});

describe('a server that sends a byte a second', () => {
	const clock = useClock();

	const drip = async (response: ServerResponse) => {
		for (let second = 0; second < 600 && !response.destroyed; second++) {
			response.write('x');
			await clock.sleep(1000);
		}
		response.end();
	};

	test('is given up, and the error says so', async () => {
		const { data, error } = await get(PDF, (response) => void drip(response));
		expect(data).toBeUndefined();
		expect(error).toMatchObject({
			message: 'The server sends too slowly',
			description: expect.stringContaining('Check the network between n8n and the server'),
		});
	});

	test('is given up even if it sends an error and no file', async () => {
		const { passed } = clock;
		const { error } = await get(PDF, (response) => {
			response.writeHead(404);
			void drip(response);
		});
		expect(error?.message).toContain('HTTP 404');
		expect(clock.passed - passed).toBeLessThan(60_000);
	});
});

test('a file that is not there is reported once', async () => {
	const { error, downloads } = await get(PDF, (response) => response.writeHead(404).end());
	expect(error?.message).toContain('HTTP 404');
	expect(downloads).toBe(1);
});

test.each([
	[404, { ok: false, error_code: 404, description: 'Not Found' }, 'The file is gone (Not Found)'],
	[410, { ok: false, error_code: 410, description: 'Gone' }, 'The file is gone (Gone)'],
	[404, { ok: false }, 'The file is gone (The server gave no reason (HTTP 404))'],
	[
		404,
		{ ok: false, error_code: 404, description: `no /file/bot4839574812:${SECRET}/a` },
		'The file is gone (no /file/bot4839574812:<token>/a)',
	],
])('an answer of the API with %s says that the file is gone: %j', async (status, body, words) => {
	const { error, downloads } = await get(PDF, (response) =>
		response.writeHead(status).end(JSON.stringify(body)),
	);
	expect(error).toMatchObject({
		name: 'NodeApiError',
		message: words,
		description: expect.stringContaining('Ask for the file again'),
		httpCode: String(status),
	});
	expect(downloads).toBe(1);
});

test('an answer of the API instead of a file is reported in its own words', async () => {
	const { error, downloads } = await get(PDF, (response) =>
		response
			.writeHead(403)
			.end(JSON.stringify({ ok: false, error_code: 403, description: 'Forbidden: no files' })),
	);
	expect(error).toMatchObject({ message: 'Forbidden: no files', httpCode: '403' });
	expect(downloads).toBe(1);
});

test('an answer of the API that asks for a wait is waited for', async () => {
	let refusals = 1;
	const { data, downloads } = await get(PDF, (response) => {
		if (refusals-- === 0) return void response.end('%PDF-');
		const parameters = { retry_after: 0 };
		const body = { ok: false, error_code: 429, description: 'Too Many Requests', parameters };
		response.writeHead(429).end(JSON.stringify(body));
	});
	expect(contentOf(data)).toBe('%PDF-');
	expect(downloads).toBe(2);
});

describe('a redirect', () => {
	let other: OddServer;
	let asked: string[];

	beforeEach(async () => {
		asked = [];
		other = await startOddServer((request, response) => {
			asked.push([request.url, ...request.rawHeaders].join(' '));
			if (request.url === '/gone') response.writeHead(404).end('<Error/>');
			else if (request.url === '/on') response.writeHead(302, { location: '/there?a=1' }).end();
			else response.writeHead(200, { 'content-type': 'image/png' }).end('%PNG');
		});
	});

	afterEach(async () => await other.close());

	const to = (location: string, status: number) => (response: ServerResponse) =>
		response.writeHead(status, { location }).end('Moved');

	test.each([301, 302, 303, 307, 308])('%i to another host is followed', async (status) => {
		const { data, downloads } = await get(PDF, to(`${other.url}/there?a=1`, status));
		expect(contentOf(data)).toBe('%PNG');
		expect(data).toMatchObject({ fileName: 'report.pdf', mimeType: 'image/png' });
		expect(downloads).toBe(1);
		expect(asked).toEqual([expect.stringMatching(/^\/there\?a=1 /)]);
		expect(asked.join()).not.toContain(SECRET);
	});

	test('that leads to another redirect is followed', async () => {
		const { data } = await get(PDF, to(`${other.url}/on`, 302));
		expect(contentOf(data)).toBe('%PNG');
		expect(asked).toHaveLength(2);
	});

	test.each(['', '%3A'])(
		'to another host with the token in it is not followed%s',
		async (colon) => {
			const token = `4839574812${colon || ':'}${SECRET}`;
			const { error, downloads } = await get(PDF, to(`${other.url}/file/bot${token}/a.pdf`, 302));
			expect(error?.message).toContain('The server answered with a redirect to http://127.0.0.1');
			expect(downloads).toBe(1);
			expect(asked).toEqual([]);
		},
	);

	test('within the server is followed, even with the token in it', async () => {
		const { data, downloads } = await get(PDF, (response, path) => {
			if (path.startsWith('/file//')) response.end('%PDF-');
			else to(path.replace('/file/', '/file//'), 307)(response);
		});
		expect(contentOf(data)).toBe('%PDF-');
		expect(downloads).toBe(2);
	});

	describe('from https', () => {
		const secure = { isSecure: true };
		const toItself = (path: string) => path.replace('/file/', '/file//');

		test('to https is followed', async () => {
			const { data, downloads } = await get(
				PDF,
				(response, path) => {
					if (path.startsWith('/file//')) response.end('%PDF-');
					else to(toItself(path), 302)(response);
				},
				secure,
			);
			expect(contentOf(data)).toBe('%PDF-');
			expect(downloads).toBe(2);
		});

		test('to a host with a self-signed certificate gets nothing: Ignore SSL Issues is for the server alone', async () => {
			const unsigned = await startOddServer((_request, response) => response.end('%PNG'), secure);
			const { data, error } = await get(PDF, to(`${unsigned.url}/there`, 302), secure);
			await unsigned.close();
			expect(error?.message).toBe('The server cannot be reached');
			expect(data).toBeUndefined();
			expect(unsigned.asked).toEqual([]);
		});

		test.each([301, 302, 303, 307, 308])('to http is not followed: %i', async (status) => {
			const { error, downloads } = await get(PDF, to(`${other.url}/there?a=1`, status), secure);
			expect(error?.message).toBe(
				`The server answered with a redirect to ${other.url} (HTTP ${status})`,
			);
			expect(downloads).toBe(1);
			expect(asked).toEqual([]);
		});

		test('to http is not followed through another address of the server either', async () => {
			const { error, downloads } = await get(
				PDF,
				(response, path) => {
					const isSecond = path.startsWith('/file//');
					to(isSecond ? `${other.url}/there` : toItself(path), 302)(response);
				},
				secure,
			);
			expect(error?.message).toContain(`a redirect to ${other.url}`);
			expect(downloads).toBe(2);
			expect(asked).toEqual([]);
		});

		test('to http on the host of the server is not followed: its path holds the token', async () => {
			const { error, downloads } = await get(
				PDF,
				(response, path) => to(`${server.url.replace('https:', 'http:')}${path}`, 302)(response),
				secure,
			);
			expect(error?.message).toContain('a redirect to http://127.0.0.1');
			expect(downloads).toBe(1);
		});
	});

	test('that never ends is given up', async () => {
		const { error, downloads } = await get(PDF, (response, path) => to(path, 302)(response));
		expect(error?.message).toContain('The server answered with a redirect');
		expect(downloads).toBe(6);
	});

	test.each(['file:///etc/passwd', 'ftp://127.0.0.1/a', 'there', ''])(
		'to %j is not followed',
		async (location) => {
			const { error, downloads } = await get(PDF, to(location, 302));
			expect(error?.message).toContain('The server answered with a redirect');
			expect(downloads).toBe(1);
		},
	);

	test('to a file that is gone says so', async () => {
		const { error } = await get(PDF, to(`${other.url}/gone`, 302));
		expect(error).toMatchObject({ message: 'The file is gone', httpCode: '404' });
	});
});

test.each(['/var/lib/bots/file_0.pdf', 'C:\\bots\\file_0.pdf', 'file:///bots/file_0.pdf'])(
	'of a server that keeps its files at %s, the error says so',
	async (path) => {
		const { error } = await get({ file_path: path }, (response) => {
			response.statusCode = 404;
			response.end('x');
		});
		expect(error?.message).toMatch(/^The server keeps this file on its own disk/);
	},
);

test('an error of a server that keeps its files on its own disk is not taken for that', async () => {
	const { error } = await get({ file_path: '/var/lib/bots/file_0.pdf' }, (response) => {
		response.statusCode = 401;
		response.end('x');
	});
	expect(error?.message).not.toContain('its own disk');
});

test('a file without a path is refused', async () => {
	const { error } = await get({}, (response) => response.end('x'));
	expect(error?.message).toBe('The server does not offer this file for download');
});

test.each<[string, string, string | undefined, string]>([
	['by the ending of its name', 'a/report.pdf', undefined, 'application/pdf'],
	['by the server', 'a/report', 'text/csv; charset=utf-8', 'text/csv'],
	['by its name if the server says nothing', 'a/x.png', 'application/octet-stream', 'image/png'],
	['by nobody', 'a/report', undefined, 'application/octet-stream'],
	[
		'by nobody if a dot is in the name alone',
		'a/v1.0-of-it',
		undefined,
		'application/octet-stream',
	],
])('the type is set %s', async (_who, file_path, type, mimeType) => {
	const { data } = await get({ file_path }, (response) => {
		if (type) response.setHeader('content-type', type);
		response.end('x');
	});
	expect(data?.mimeType).toBe(mimeType);
});

test.each([
	['photos/123', '\x89PNG\r\n\x1a\n', '123.png', 'image/png'],
	['documents/file_5.bin', '%PDF-1.7', 'file_5.pdf', 'application/pdf'],
	['documents/data', 'hello', 'data', 'application/octet-stream'],
])('the file %s is named by its first bytes', async (file_path, content, fileName, mimeType) => {
	const { data } = await get({ file_path }, (response) => {
		response.setHeader('content-type', 'application/octet-stream');
		response.end(Buffer.from(content, 'latin1'));
	});
	expect(data).toMatchObject({ fileName, mimeType });
	expect(Buffer.from(data!.data, 'base64').toString('latin1')).toBe(content);
});
