import { inMemory } from '../../support/binary';
import type { TestEmulator } from '../../support/emulator';
import type { OperationCase } from './case';

/** A file that the server has already, under the id `<kind>-known`. */
const knownFile = (kind: string) => async (emulator: TestEmulator) => {
	await emulator.control('post', 'seed', {
		files: [
			{
				file_id: `${kind}-known`,
				file_unique_id: `${kind}-unique`,
				file_path: `${kind}s/known`,
				kind,
				file_name: 'known',
				mime_type: `${kind}/known`,
				file_size: 7,
			},
		],
	});
};

/** A message of the demo group with a file, as the bot has sent it. */
const sent = (content: object) =>
	expect.objectContaining({ chat: expect.objectContaining({ id: -1001 }), ...content });

/** API reference, "sendVideo", "sendAudio", "sendVoice", "sendMediaGroup". */
export const mediaCases: OperationCase[] = [
	{
		operation: 'sendVideo',
		valid: {
			parameters: {
				chatId: '-1001',
				source: 'binary',
				binaryPropertyName: 'clip',
				additionalFields: {
					caption: 'Our new office',
					duration: 0,
					width: 640,
					height: 360,
					replyToMessageId: 2,
				},
			},
			binary: { clip: inMemory('seven b', 'office.mp4', 'video/mp4') },
			wire: {
				chat_id: '-1001',
				caption: 'Our new office',
				duration: '0',
				width: '640',
				height: '360',
				reply_to_message_id: '2',
			},
			contentType: 'multipart/form-data',
			files: { video: { filename: 'office.mp4', mime_type: 'video/mp4', size: 7 } },
			output: [
				sent({
					caption: 'Our new office',
					video: expect.objectContaining({ file_size: 7, width: 640, height: 360 }),
				}),
			],
			effect: ({ messages }) =>
				expect(messages.at(-1)).toMatchObject({
					caption: 'Our new office',
					reply_to_message_id: 2,
					media: { kind: 'video', width: 640, height: 360, duration: 0 },
				}),
		},
		invalid: {
			parameters: { chatId: '-1001', source: 'binary', binaryPropertyName: 'clip' },
			binary: { data: inMemory('seven b', 'office.mp4', 'video/mp4') },
			message: 'Input Binary Field: the input item has no binary field "clip"',
			hint: 'Check the name in the Binary tab',
		},
		refused: {
			prepare: async ({ settings }) => await settings({ maxFileSizeBytes: 6 }),
			parameters: { chatId: '-1001' },
			binary: { data: inMemory('seven b', 'office.mp4', 'video/mp4') },
			code: 413,
			message: 'Too Large',
			hint: 'Send a smaller one',
		},
	},
	{
		operation: 'sendAudio',
		valid: {
			prepare: knownFile('audio'),
			parameters: { chatId: '-1001', source: 'fileId', audio: ' audio-known ' },
			wire: { chat_id: -1001, audio: 'audio-known' },
			output: [sent({ audio: expect.objectContaining({ file_id: 'audio-known' }) })],
			effect: ({ messages }) =>
				expect(messages.at(-1)).toMatchObject({ media: { file_id: 'audio-known' } }),
		},
		invalid: {
			parameters: { chatId: '-1001', source: 'fileId', audio: '={{ $json.none }}' },
			message: 'File ID is empty',
			hint: 'Fill in File ID',
		},
		refused: {
			parameters: { chatId: '-1001', source: 'fileId', audio: 'of-another-bot' },
			code: 400,
			message: 'wrong file identifier',
			hint: 'the File ID may belong to another bot',
		},
	},
	{
		operation: 'sendVoice',
		valid: {
			parameters: { chatId: '-1001', additionalFields: { duration: 3 } },
			binary: { data: inMemory('hello', 'word.ogg', 'audio/ogg') },
			wire: { chat_id: '-1001', duration: '3' },
			contentType: 'multipart/form-data',
			files: { voice: { filename: 'word.ogg', mime_type: 'audio/ogg', size: 5 } },
			output: [sent({ voice: expect.objectContaining({ file_size: 5, duration: 3 }) })],
			effect: ({ messages }) =>
				expect(messages.at(-1)).toMatchObject({ media: { kind: 'voice', duration: 3 } }),
		},
		invalid: {
			parameters: { chatId: '-1001', binaryPropertyName: '={{ "" }}' },
			binary: { data: inMemory('hello', 'word.ogg', 'audio/ogg') },
			message: 'Input Binary Field is empty',
			hint: 'Fill in Input Binary Field',
		},
		refused: {
			parameters: { chatId: '-1001' },
			binary: { data: inMemory('hello', 'word.txt', 'text/plain') },
			code: 400,
			message: 'unsupported file format',
			hint: 'its format may not be supported',
		},
	},
	{
		operation: 'sendMediaGroup',
		valid: {
			prepare: knownFile('video'),
			parameters: {
				chatId: '-1001',
				mediaSource: 'list',
				media: {
					entry: [
						{ type: 'photo', source: 'binary', binaryPropertyName: 'data' },
						{ type: 'video', source: 'fileId', media: 'video-known', caption: 'Two' },
					],
				},
			},
			binary: { data: inMemory('picture', 'door.jpg', 'image/jpeg') },
			wire: {
				chat_id: '-1001',
				media: JSON.stringify([
					{ type: 'photo', media: 'attach://file1' },
					{ type: 'video', media: 'video-known', caption: 'Two' },
				]),
			},
			contentType: 'multipart/form-data',
			files: { file1: { filename: 'door.jpg', mime_type: 'image/jpeg', size: 7 } },
			output: [
				sent({ photo: [expect.objectContaining({ file_size: 7 })] }),
				sent({ caption: 'Two', video: expect.objectContaining({ file_id: 'video-known' }) }),
			],
			effect: ({ messages }) => {
				const [one, two] = messages.slice(-2);
				expect(one.media_group_id).toBe(two.media_group_id);
				expect([one.media.kind, two.media.kind]).toEqual(['photo', 'video']);
			},
		},
		invalid: {
			parameters: { chatId: '-1001', mediaSource: 'list', media: { entry: [] } },
			message: 'Media is empty',
			hint: 'Add one photo or video at least',
		},
		refused: {
			parameters: {
				chatId: '-9999',
				media: { entry: [{ type: 'photo', source: 'fileId', media: 'photo-known' }] },
			},
			code: 404,
			message: 'chat not found',
			hint: 'Check Chat ID',
		},
	},
];
