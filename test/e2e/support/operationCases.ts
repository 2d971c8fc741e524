import type { IDataObject } from 'n8n-workflow';

import { DEFAULTS } from '../../../emulator';
import type { Member, Message, StoredFile } from '../../../emulator/entities';
import type { TestEmulator } from '../../support/emulator';
import { botMessaging, fileSteps, type Step } from './execute';

/** One operation as a user fills it in, and how to tell that it did what it says. */
export interface OperationCase {
	operation: string;
	parameters: IDataObject;
	/** Steps in front of the one that is tried out. */
	before?: Step[];
	/** What happens in the emulator's world before the workflow runs. */
	prepare?: (emulator: TestEmulator) => Promise<unknown>;
	/** `items` is what the node put out. */
	check: (items: IDataObject[], emulator: TestEmulator) => Promise<void>;
}

const { chats, users, messages, inlineMessageId } = DEFAULTS;

const chatId = String(chats.demoGroup);

const inDemoGroup = ({ chat_id: chat }: { chat_id: number }) => chat === chats.demoGroup;

async function messagesOf(emulator: TestEmulator): Promise<Message[]> {
	return ((await emulator.state()).messages as Message[]).filter(inDemoGroup);
}

async function memberOf(emulator: TestEmulator, userId: number): Promise<Member | undefined> {
	const members = ((await emulator.state()).members as Member[]).filter(inDemoGroup);
	return members.find(({ user_id: user }) => user === userId);
}

/** The newest message of the demo group, and the file in it. */
async function newestMedia(emulator: TestEmulator) {
	const message = (await messagesOf(emulator)).at(-1);
	const files = (await emulator.state()).files as StoredFile[];
	return { message, file: files.find(({ file_id: id }) => id === message?.media?.file_id) };
}

const secondsFromNow = (seconds: number) => Date.now() / 1000 + seconds;

const messageCases: OperationCase[] = [
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
				{ messageId: messages.byMia, deleted: true },
				{ messageId: messages.byBot, deleted: true },
				{ messageId: 999, deleted: false, description: 'message to delete not found' },
			]);
			const deleted = (await messagesOf(emulator)).filter((message) => message.deleted);
			expect(deleted.map(({ message_id: id }) => id)).toEqual([messages.byMia, messages.byBot]);
		},
	},
];

const memberCases: OperationCase[] = [
	{
		operation: 'restrictChatMember',
		parameters: {
			resource: 'member',
			chatId,
			userId: String(users.noah),
			permissions: 'textOnly',
			until: 'duration',
			untilAmount: 2,
			untilUnit: 'hours',
		},
		check: async (items, emulator) => {
			expect(items).toEqual([{ success: true }]);
			const noah = await memberOf(emulator, users.noah);
			expect(noah?.status).toBe('restricted');
			expect(noah?.permissions).toMatchObject({
				can_send_messages: true,
				can_send_media_messages: false,
				can_pin_messages: false,
			});
			expect(Math.abs(Number(noah?.until_date) - secondsFromNow(7200))).toBeLessThan(60);
		},
	},
	{
		operation: 'banChatMember',
		parameters: { resource: 'member', chatId, userId: String(users.noah), until: 'permanent' },
		check: async (items, emulator) => {
			expect(items).toEqual([{ success: true }]);
			const noah = await memberOf(emulator, users.noah);
			expect(noah?.status).toBe('kicked');
			expect(noah?.until_date).toBeUndefined();
		},
	},
	{
		operation: 'getChatMember',
		parameters: { resource: 'member', chatId: '@demo_group', userId: String(users.milan) },
		check: async (items) => {
			expect(items).toMatchObject([
				{ status: 'administrator', user: { id: users.milan, first_name: 'Milan' } },
			]);
		},
	},
];

const otherCases: OperationCase[] = [
	{
		operation: 'getGameHighScores',
		parameters: {
			resource: 'game',
			userId: String(users.mia),
			carrier: 'inline',
			inlineMessageId,
		},
		check: async (items) => {
			const mia = items.find(({ user }) => (user as IDataObject).id === users.mia);
			expect(mia).toMatchObject({ score: 450 });
			const positions = items.map(({ position }) => Number(position));
			expect(positions).toEqual([...positions].sort((one, other) => one - other));
		},
	},
	{
		operation: 'getMe',
		parameters: { resource: 'bot' },
		check: async (items) => {
			expect(items).toEqual([
				{ id: DEFAULTS.botId, is_bot: true, first_name: 'Demo Bot', username: 'demo_bot' },
			]);
		},
	},
	{
		operation: 'getUpdates',
		prepare: async (emulator) => {
			const noahSays = { chat_id: chats.demoGroup, user_id: users.noah };
			await emulator.act('message', { ...noahSays, text: 'one' });
			await emulator.act('message', { ...noahSays, text: 'two' });
		},
		parameters: { resource: 'bot', additionalFields: { limit: 1 } },
		check: async (items) => {
			expect(items).toMatchObject([{ update_id: expect.any(Number), message: { text: 'one' } }]);
		},
	},
	{
		operation: 'setWebhook',
		parameters: {
			resource: 'bot',
			url: 'http://127.0.0.1:9/updates',
			additionalFields: { maxConnections: 3, allowedUpdates: ['message', 'chat_member'] },
		},
		check: async (items, emulator) => {
			expect(items).toEqual([{ success: true }]);
			expect((await emulator.state()).bots).toMatchObject([
				{
					webhook: { url: 'http://127.0.0.1:9/updates', max_connections: 3 },
					allowed_updates: ['message', 'chat_member'],
				},
			]);
		},
	},
];

/** Every operation once. */
export const cases: OperationCase[] = [...messageCases, ...memberCases, ...otherCases];
