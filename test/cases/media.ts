import type { TestEmulator } from '../support/emulator';
import { NOT_FOUND } from '../support/dialect';
import { byId } from '../support/locators';
import { KEYBOARDS, type OperationCase } from './case';

/** A file already on the server, with the id `<kind>-known`. */
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

/** The bot's message with a file in the demo group. */
const sent = (content: object) =>
	expect.objectContaining({
		chatId: -1001,
		messageId: expect.any(Number),
		chat: expect.objectContaining({ id: -1001 }),
		...content,
	});

/** Delivery options of every file. */
const DELIVERY = 'captionEntities disableNotification messageThreadId protectContent';

/** Reference 5.3. */
export const mediaCases: OperationCase[] = [
	{
		resource: 'message',
		operation: 'sendVideo',
		promised: [
			`binaryPropertyName chatId fileUrl source video ${KEYBOARDS}`,
			'allowPrivateAddresses allowSendingWithoutReply caption duration fileName hasSpoiler height ifFormatRefused longText parseMode replyToMessageId showCaptionAboveMedia supportsStreaming width ' +
				DELIVERY,
		],
		valid: [
			{
				parameters: {
					chatId: byId('-1001'),
					source: 'binary',
					binaryPropertyName: 'clip',
					additionalFields: {
						caption: 'Our new office',
						duration: '0',
						width: '640',
						height: '={{ 360 }}',
						hasSpoiler: true,
						showCaptionAboveMedia: true,
						supportsStreaming: true,
						replyToMessageId: '={{ 2 }}',
						fileName: 'new office.mp4',
					},
				},
				file: { field: 'clip', name: 'office.mp4', type: 'video/mp4', content: 'seven b' },
				wire: {
					chat_id: '-1001',
					caption: 'Our new office',
					duration: '0',
					width: '640',
					height: '360',
					has_spoiler: 'true',
					show_caption_above_media: 'true',
					supports_streaming: 'true',
					reply_to_message_id: '2',
				},
				contentType: 'multipart/form-data',
				files: { video: { filename: 'new office.mp4', mime_type: 'video/mp4', size: 7 } },
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
		],
		invalid: {
			parameters: { chatId: byId('-1001'), source: 'binary', binaryPropertyName: 'clip' },
			file: { name: 'office.mp4', type: 'video/mp4', content: 'seven b' },
			message: 'Input Binary Field: the input item has no binary field "clip"',
			hint: 'Check the name in the Binary tab',
		},
		refused: {
			prepare: async ({ settings }) => await settings({ maxFileSizeBytes: 6 }),
			parameters: { chatId: byId('-1001') },
			file: { name: 'office.mp4', type: 'video/mp4', content: 'seven b' },
			code: 413,
			message: 'Too Large',
			hint: 'Send a smaller file',
		},
	},
	{
		resource: 'message',
		operation: 'sendAudio',
		promised: [
			`audio binaryPropertyName chatId fileUrl source ${KEYBOARDS}`,
			'allowPrivateAddresses allowSendingWithoutReply caption duration fileName ifFormatRefused longText parseMode performer replyToMessageId title ' +
				DELIVERY,
		],
		valid: [
			{
				prepare: knownFile('audio'),
				parameters: {
					chatId: { __rl: true, mode: 'id', value: '-1001' },
					source: 'fileId',
					audio: ' audio-known ',
					additionalFields: { performer: 'Mia', title: 'One' },
				},
				wire: { chat_id: -1001, audio: 'audio-known', performer: 'Mia', title: 'One' },
				output: [
					sent({
						audio: expect.objectContaining({
							file_id: 'audio-known',
							performer: 'Mia',
							title: 'One',
						}),
					}),
				],
				effect: ({ messages }) =>
					expect(messages.at(-1)).toMatchObject({ media: { file_id: 'audio-known' } }),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), source: 'fileId', audio: '={{ $json.none }}' },
			message: 'File ID is empty',
			hint: 'Fill in File ID',
		},
		refused: {
			parameters: { chatId: byId('-1001'), source: 'fileId', audio: 'of-another-bot' },
			code: 400,
			message: 'wrong file identifier',
			hint: 'of the same bot',
		},
	},
	{
		resource: 'message',
		operation: 'sendVoice',
		promised: [
			`binaryPropertyName chatId fileUrl source voice ${KEYBOARDS}`,
			'allowPrivateAddresses allowSendingWithoutReply caption duration fileName ifFormatRefused longText parseMode replyToMessageId ' +
				DELIVERY,
		],
		valid: [
			{
				parameters: { chatId: byId('-1001'), additionalFields: { duration: '3' } },
				file: { name: 'word.ogg', type: 'audio/ogg', content: 'hello' },
				wire: { chat_id: '-1001', duration: '3' },
				contentType: 'multipart/form-data',
				files: { voice: { filename: 'word.ogg', mime_type: 'audio/ogg', size: 5 } },
				output: [sent({ voice: expect.objectContaining({ file_size: 5, duration: 3 }) })],
				effect: ({ messages }) =>
					expect(messages.at(-1)).toMatchObject({ media: { kind: 'voice', duration: 3 } }),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), binaryPropertyName: '={{ "" }}' },
			file: { name: 'word.ogg', type: 'audio/ogg', content: 'hello' },
			message: 'Input Binary Field is empty',
			hint: 'Fill in Input Binary Field',
		},
		refused: {
			parameters: { chatId: byId('-1001') },
			file: { name: 'word.txt', type: 'text/plain', content: 'hello' },
			code: 400,
			message: 'unsupported file format',
			hint: 'does not support its format',
		},
	},
	{
		resource: 'message',
		operation: 'sendPhoto',
		promised: [
			`binaryPropertyName chatId fileUrl photo source ${KEYBOARDS}`,
			'allowPrivateAddresses allowSendingWithoutReply caption fileName hasSpoiler ifFormatRefused ifPhotoRefused longText parseMode replyToMessageId showCaptionAboveMedia ' +
				DELIVERY,
		],
		valid: [
			{
				parameters: {
					chatId: byId('-1001'),
					additionalFields: { caption: 'Surprise', hasSpoiler: true, showCaptionAboveMedia: true },
				},
				file: { name: 'door.jpg', type: 'image/jpeg', content: 'picture' },
				wire: {
					chat_id: '-1001',
					caption: 'Surprise',
					has_spoiler: 'true',
					show_caption_above_media: 'true',
				},
				contentType: 'multipart/form-data',
				files: { photo: { filename: 'door.jpg', mime_type: 'image/jpeg', size: 7 } },
				output: [sent({ caption: 'Surprise', photo: [expect.objectContaining({ file_size: 7 })] })],
				effect: ({ messages }) =>
					expect(messages.at(-1)).toMatchObject({
						media: { kind: 'photo' },
						options: { has_spoiler: true, show_caption_above_media: true },
					}),
			},
		],
		invalid: {
			parameters: { chatId: byId('={{ $json.none }}'), source: 'fileId', photo: 'photo-known' },
			message: 'Chat is empty',
			hint: 'Fill in Chat',
		},
		refused: {
			parameters: { chatId: byId('-1001') },
			file: { name: 'large.jpg', type: 'image/jpeg', content: 'x'.repeat(10_000_001) },
			code: 400,
			message: 'photo is too big',
			hint: 'set If the Photo Is Refused to Send as Document',
		},
	},
	{
		resource: 'message',
		operation: 'sendDocument',
		promised: [
			`binaryPropertyName chatId document fileUrl source ${KEYBOARDS}`,
			'allowPrivateAddresses allowSendingWithoutReply caption disableContentTypeDetection fileName ifFormatRefused longText parseMode replyToMessageId ' +
				DELIVERY,
		],
		valid: [
			{
				parameters: {
					chatId: byId('-1001'),
					additionalFields: {
						caption: 'The bill',
						captionEntities: '[{ "type": "bold", "offset": 4, "length": 4 }]',
						disableNotification: true,
						protectContent: true,
						messageThreadId: '7',
						disableContentTypeDetection: true,
					},
				},
				file: { name: 'bill.pdf', type: 'application/pdf', content: 'seven b' },
				wire: {
					chat_id: '-1001',
					caption: 'The bill',
					caption_entities: '[{"type":"bold","offset":4,"length":4}]',
					disable_notification: 'true',
					protect_content: 'true',
					message_thread_id: '7',
					disable_content_type_detection: 'true',
				},
				contentType: 'multipart/form-data',
				files: { document: { filename: 'bill.pdf', mime_type: 'application/pdf', size: 7 } },
				output: [
					sent({
						caption: 'The bill',
						document: expect.objectContaining({ file_name: 'bill.pdf', file_size: 7 }),
					}),
				],
				effect: ({ messages, files }) => {
					expect(messages.at(-1)).toMatchObject({
						media: { kind: 'document' },
						options: { disable_notification: true, protect_content: true, message_thread_id: 7 },
					});
					expect(files.at(-1)).toMatchObject({ file_name: 'bill.pdf', kind: 'document' });
				},
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), source: 'fileId', document: ' ' },
			message: 'File ID is empty',
			hint: 'Fill in File ID',
		},
		refused: {
			parameters: { chatId: byId('-1001'), source: 'fileId', document: 'of-another-bot' },
			code: 400,
			message: 'wrong file identifier',
			hint: 'of the same bot',
		},
	},
	{
		resource: 'message',
		operation: 'sendMediaGroup',
		promised: [
			'binaryPropertyNames chatId media mediaSource',
			'allowPrivateAddresses allowSendingWithoutReply caption captions captionsJson disableNotification ifFormatRefused longText messageThreadId parseMode protectContent replyToMessageId',
		],
		valid: [
			{
				prepare: knownFile('video'),
				parameters: {
					chatId: byId('-1001'),
					mediaSource: 'list',
					media: {
						entry: [
							{ type: 'photo', source: 'binary', binaryPropertyName: 'data' },
							{ type: 'video', source: 'fileId', media: 'video-known', caption: 'Two' },
						],
					},
				},
				file: { name: 'door.jpg', type: 'image/jpeg', content: 'picture' },
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
			{
				parameters: {
					chatId: byId('-1001'),
					mediaSource: 'list',
					media: {
						entry: [
							{ type: 'photo', source: 'binary', binaryPropertyName: 'data', caption: 'First' },
							{ type: 'photo', source: 'binary', binaryPropertyName: 'data', caption: 'Second' },
						],
					},
				},
				file: { name: 'photo.png', type: 'image/png', content: 'a picture' },
				wire: {
					chat_id: '-1001',
					media: JSON.stringify([
						{ type: 'photo', media: 'attach://file1', caption: 'First' },
						{ type: 'photo', media: 'attach://file2', caption: 'Second' },
					]),
				},
				contentType: 'multipart/form-data',
				files: {
					file1: { filename: 'photo.png', mime_type: 'image/png', size: 9 },
					file2: { filename: 'photo.png', mime_type: 'image/png', size: 9 },
				},
				output: [sent({ caption: 'First' }), sent({ caption: 'Second' })],
				effect: ({ messages, files }) => {
					const [one, two] = messages.slice(-2);
					expect([one.caption, two.caption]).toEqual(['First', 'Second']);
					expect(one.media_group_id).toBe(two.media_group_id);
					expect(files.at(-1)).toMatchObject({ file_name: 'photo.png', file_size: 9 });
				},
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), mediaSource: 'list', media: { entry: [] } },
			message: 'Media is empty',
			hint: 'Add at least one photo or video',
		},
		refused: {
			parameters: {
				chatId: byId('-9999'),
				media: {
					entry: [
						{ type: 'photo', source: 'fileId', media: 'photo-known' },
						{ type: 'photo', source: 'fileId', media: 'photo-known' },
					],
				},
			},
			code: NOT_FOUND,
			message: 'chat not found',
			hint: 'Check Chat',
		},
	},
];
