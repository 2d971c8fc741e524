import type { RequestListener } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { until } from '../../scripts/lib/until';
import { useBot } from '../support/bot';
import { freeUrl, startOddServer } from '../support/odd';
import { PATIENCE_MS } from '../support/patience';
import { byId } from '../support/locators';

const { emulator, run } = useBot();

const SMALL = 'seven b';
/** More than is read before an upload begins. */
const LARGE = 'x'.repeat(1_000_000);

type Answer = (...exchange: Parameters<RequestListener>) => void;

const file =
	(content: string, headers: IDataObject = {}): Answer =>
	(_request, response) =>
		void response
			.writeHead(200, { 'content-type': 'video/mp4', ...headers } as Record<string, string>)
			.end(content);

/** Sends a video from a server that answers so; `path` is the end of its address. */
async function sentFrom(answer: Answer, path = '/clip.mp4', added: IDataObject = {}) {
	const server = await startOddServer(answer);
	try {
		const { error } = await run('sendVideo', {
			chatId: byId('-1001'),
			source: 'url',
			fileUrl: `${server.url}${path}`,
			additionalFields: { allowPrivateAddresses: true, ...added },
		});
		const calls = await emulator.calls('sendVideo');
		return { error, calls, asked: server.asked, host: new URL(server.url).host };
	} finally {
		await server.close();
	}
}

describe('a file at an address is fetched and uploaded', () => {
	test.each<[what: string, answer: Answer, size: number]>([
		['small, of known size', file(SMALL, { 'content-length': 7 }), 7],
		['small, of unknown size', file(SMALL, { 'transfer-encoding': 'chunked' }), 7],
		['large, of known size', file(LARGE, { 'content-length': LARGE.length }), LARGE.length],
		['large, of unknown size', file(LARGE, { 'transfer-encoding': 'chunked' }), LARGE.length],
		['empty', file(''), 0],
	])('%s', async (_what, answer, size) => {
		const { error, calls } = await sentFrom(answer);
		expect(error).toBeUndefined();
		expect(calls).toMatchObject([
			{ status: 200, files: { video: { filename: 'clip.mp4', mime_type: 'video/mp4', size } } },
		]);
	});

	test.each<[name: string, path: string, headers: IDataObject, added: IDataObject]>([
		['Our clip.mp4', '/a/Our%20clip.mp4?size=1', {}, {}],
		['named.mp4', '/x', { 'content-disposition': 'attachment; filename="named.mp4"' }, {}],
		['ü.mp4', '/x', { 'content-disposition': "attachment; filename*=UTF-8''%C3%BC.mp4" }, {}],
		['own.mp4', '/x.mp4', { 'content-disposition': 'filename=no.mp4' }, { fileName: 'own.mp4' }],
		['file.mp4', '/', {}, {}],
	])('is named %s', async (name, path, headers, added) => {
		const { calls } = await sentFrom(file(SMALL, headers), path, added);
		expect(calls[0].files.video.filename).toBe(name);
		expect(calls[0].params).toEqual({ chat_id: '-1001' });
	});

	test('after a redirect', async () => {
		const { calls } = await sentFrom((request, response) => {
			if (request.url === '/there.mp4') return file(SMALL)(request, response);
			response.writeHead(302, { location: '/there.mp4' }).end();
		});
		expect(calls).toMatchObject([{ status: 200, files: { video: { size: 7 } } }]);
	});

	test('again for each attempt of the upload', async () => {
		await emulator.fault({ kind: 'error', status: 400, description: 'MESSAGE_TOO_MUCH' });
		const { calls, asked } = await sentFrom(file(LARGE));
		expect(calls.map(({ status }) => status)).toEqual([400, 200]);
		expect(calls[1].files.video.size).toBe(LARGE.length);
		expect(asked).toHaveLength(2);
	});

	test('again if the first fetch fails', async () => {
		let fetches = 0;
		const { error, calls } = await sentFrom((request, response) => {
			if (fetches++ === 0) return void response.writeHead(503).end();
			file(SMALL)(request, response);
		});
		expect(error).toBeUndefined();
		expect(calls).toHaveLength(1);
	});
});

describe('a file that cannot be fetched is reported, and nothing is sent', () => {
	test.each<[what: string, answer: Answer, words: string, advice: string]>([
		[
			'not there',
			(_, answer) => void answer.writeHead(404).end(),
			'answered with HTTP 404',
			'browser',
		],
		['a login', (_, answer) => void answer.writeHead(401).end(), 'HTTP 401', 'asks for a login'],
		['no answer', (request) => void request.destroy(), 'was interrupted', 'Nothing was sent'],
	])('%s', async (_what, answer, words, advice) => {
		const { error, calls, host } = await sentFrom(answer, '/bot1:secret/clip.mp4');
		expect(error?.message).toMatch(/^URL: /);
		expect(error?.message).toContain(host);
		expect(error?.message).toContain(words);
		expect(error?.description).toContain(advice);
		expect(JSON.stringify([error?.message, error?.description])).not.toContain('secret');
		expect(calls).toEqual([]);
	});

	test('breaks off in the middle: it is not said to have been sent', async () => {
		const { error, asked, host } = await sentFrom((_request, response) => {
			response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 3_000_000 });
			response.write(LARGE, () => setTimeout(() => response.destroy(), 100));
		});
		expect(error?.message).toBe(`URL: the connection to ${host} was interrupted`);
		expect(error?.description).toContain('Nothing was sent');
		expect(asked).toHaveLength(1);
		const hasEnded = async () => (await emulator.calls()).length === 1;
		await until('the server has seen the end', hasEnded, PATIENCE_MS, { pauseMs: 10 });
		expect(await emulator.calls()).toMatchObject([{ status: 400 }]);
	});

	test('a server that is not there', async () => {
		const fileUrl = `${await freeUrl()}/clip.mp4`;
		const { error } = await run('sendVideo', {
			chatId: byId('-1001'),
			source: 'url',
			fileUrl,
			additionalFields: { allowPrivateAddresses: true },
		});
		expect(error?.message).toBe(`URL: ${new URL(fileUrl).host} cannot be reached`);
		expect(await emulator.calls()).toEqual([]);
	});

	test.each(['clip.mp4', 'ftp://example.com/a', 'file:///etc/passwd', 'https://'])(
		'%s is refused as an address',
		async (fileUrl) => {
			const { error } = await run('sendVideo', { chatId: byId('-1001'), source: 'url', fileUrl });
			expect(error?.message).toBe('URL is not the URL of a file');
			expect(await emulator.calls()).toEqual([]);
		},
	);
});

test('an album takes files from addresses, and none of these servers gets the token', async () => {
	const seen: string[] = [];
	const server = await startOddServer((request, response) => {
		seen.push(JSON.stringify([request.url, request.headers]));
		file(LARGE, { 'content-type': 'image/jpeg' })(request, response);
	});
	try {
		const entry = ['one', 'two'].map((name) => ({
			type: 'photo',
			source: 'url',
			fileUrl: `${server.url}/${name}.jpg`,
		}));
		const { error } = await run('sendMediaGroup', {
			chatId: byId('-1001'),
			media: { entry: [...entry, { ...entry[0], fileName: 'three.jpg' }] },
			additionalFields: { allowPrivateAddresses: true },
		});
		expect(error).toBeUndefined();
		const [call] = await emulator.calls('sendMediaGroup');
		const files = Object.values(call.files) as Array<{ filename: string; size: number }>;
		expect(files.map(({ filename }) => filename)).toEqual(['one.jpg', 'two.jpg', 'three.jpg']);
		expect(files.map(({ size }) => size)).toEqual(Array(3).fill(LARGE.length));
		expect(seen.join()).not.toContain(emulator.token);
	} finally {
		await server.close();
	}
});
