import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import axios from 'axios';

import { useClock } from '../../support/clock';
import { WebhookTrigger } from '../../support/webhookTrigger';

/** Servers with broken downloads that the emulator cannot produce. */
const servers: Server[] = [];

type Download = (response: ServerResponse) => void;

async function startServer(file: object, download: Download) {
	const seen = { secret: '', downloads: 0 };
	const server = createServer((request, response) => {
		const method = request.url?.split('/').at(-1);
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			if (request.url?.startsWith('/file/')) {
				seen.downloads++;
				return download(response);
			}
			const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
			if (method === 'setWebhook') seen.secret = body.secret_token;
			const results: Record<string, unknown> = { getFile: file, getWebhookInfo: { url: '' } };
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ ok: true, result: results[method ?? ''] ?? true }));
		});
	}).listen(0, '127.0.0.1');
	servers.push(server);
	await new Promise((resolve) => server.once('listening', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { url, seen };
}

const triggers: WebhookTrigger[] = [];

afterEach(() => {
	for (const trigger of triggers.splice(0)) trigger.server.close();
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

/** Pushes a message with a document; returns the item that starts the workflow. */
async function itemFor(document: object, file: object, download: Download) {
	const { url, seen } = await startServer(file, download);
	const trigger = new WebhookTrigger(
		{ baseUrl: url, botToken: '7:secret' },
		{ downloadFiles: true, largestFileMb: 1 },
	);
	triggers.push(trigger);
	await trigger.listen();
	await trigger.open();
	const chat = { id: 1, type: 'private' };
	const { status } = await axios.post(
		trigger.address(),
		{
			update_id: 1,
			message: { message_id: 1, date: 1, chat, document: { file_id: 'f', ...document } },
		},
		{ headers: { 'X-Telegram-Bot-Api-Secret-Token': seen.secret } },
	);
	expect(status).toBe(200);
	expect(trigger.started).toHaveLength(1);
	const { item } = trigger.started[0];
	expect(JSON.stringify(item)).not.toContain('secret');
	return { item, note: item.json.downloadNote, downloads: seen.downloads };
}

const MEGABYTE = 1_000_000;

const FILE = { file_id: 'f', file_path: 'documents/report.pdf' };

const send: Download = (response) => response.end('%PDF-');

/** Without a length, as some servers do. */
const sendMegabytes =
	(count: number): Download =>
	(response) => {
		response.writeHead(200);
		for (let part = 0; part < count; part++) response.write(Buffer.alloc(MEGABYTE));
		response.end();
	};

test.each([
	['the update', { file_size: 3 * MEGABYTE }, FILE],
	['getFile', {}, { ...FILE, file_size: 3 * MEGABYTE }],
])('a file that is too large according to %s is not fetched', async (_who, document, file) => {
	const { note, downloads, item } = await itemFor(document, file, send);
	expect(note).toBe('Not fetched: the file has 3.0 MB, and Max File Size is 1.0 MB');
	expect(downloads).toBe(0);
	expect(item).not.toHaveProperty('binary');
});

test('a file that turns out to be too large is given up', async () => {
	const { note, item } = await itemFor({}, FILE, sendMegabytes(3));
	expect(note).toBe('Not fetched: the file has more, and Max File Size is 1.0 MB');
	expect(item).not.toHaveProperty('binary');
});

test('a file of the largest size arrives whole', async () => {
	const { note, item } = await itemFor({}, FILE, sendMegabytes(1));
	expect(note).toBeUndefined();
	expect(Buffer.from(item.binary!.data.data, 'base64')).toHaveLength(MEGABYTE);
});

test('the name and the type come from the message, or else from the path', async () => {
	const named = await itemFor({ file_name: 'mine.txt', mime_type: 'text/plain' }, FILE, send);
	expect(named.item.binary?.data).toMatchObject({ fileName: 'mine.txt', mimeType: 'text/plain' });
	const plain = await itemFor({}, FILE, send);
	expect(plain.item.binary?.data).toMatchObject({
		fileName: 'report.pdf',
		mimeType: 'application/pdf',
	});
});

test.each<[string, object, Download, string]>([
	['no path', { file_id: 'f' }, send, 'does not offer this file'],
	['404', FILE, (response) => response.writeHead(404).end(), 'HTTP 404'],
	['a cut', FILE, (response) => response.destroy(), 'was interrupted'],
	[
		'a cut in the middle',
		FILE,
		(response) => response.writeHead(200).write('%PDF-', () => response.destroy()),
		'was interrupted',
	],
])('a download that ends in %s leaves a note', async (_how, file, download, words) => {
	const { note, item } = await itemFor({}, file, download);
	expect(note).toContain(words);
	expect(item).not.toHaveProperty('binary');
	expect(item.json.mediaType).toBe('document');
});

describe('with the clock', () => {
	const clock = useClock();

	/** Sends as many bytes every second. */
	const sendSlowly =
		(bytes: number, seconds: number): Download =>
		(response) => {
			const send = async () => {
				for (let second = 0; second < seconds && !response.destroyed; second++) {
					response.write(Buffer.alloc(bytes));
					await clock.sleep(1000);
				}
				response.end();
			};
			void send();
		};

	test('a download that stalls is given up, and leaves a note', async () => {
		const stall: Download = (response) => response.writeHead(200).write('%PDF-');
		const { note, item } = await itemFor({}, FILE, stall);
		expect(note).toContain('stopped sending');
		expect(item).not.toHaveProperty('binary');
	});

	test('a download that stalls is given up as soon if the clock is set back meanwhile', async () => {
		const { passed } = clock;
		const { note } = await itemFor({}, FILE, (response) => {
			response.writeHead(200).write('%PDF-');
			const setBack = async () => {
				// One long wait would end before the first byte arrives.
				for (let wait = 0; wait < 50; wait++) await clock.sleep(100);
				clock.setBack(3_600_000);
			};
			void setBack();
		});
		expect(note).toContain('stopped sending');
		expect(clock.passed - passed).toBeLessThan(60_000);
	});

	test('a download of a byte a second is given up, and leaves a note', async () => {
		const { note, item } = await itemFor({}, FILE, sendSlowly(1, 600));
		expect(note).toBe('Not fetched: the server sends too slowly');
		expect(item).not.toHaveProperty('binary');
	});

	test('a large file arrives whole although it takes longer than a short one may', async () => {
		const { note, item } = await itemFor({}, FILE, sendSlowly(30_000, 30));
		expect(note).toBeUndefined();
		expect(Buffer.from(item.binary!.data.data, 'base64')).toHaveLength(900_000);
	});
});

test('a server that fails once at the file is asked again', async () => {
	let stumbles = 1;
	const { note, downloads, item } = await itemFor({}, FILE, (response) => {
		if (stumbles-- > 0) response.writeHead(502).end();
		else send(response);
	});
	expect(note).toBeUndefined();
	expect(downloads).toBe(2);
	expect(item).toHaveProperty('binary.data');
});
