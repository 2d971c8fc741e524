import { createReadStream } from 'node:fs';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import FormData from 'form-data';

import { useEmulator } from '../support/emulator';
import { peakMemory } from '../support/peakMemory';
import { accepted, expectRefusal, until } from './answers';
import { startProcess } from './process';
import { post, upload } from './upload';

const emulator = useEmulator();
const { token, chats } = { token: emulator.token, chats: emulator.defaults.chats };

const MEGABYTE = 1024 ** 2;

describe('a large upload', () => {
	let folder: string;

	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'upload-'));
	});

	afterAll(async () => {
		await rm(folder, { recursive: true });
	});

	/** A form with a sparse file, which takes no space on the disk. */
	const formWith = async (bytes: number): Promise<FormData> => {
		const file = path.join(folder, `${bytes}.mp4`);
		const handle = await open(file, 'w');
		await handle.truncate(bytes);
		await handle.close();
		const form = new FormData();
		form.append('chat_id', String(chats.demoGroup));
		form.append('video', createReadStream(file), { filename: 'large.mp4' });
		return form;
	};

	test('of 300 MB is not held in memory as a whole', async () => {
		const server = startProcess(['--port', '0']);
		try {
			const url = `${await server.url()}/bot${token}/sendVideo`;
			const { video } = accepted(await post(url, await formWith(300 * MEGABYTE)));
			expect(video.file_size).toBe(300 * MEGABYTE);
			expect(peakMemory(server.pid)).toBeLessThan(250 * MEGABYTE);
		} finally {
			await server.end();
		}
	});

	test('above the limit is answered with 413 after it was read', async () => {
		await emulator.settings({ maxFileSizeBytes: MEGABYTE });
		const url = `${emulator.url}/bot${token}/sendVideo`;
		const answer = await post(url, await formWith(20 * MEGABYTE));
		expectRefusal(answer, 413, 'Request Entity Too Large');
	});
});

describe('files on the disk', () => {
	const filesOnDisk = async () => {
		const { files } = await emulator.state();
		return await readdir(path.dirname(files[0].disk_path!));
	};
	const send = async (fields: Record<string, string>) =>
		await upload(emulator, 'sendVideo', fields, {
			video: { content: 'bytes', filename: 'a.mp4', type: 'video/mp4' },
		});
	const chat_id = String(chats.demoGroup);

	test('exist only for files of messages', async () => {
		accepted(await send({ chat_id }));
		await send({ chat_id: '77' });
		await send({ chat_id, unknown: '1' });
		await emulator.settings({ maxFileSizeBytes: 3 });
		expect((await send({ chat_id })).status).toBe(413);
		expect(await filesOnDisk()).toHaveLength(1);
	});

	test('are removed by a reset, and kept by a seed', async () => {
		accepted(await send({ chat_id }));
		await emulator.control('post', 'seed', {});
		expect(await filesOnDisk()).toHaveLength(1);
		const folder = path.dirname((await emulator.state()).files[0].disk_path!);
		await emulator.control('post', 'reset', {});
		expect(await readdir(folder)).toEqual([]);
	});

	test('are removed if the caller disconnects', async () => {
		accepted(await send({ chat_id }));
		const { hostname, port } = new URL(emulator.url);
		const socket = connect(Number(port), hostname);
		socket.write(
			`POST /bot${token}/sendVideo HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 100000\r\n` +
				'Content-Type: multipart/form-data; boundary=X\r\n\r\n' +
				'--X\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\n\r\nbytes',
		);
		await until(async () => (await filesOnDisk()).length === 2);
		socket.destroy();
		await until(async () => (await filesOnDisk()).length === 1);
		const { status } = (await emulator.calls('sendVideo'))[1];
		expect(status).toBe(400);
	});
});

describe('a multipart body that cannot be read', () => {
	const post = async (body: string) => {
		const url = `${emulator.url}/bot${token}/sendVideo`;
		const headers = { 'content-type': 'multipart/form-data; boundary=X' };
		const response = await fetch(url, { method: 'POST', headers, body });
		return { status: response.status, body: await response.json() };
	};

	test('is refused with 400', async () => {
		const { status, body } = await post(
			'--X\r\nContent-Disposition: form-data; name="chat_id"\r\n',
		);
		expect({ status, body }).toMatchObject({ status: 400, body: { ok: false, error_code: 400 } });
	});
});
