import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import { byId } from '../support/locators';
import { png } from '../support/pictures';

const { emulator, run } = useBot();

const withFiles = (binary: Record<string, IBinaryData>) => [{ json: {}, binary }];

const CHAT = { chatId: byId('-1001') };
const WIDE = png(9000, 100);
const DOCUMENT = { ifPhotoRefused: 'document' };

const send = async (
	additionalFields: IDataObject,
	content: string | Buffer = WIDE,
	more: object = {},
) =>
	await run(
		'sendPhoto',
		{ ...CHAT, additionalFields, ...more },
		{ items: withFiles({ data: inMemory(content, 'plan.png', 'image/png') }) },
	);

const sent = async () => {
	const { messages, files } = await emulator.state();
	const last = messages.at(-1)!;
	return { ...last, file: files.find(({ file_id: id }) => id === last.media?.file_id) };
};

test('a photo that is too wide is sent as a document, with its name, caption, reply and keyboard', async () => {
	const {
		json,
		error,
		run: execution,
	} = await send(
		{
			...DOCUMENT,
			caption: 'The plan',
			hasSpoiler: true,
			showCaptionAboveMedia: true,
			replyToMessageId: '2',
		},
		WIDE,
		{ replyMarkup: 'json', replyMarkupJson: '[[{"text": "Yes", "callback_data": "yes"}]]' },
	);
	expect(error).toBeUndefined();
	expect(json).toMatchObject([
		{
			chatId: -1001,
			caption: 'The plan',
			document: { file_name: 'plan.png' },
			sentAsDocument: true,
		},
	]);
	expect(await sent()).toMatchObject({
		caption: 'The plan',
		reply_to_message_id: 2,
		reply_markup: { inline_keyboard: [[{ text: 'Yes' }]] },
		media: { kind: 'document' },
		file: { file_size: 33, mime_type: 'image/png' },
	});
	const [task] = execution.data.resultData.runData['Bot Messaging'];
	expect(task.hints).toMatchObject([{ message: expect.stringContaining('sentAsDocument') }]);
	const calls = await emulator.calls();
	expect(calls.map(({ method, status }) => [method, status]).sort()).toEqual([
		['sendDocument', 200],
		['sendPhoto', 400],
	]);
});

test('a photo that is accepted stays a photo, and the output says so', async () => {
	const { json } = await send(DOCUMENT, png(90, 100));
	expect(json).toMatchObject([{ photo: [{}], sentAsDocument: false }]);
	expect(await emulator.calls('sendDocument')).toEqual([]);
});

test.each([
	'PHOTO_INVALID_DIMENSIONS',
	'IMAGE_PROCESS_FAILED',
	'PHOTO_EXT_INVALID',
	'PHOTO_SAVE_FILE_INVALID',
	'PHOTO_INVALID',
	'photo is too big',
	'file is too big for a photo',
])('the photo is also sent as a document if the server says %s', async (words) => {
	const description = `Bad Request: ${words}`;
	await emulator.fault({ kind: 'error', method: 'sendPhoto', status: 400, description });
	expect((await send(DOCUMENT, 'x')).json).toMatchObject([{ document: {}, sentAsDocument: true }]);
});

test.each<[what: string, additionalFields: IDataObject, description: string]>([
	['the option is not there', {}, 'PHOTO_INVALID_DIMENSIONS'],
	['it is set to fail', { ifPhotoRefused: 'fail' }, 'PHOTO_INVALID_DIMENSIONS'],
	['the server says something else', DOCUMENT, 'chat not found'],
	['the words only resemble it', DOCUMENT, 'PHOTO_INVALID_DIMENSIONS_X'],
])('the item fails, and nothing else is sent, if %s', async (_what, additionalFields, words) => {
	const description = `Bad Request: ${words}`;
	await emulator.fault({ kind: 'error', method: 'sendPhoto', status: 400, description });
	const { error } = await send(additionalFields, 'x');
	expect(error?.message).toBe(description);
	expect(await emulator.calls('sendDocument')).toEqual([]);
});

test('a file ID of a photo is not sent as a document', async () => {
	const description = 'Bad Request: PHOTO_INVALID_DIMENSIONS';
	await emulator.fault({ kind: 'error', method: 'sendPhoto', status: 400, description });
	const { error } = await send(DOCUMENT, 'x', { source: 'fileId', photo: 'photo-known' });
	expect(error?.description).toContain('set If the Photo Is Refused to Send as Document');
	expect(await emulator.calls('sendDocument')).toEqual([]);
});

test('a long caption is split as usual', async () => {
	const { json } = await send({ ...DOCUMENT, longText: 'split', caption: 'word '.repeat(300) });
	expect(json).toMatchObject([{ document: {}, sentAsDocument: true, messageIds: [6, 7] }]);
});

test('the error is shown if the server accepts neither', async () => {
	const description = 'Bad Request: have no rights to send a message';
	await emulator.fault({ kind: 'error', method: 'sendDocument', status: 400, description });
	expect((await send(DOCUMENT)).error?.message).toBe(description);
});

test('an album says what to do about such a photo, and names no field that it lacks', async () => {
	const photo = inMemory(WIDE, 'plan.png', 'image/png');
	const items = withFiles({ a: photo, b: photo });
	const { error } = await run('sendMediaGroup', { ...CHAT, mediaSource: 'allBinary' }, { items });
	expect(error?.description).toMatch(/10,000 pixels.*or use Send Document\.$/);
});
