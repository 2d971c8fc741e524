import { request } from 'node:http';

import { useEmulator, type Json } from '../support/emulator';
import { accepted } from './answers';
import { upload } from './upload';

const emulator = useEmulator();
const { chats } = emulator.defaults;

const send = async (text: string) =>
	accepted(await emulator.api('sendMessage', { chat_id: chats.demoGroup, text }));

describe('calls', () => {
	test('keep the request and the answer', async () => {
		await send('Hi');
		await emulator.api('getme');
		expect(await emulator.calls()).toEqual([
			{
				id: expect.any(Number),
				method: 'sendMessage',
				path_form: 'bot',
				http_method: 'POST',
				content_type: 'application/json',
				params: { chat_id: chats.demoGroup, text: 'Hi' },
				files: {},
				status: 200,
				response: { ok: true, result: expect.objectContaining({ text: 'Hi' }) },
				started_at: expect.any(Number),
				duration_ms: expect.any(Number),
			},
			expect.objectContaining({ method: 'getMe' }),
		]);
	});

	test('keep a description of each file', async () => {
		await upload(
			emulator,
			'sendVideo',
			{ chat_id: String(chats.demoGroup) },
			{ video: { content: 'bytes', filename: 'a.mp4', type: 'video/mp4' } },
		);
		const [{ params, files, content_type }] = await emulator.calls();
		expect(content_type).toBe('multipart/form-data');
		expect(params).toEqual({ chat_id: String(chats.demoGroup) });
		expect(files).toEqual({ video: { filename: 'a.mp4', mime_type: 'video/mp4', size: 5 } });
	});

	test('can be listed for one method, in any case, and only the last ones', async () => {
		for (const text of ['1', '2', '3']) await send(text);
		await emulator.api('getMe');
		expect(await emulator.calls('SENDMESSAGE')).toHaveLength(3);
		const last = await emulator.control('get', 'calls?method=sendMessage&limit=2');
		expect(last.map((call: Json) => call.params.text)).toEqual(['2', '3']);
	});

	test('can be cleared', async () => {
		await send('Hi');
		await emulator.control('delete', 'calls');
		expect(await emulator.calls()).toEqual([]);
	});

	test('never contain the token, wherever a caller puts it', async () => {
		const { url, token } = emulator;
		await fetch(`${url}/bot${token}/getMe?token=${token}`);
		await fetch(`${url}/bot${token}/sendMessage?chat_id=${chats.demoGroup}&text=My+${token}`);
		await fetch(`${url}/getMe/${token}`);
		await emulator.api('setWebhook', { url: `https://example.org/${token}` });
		const log = await emulator.calls();
		expect(log).toHaveLength(4);
		expect(JSON.stringify(log)).not.toContain(token);
	});

	test('are kept only up to a limit of memory', async () => {
		const text = 'x'.repeat(2 ** 20 - 100);
		for (let call = 0; call < 24; call++) {
			await emulator.api('sendMessage', { chat_id: chats.demoGroup, text });
		}
		const kept = await emulator.calls();
		expect(kept.length).toBeGreaterThan(10);
		expect(kept.length).toBeLessThan(24);
		expect(kept.at(-1)?.id).toBe(Math.max(...kept.map(({ id }) => id)));
	});

	test.each(['limit=0', 'limit=all', 'limit=-1', 'method=a&method=b', 'methods=a'])(
		'are refused by %s',
		async (query) => {
			const response = await fetch(`${emulator.url}/_emulator/calls?${query}`);
			expect(response.status).toBe(400);
		},
	);
});

describe('events', () => {
	test('report changes as they happen', async () => {
		const seen = await new Promise<string>((resolve, reject) => {
			let text = '';
			const watcher = request(`${emulator.url}/_emulator/events`, (response) => {
				expect(response.headers['content-type']).toBe('text/event-stream');
				// Only its effect, the event, is awaited.
				void send('Seen').catch(reject);
				response.on('data', (chunk) => {
					text += chunk;
					if (!text.includes('"type":"call"')) return;
					watcher.destroy();
					resolve(text);
				});
			});
			watcher.on('error', reject);
			watcher.end();
		});
		const events = seen
			.split('\n')
			.filter((line) => line.startsWith('data: '))
			.map((line) => JSON.parse(line.slice(6)));
		expect(events.map(({ type }) => type)).toEqual(['message', 'call']);
		expect(events[0].message).toMatchObject({ text: 'Seen' });
		expect(JSON.stringify(events)).not.toContain(emulator.token);
	});
});
