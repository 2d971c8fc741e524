import axios from 'axios';
import { Telegraf } from 'telegraf';

import { useEmulator } from '../../support/emulator';
import type { Upload } from './client';
import { describeClient } from './contract';

const emulator = useEmulator();

const fileOf = ({ content, filename }: Upload) => ({ source: content, filename });

describeClient('telegraf', emulator, () => {
	const bot = new Telegraf(emulator.token, {
		// The service's documents do not promise calls in the answer to a push.
		telegram: { apiRoot: emulator.url, webhookReply: false },
	});
	const { telegram } = bot;
	return {
		getMe: async () => await telegram.getMe(),
		sendMessage: async (chatId, text, options) => await telegram.sendMessage(chatId, text, options),
		sendAlbum: async (chatId, picture, caption, clip) =>
			await telegram.sendMediaGroup(chatId, [
				{ type: 'photo', media: fileOf(picture), caption },
				{ type: 'video', media: fileOf(clip) },
			]),
		sendPhoto: async (chatId, photo, caption) =>
			await telegram.sendPhoto(chatId, fileOf(photo), { caption }),
		sendDocument: async (chatId, document) => await telegram.sendDocument(chatId, fileOf(document)),
		copyMessage: async (chatId, fromChatId, messageId) =>
			await telegram.copyMessage(chatId, fromChatId, messageId),
		download: async (fileId) => {
			const { data } = await axios.get(String(await telegram.getFileLink(fileId)), {
				responseType: 'arraybuffer',
			});
			return data;
		},
		deleteMessages: async (chatId, ids) => await telegram.deleteMessages(chatId, ids),
		restrict: async ({ chat_id, user_id, permissions, until_date }) =>
			await telegram.restrictChatMember(chat_id, user_id, { permissions, until_date }),
		getChatMember: async (chatId, userId) => await telegram.getChatMember(chatId, userId),
		unban: async ({ chat_id, user_id, ...options }) =>
			await telegram.unbanChatMember(chat_id, user_id, options),
		promote: async ({ chat_id, user_id, ...rights }) =>
			await telegram.promoteChatMember(chat_id, user_id, rights),
		createLink: async ({ chat_id, ...options }) =>
			await telegram.createChatInviteLink(chat_id, options),
		editLink: async ({ chat_id, invite_link, ...options }) =>
			await telegram.editChatInviteLink(chat_id, invite_link, options),
		revokeLink: async (chatId, link) => await telegram.revokeChatInviteLink(chatId, link),
		exportLink: async (chatId) => await telegram.exportChatInviteLink(chatId),
		approve: async ({ chat_id, user_id }) =>
			await telegram.approveChatJoinRequest(chat_id, user_id),
		decline: async ({ chat_id, user_id }) =>
			await telegram.declineChatJoinRequest(chat_id, user_id),
		forbidden: { response: { error_code: 403 } },
		poll: async () => {
			bot.on('text', async (context) => {
				await context.reply(`You said ${context.message.text}`);
			});
			const running = bot.launch();
			return async () => {
				bot.stop();
				await running;
			};
		},
		webhook: (secretToken) => {
			bot.command('ping', async (context) => {
				await context.reply('pong');
			});
			return {
				listener: bot.webhookCallback('/hook', { secretToken }),
				set: async (url) => await telegram.setWebhook(url, { secret_token: secretToken }),
				url: async () => (await telegram.getWebhookInfo()).url,
				remove: async () => await telegram.deleteWebhook(),
			};
		},
	};
});
