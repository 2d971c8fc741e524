import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import { written } from '../support/logged';
import { startOddServer, type OddServer } from '../support/odd';

const { run } = useBot();

const MEGABYTE = 1024 * 1024;
const SECRET = 'AAEmulatorTokenForTryingThingsOut';

const contentOf = (data: { data: string } | undefined) =>
	Buffer.from(data!.data, 'base64').toString();

describe('from the emulator', () => {
	async function sentVoice(): Promise<string> {
		const items = [{ json: {}, binary: { data: inMemory('hello', 'hello.ogg', 'audio/ogg') } }];
		const { json } = await run('sendVoice', { chatId: '-1001' }, { items });
		return (json[0].voice as IDataObject).file_id as string;
	}

	test('a file comes with its name and its type, into the field that was chosen', async () => {
		const fileId = await sentVoice();
		const { outputs } = await run('getFile', { fileId, binaryPropertyName: 'voice' });
		const [{ json, binary }] = outputs[0];
		expect(json).toMatchObject({ file_id: fileId, file_size: 5 });
		expect(Object.keys(binary ?? {})).toEqual(['voice']);
		expect(binary!.voice).toMatchObject({ fileExtension: 'ogg', mimeType: 'audio/ogg' });
		expect(contentOf(binary!.voice)).toBe('hello');
	});

	test('a file can be called otherwise', async () => {
		const additionalFields = { fileName: 'Mia.ogg' };
		const { outputs } = await run('getFile', { fileId: await sentVoice(), additionalFields });
		expect(outputs[0][0].binary?.data.fileName).toBe('Mia.ogg');
	});

	test('an item that fails leaves the others alone', async () => {
		const fileId = await sentVoice();
		const items = [{ json: { fileId: 'none' } }, { json: { fileId } }];
		const { outputs } = await run(
			'getFile',
			{ fileId: '={{ $json.fileId }}' },
			{ items, node: { onError: 'continueRegularOutput' } },
		);
		expect(outputs[0]).toMatchObject([
			{ json: { errorCode: 400 }, pairedItem: { item: 0 } },
			{ binary: { data: {} }, pairedItem: { item: 1 } },
		]);
	});
});

describe('from a server of its own kind', () => {
	let server: OddServer;

	afterEach(async () => await server.close());

	/** Gets a file of which getFile says this, and which comes like that. */
	async function get(file: object, download: (response: ServerResponse) => void) {
		written.length = 0;
		server = await startOddServer((request, response) => {
			if (request.url?.startsWith('/file/')) return download(response);
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ ok: true, result: { file_id: 'f', ...file } }));
		});
		const {
			outputs,
			error,
			run: saved,
		} = await run(
			'getFile',
			{ fileId: 'f', largestFileMb: 1 },
			{ credential: { baseUrl: server.url } },
		);
		const readable = inspect([saved, error, outputs], { depth: 12, showHidden: true });
		expect([readable, ...written].join()).not.toContain(SECRET);
		const downloads = server.asked.filter((path) => path.startsWith('/file/'));
		return { data: outputs[0]?.[0]?.binary?.data, error, downloads: downloads.length };
	}

	const PDF = { file_path: 'documents/report.pdf' };

	test('a file that getFile calls too large is not asked for', async () => {
		const { error, downloads } = await get({ ...PDF, file_size: 3 * MEGABYTE }, (response) =>
			response.end('%PDF-'),
		);
		expect(error?.message).toBe('The file has 3.0 MB, and Largest File is 1.0 MB');
		expect(error?.description).toContain('Raise Largest File');
		expect(downloads).toBe(0);
	});

	test('a file that turns out too large before it comes is not read', async () => {
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

	test('a file that turns out too large on its way is given up', async () => {
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
	])('after %s it is asked again', async (_what, stumble) => {
		let stumbles = 1;
		const { data, downloads } = await get(PDF, (response) => {
			if (stumbles-- > 0) stumble(response);
			else response.end('%PDF-');
		});
		expect(contentOf(data)).toBe('%PDF-');
		expect(downloads).toBe(2);
	});

	test('a file that is not there is reported once', async () => {
		const { error, downloads } = await get(PDF, (response) => response.writeHead(404).end());
		expect(error?.message).toContain('HTTP 404');
		expect(downloads).toBe(1);
	});

	test('a file without a path is not handed out', async () => {
		const { error } = await get({}, (response) => response.end('x'));
		expect(error?.message).toBe('The server does not hand this file out');
	});

	test.each<[string, string, string | undefined, string]>([
		['by the ending of its name', 'a/report.pdf', undefined, 'application/pdf'],
		['by the server', 'a/report', 'text/csv; charset=utf-8', 'text/csv'],
		['by its name if the server says nothing', 'a/x.png', 'application/octet-stream', 'image/png'],
		['by nobody', 'a/report', undefined, 'application/octet-stream'],
	])('the type is set %s', async (_who, file_path, type, mimeType) => {
		const { data } = await get({ file_path }, (response) => {
			if (type) response.setHeader('content-type', type);
			response.end('x');
		});
		expect(data?.mimeType).toBe(mimeType);
	});
});

test('more files than places are not fetched at once', async () => {
	let open = 0;
	let most = 0;
	const server = await startOddServer((request, response): void => {
		if (!request.url?.startsWith('/file/')) {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ ok: true, result: { file_path: 'a/b.txt' } }));
			return;
		}
		most = Math.max(most, ++open);
		setTimeout(() => {
			open--;
			response.end('x');
		}, 20);
	});
	try {
		const items = Array.from({ length: 12 }, () => ({ json: {} }));
		const { json, error } = await run(
			'getFile',
			{ fileId: 'f', traffic: { parallelRequests: 3 } },
			{ credential: { baseUrl: server.url }, items },
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(12);
		expect(most).toBeLessThanOrEqual(3);
	} finally {
		await server.close();
	}
});
