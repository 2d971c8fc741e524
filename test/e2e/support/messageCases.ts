import { deletedIn, failedIn } from '../../support/deletions';
import { DEFAULTS } from '../../support/emulator';
import { botMessaging, fileSteps } from './execute';
import { chatId, messagesOf, newestMedia, type OperationCase } from './operationCase';

const { chats, messages } = DEFAULTS;

export const messageCases: OperationCase[] = [
	{
		operation: 'sendMessage',
		parameters: {
			resource: 'message',
			chatId,
			text: '=<b>Sum</b>: {{ 1 + 2 }}',
			additionalFields: {
				parseMode: 'HTML',
				replyToMessageId: String(messages.byMia),
				inlineKeyboard: {
					rows: [{ buttons: { button: [{ text: 'Undo', callbackData: 'undo:1' }] } }],
				},
			},
		},
		check: async (items, emulator) => {
			expect(items).toMatchObject([{ text: '<b>Sum</b>: 3', chat: { id: chats.demoGroup } }]);
			expect((await messagesOf(emulator)).at(-1)).toMatchObject({
				message_id: items[0].message_id,
				from_id: DEFAULTS.botId,
				text: '<b>Sum</b>: 3',
				parse_mode: 'HTML',
				reply_to_message_id: messages.byMia,
				reply_markup: { inline_keyboard: [[{ text: 'Undo', callback_data: 'undo:1' }]] },
			});
		},
	},
	{
		operation: 'editMessageText',
		parameters: { resource: 'message', chatId, messageId: String(messages.byBot), text: 'Edited' },
		check: async (items, emulator) => {
			expect(items).toMatchObject([{ message_id: messages.byBot, text: 'Edited' }]);
			const edited = (await messagesOf(emulator)).find(
				({ message_id: id }) => id === messages.byBot,
			);
			expect(edited).toMatchObject({ text: 'Edited', edit_date: expect.any(Number) });
		},
	},
	{
		operation: 'sendVideo',
		before: fileSteps('clip.mp4', 'video/mp4', 'not quite a video'),
		parameters: {
			resource: 'message',
			chatId,
			source: 'binary',
			binaryPropertyName: 'data',
			additionalFields: { caption: 'A clip', width: 640, height: 360, duration: 7 },
		},
		check: async (items, emulator) => {
			expect(items).toMatchObject([{ caption: 'A clip', video: { duration: 7, width: 640 } }]);
			const { message, file } = await newestMedia(emulator);
			expect(message?.media).toMatchObject({ kind: 'video', width: 640, height: 360, duration: 7 });
			expect(file).toMatchObject({
				file_name: 'clip.mp4',
				mime_type: 'video/mp4',
				file_size: 'not quite a video'.length,
			});
		},
	},
	{
		operation: 'sendAudio',
		before: [
			...fileSteps('song.mp3', 'audio/mpeg', 'la la la'),
			botMessaging(
				{ resource: 'message', operation: 'sendAudio', chatId, source: 'binary' },
				'First Sending',
			),
		],
		parameters: {
			resource: 'message',
			chatId,
			source: 'fileId',
			audio: '={{ $json.audio.file_id }}',
			additionalFields: { caption: 'Once more' },
		},
		check: async (items, emulator) => {
			const sent = (await messagesOf(emulator)).slice(-2);
			expect(sent.map(({ media }) => media?.kind)).toEqual(['audio', 'audio']);
			expect(sent[1]).toMatchObject({
				caption: 'Once more',
				media: { file_id: sent[0].media?.file_id },
			});
			expect(items).toMatchObject([{ message_id: sent[1].message_id }]);
			const calls = await emulator.calls('sendAudio');
			expect(calls.map(({ files }) => Object.values(files).length)).toEqual([1, 0]);
		},
	},
	{
		operation: 'sendVoice',
		before: fileSteps('note.ogg', 'audio/ogg', 'hello'),
		parameters: { resource: 'message', chatId, source: 'binary', binaryPropertyName: 'data' },
		check: async (items, emulator) => {
			expect(items).toMatchObject([{ voice: { file_size: 5 } }]);
			const { message, file } = await newestMedia(emulator);
			expect(message?.media?.kind).toBe('voice');
			expect(file).toMatchObject({ file_name: 'note.ogg', mime_type: 'audio/ogg', file_size: 5 });
		},
	},
	{
		operation: 'sendMediaGroup',
		before: fileSteps('photo.png', 'image/png', 'a picture'),
		parameters: {
			resource: 'message',
			chatId,
			mediaSource: 'list',
			media: {
				entry: [
					{ type: 'photo', source: 'binary', binaryPropertyName: 'data', caption: 'First' },
					{ type: 'photo', source: 'binary', binaryPropertyName: 'data', caption: 'Second' },
				],
			},
		},
		check: async (items, emulator) => {
			const sent = (await messagesOf(emulator)).slice(-2);
			expect(sent.map(({ caption }) => caption)).toEqual(['First', 'Second']);
			expect(sent[0].media_group_id).toBe(sent[1].media_group_id);
			expect(items.map(({ message_id: id }) => id)).toEqual(sent.map(({ message_id: id }) => id));
			expect((await newestMedia(emulator)).file).toMatchObject({
				file_name: 'photo.png',
				file_size: 'a picture'.length,
			});
		},
	},
	{
		operation: 'sendDice',
		parameters: { resource: 'message', chatId, emoji: '🎰' },
		check: async (items, emulator) => {
			const rolled = (await messagesOf(emulator)).at(-1)?.dice;
			expect(rolled?.emoji).toBe('🎰');
			expect(items).toMatchObject([{ dice: rolled }]);
		},
	},
	{
		operation: 'deleteMessage',
		parameters: { resource: 'message', chatId, messageId: String(messages.byNoah) },
		check: async (items, emulator) => {
			expect(items).toEqual([
				{ deleted: true, chatId: chats.demoGroup, messageId: messages.byNoah },
			]);
			const deleted = (await messagesOf(emulator)).filter((message) => message.deleted);
			expect(deleted.map(({ message_id: id }) => id)).toEqual([messages.byNoah]);
		},
	},
	{
		operation: 'deleteMessages',
		parameters: {
			resource: 'message',
			chatId,
			messageSelection: 'list',
			messageIds: `${messages.byMia}, ${messages.byBot}, 999`,
			additionalFields: { returnFailed: true },
		},
		check: async (items, emulator) => {
			expect(items).toEqual([
				deletedIn(chats.demoGroup)(messages.byMia),
				deletedIn(chats.demoGroup)(messages.byBot),
				failedIn(chats.demoGroup)(999, 'message to delete not found'),
			]);
			const deleted = (await messagesOf(emulator)).filter((message) => message.deleted);
			expect(deleted.map(({ message_id: id }) => id)).toEqual([messages.byMia, messages.byBot]);
		},
	},
];
