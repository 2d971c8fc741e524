import axios from 'axios';
import { Bot, InputFile, InputMediaBuilder, webhookCallback } from 'grammy';

import { useEmulator } from '../../support/emulator';
import type { Upload } from './client';
import { describeClient } from './contract';

const emulator = useEmulator();

const fileOf = ({ content, filename }: Upload) => new InputFile(content, filename);

/** The library leaves downloads to its user. */
const fetched = async (path?: string): Promise<Buffer> =>
	(
		await axios.get(`${emulator.url}/file/bot${emulator.token}/${path}`, {
			responseType: 'arraybuffer',
		})
	).data;

describeClient('grammY', emulator, () => {
	const bot = new Bot(emulator.token, { client: { apiRoot: emulator.url } });
	const { api } = bot;
	return {
		getMe: async () => await api.getMe(),
		sendMessage: async (chatId, text, options) => await api.sendMessage(chatId, text, options),
		sendAlbum: async (chatId, picture, caption, clip) =>
			await api.sendMediaGroup(chatId, [
				InputMediaBuilder.photo(fileOf(picture), { caption }),
				InputMediaBuilder.video(fileOf(clip)),
			]),
		sendPhoto: async (chatId, photo, caption) =>
			await api.sendPhoto(chatId, fileOf(photo), { caption }),
		sendDocument: async (chatId, document) => await api.sendDocument(chatId, fileOf(document)),
		copyMessage: async (chatId, fromChatId, messageId) =>
			await api.copyMessage(chatId, fromChatId, messageId),
		download: async (fileId) => await fetched((await api.getFile(fileId)).file_path),
		deleteMessages: async (chatId, ids) => await api.deleteMessages(chatId, ids),
		restrict: async ({ chat_id, user_id, permissions, until_date }) =>
			await api.restrictChatMember(chat_id, user_id, permissions, { until_date }),
		getChatMember: async (chatId, userId) => await api.getChatMember(chatId, userId),
		unban: async ({ chat_id, user_id, ...options }) =>
			await api.unbanChatMember(chat_id, user_id, options),
		promote: async ({ chat_id, user_id, ...rights }) =>
			await api.promoteChatMember(chat_id, user_id, rights),
		createLink: async ({ chat_id, ...options }) => await api.createChatInviteLink(chat_id, options),
		editLink: async ({ chat_id, invite_link, ...options }) =>
			await api.editChatInviteLink(chat_id, invite_link, options),
		revokeLink: async (chatId, link) => await api.revokeChatInviteLink(chatId, link),
		exportLink: async (chatId) => await api.exportChatInviteLink(chatId),
		approve: async ({ chat_id, user_id }) => await api.approveChatJoinRequest(chat_id, user_id),
		decline: async ({ chat_id, user_id }) => await api.declineChatJoinRequest(chat_id, user_id),
		forbidden: { error_code: 403 },
		poll: async () => {
			bot.on('message:text', async (context) => {
				await context.reply(`You said ${context.message.text}`);
			});
			let running = Promise.resolve();
			await new Promise<unknown>((onStart) => (running = bot.start({ onStart })));
			return async () => {
				await bot.stop();
				await running;
				// Its last call confirmed its updates.
				expect((await emulator.api('getUpdates')).body.result).toEqual([]);
			};
		},
		webhook: (secretToken) => {
			bot.command('ping', async (context) => {
				await context.reply('pong');
			});
			return {
				listener: webhookCallback(bot, 'http', { secretToken }),
				set: async (url) => await api.setWebhook(url, { secret_token: secretToken }),
				url: async () => (await api.getWebhookInfo()).url,
				remove: async () => await api.deleteWebhook(),
			};
		},
	};
});
