import FormData from 'form-data';

import { useEmulator } from '../support/emulator';
import { accepted } from './answers';
import { post } from './upload';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;

const BYTES = Buffer.from('0123456789');

const file = async (id: string, headers: Record<string, string> = {}) =>
	await fetch(`${emulator.url}/_emulator/files/${id}`, { headers });

/** Mia sends a picture through the page's route. */
async function sendPhoto(more: Record<string, string> = {}, type = 'image/png') {
	const form = new FormData();
	const fields = { user_id: users.mia, chat_id: chats.demoGroup, width: 4, height: 3, ...more };
	for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
	form.append('photo', BYTES, { filename: 'cat.png', contentType: type });
	return await post(`${emulator.url}/_emulator/act/photo`, form);
}

describe('a picture that a person sends', () => {
	test('reaches the bot as a message with the picture', async () => {
		const { body } = await sendPhoto({ caption: 'A cat' });
		expect(body).toMatchObject({ ok: true, message: { caption: 'A cat' } });
		const [update] = accepted(await emulator.api('getUpdates'));
		const [photo] = update.message.photo;
		expect(photo).toMatchObject({ width: 4, height: 3, file_size: BYTES.length });
		const { file_path } = accepted(await emulator.api('getFile', { file_id: photo.file_id }));
		const download = await fetch(`${emulator.url}/file/bot${emulator.token}/${file_path}`);
		expect(Buffer.from(await download.arrayBuffer())).toEqual(BYTES);
	});

	test('can be a document, which keeps its name', async () => {
		const form = new FormData();
		form.append('user_id', String(users.mia));
		form.append('chat_id', String(chats.demoGroup));
		form.append('document', BYTES, { filename: 'list.csv', contentType: 'text/csv' });
		await post(`${emulator.url}/_emulator/act/document`, form);
		const [update] = accepted(await emulator.api('getUpdates'));
		expect(update.message.document).toMatchObject({
			file_name: 'list.csv',
			mime_type: 'text/csv',
			file_size: BYTES.length,
		});
	});

	test('can be part of an album and a reply', async () => {
		const { body } = await sendPhoto({ media_group_id: 'album-1', reply_to_message_id: '3' });
		expect(body.message).toMatchObject({
			media_group_id: 'album-1',
			reply_to_message: { message_id: 3 },
		});
	});

	test('is refused from a person who may not send one, and is not kept', async () => {
		accepted(
			await emulator.api('restrictChatMember', {
				chat_id: chats.demoGroup,
				user_id: users.mia,
				permissions: { can_send_messages: true },
			}),
		);
		expect((await sendPhoto()).body).toEqual({
			ok: false,
			refused: 'you may not send media in this chat',
		});
		expect((await emulator.state()).files).toEqual([]);
	});

	test.each([
		['another kind of file', {}, 'text/plain', 'unsupported file format for photo: text/plain'],
		['an unknown field', { colour: 'red' }, 'image/png', 'unknown parameter "colour"'],
		[
			'a width in words',
			{ width: 'wide' },
			'image/png',
			'parameter "width" must be of type integer',
		],
	])('is refused with %s', async (_what, more, type, why) => {
		expect(await sendPhoto(more, type)).toMatchObject({
			status: 400,
			body: { description: `Bad Request: ${why}` },
		});
	});
});

describe('the bytes of a file', () => {
	const sent = async () => (await sendPhoto()).body.message.photo[0].file_id as string;

	test('are shown to people who look at the chat', async () => {
		const response = await file(await sent());
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('image/png');
		expect(await response.text()).toBe(BYTES.toString());
	});

	test.each([
		['bytes=2-5', '2345', 'bytes 2-5/10'],
		['bytes=7-', '789', 'bytes 7-9/10'],
		['bytes=8-99', '89', 'bytes 8-9/10'],
	])('are sent in parts: %s', async (range, part, told) => {
		const response = await file(await sent(), { range });
		expect(response.status).toBe(206);
		expect(response.headers.get('content-range')).toBe(told);
		expect(await response.text()).toBe(part);
	});

	test.each(['bytes=50-60', 'lines=1-2'])(
		'are sent as a whole if the range is invalid: %s',
		async (range) => {
			const response = await file(await sent(), { range });
			expect(response.status).toBe(200);
			expect(await response.text()).toBe(BYTES.toString());
		},
	);

	test('cannot run as a page', async () => {
		const response = await file(await sent());
		expect(response.headers.get('content-security-policy')).toContain('sandbox');
	});

	test('are missing for a file that exists only in a seed', async () => {
		await emulator.control('post', 'seed', {
			files: [{ file_id: 'seeded', kind: 'photo', file_size: 9, mime_type: 'image/png' }],
		});
		expect((await file('seeded')).status).toBe(404);
		expect((await file('nothing')).status).toBe(404);
	});
});
