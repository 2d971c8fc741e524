import axios from 'axios';
import { Bot, InputFile, nodeFrameworkWebhook } from 'node-telegram-bot-api';

import { useEmulator } from '../../support/emulator';
import type { Upload } from './client';
import { describeClient } from './contract';

const emulator = useEmulator();

const fileOf = ({ content, filename }: Upload) => new InputFile(content, { filename });

/** The library leaves downloads to its user. */
const fetched = async (path?: string): Promise<Buffer> =>
	(
		await axios.get(`${emulator.url}/file/bot${emulator.token}/${path}`, {
			responseType: 'arraybuffer',
		})
	).data;

describeClient('node-telegram-bot-api', emulator, () => {
	const bot = new Bot(emulator.token, { apiRoot: emulator.url, maxRetries: 0 });
	const { api } = bot;
	return {
		getMe: async () => await api.getMe(),
		sendMessage: async (chat_id, text, options) =>
			await api.sendMessage({ chat_id, text, ...options }),
		sendAlbum: async (chat_id, picture, caption, clip) =>
			await api.sendMediaGroup({
				chat_id,
				media: [
					{ type: 'photo', media: fileOf(picture), caption },
					{ type: 'video', media: fileOf(clip) },
				],
			}),
		sendPhoto: async (chat_id, photo, caption) =>
			await api.sendPhoto({ chat_id, photo: fileOf(photo), caption }),
		sendDocument: async (chat_id, document) =>
			await api.sendDocument({ chat_id, document: fileOf(document) }),
		copyMessage: async (chat_id, from_chat_id, message_id) =>
			await api.copyMessage({ chat_id, from_chat_id, message_id }),
		download: async (file_id) => await fetched((await api.getFile({ file_id })).file_path),
		deleteMessages: async (chat_id, message_ids) =>
			await api.deleteMessages({ chat_id, message_ids }),
		restrict: async (restriction) => await api.restrictChatMember(restriction),
		getChatMember: async (chat_id, user_id) => await api.getChatMember({ chat_id, user_id }),
		unban: async (who) => await api.unbanChatMember(who),
		promote: async (who) => await api.promoteChatMember(who),
		createLink: async (options) => await api.createChatInviteLink(options),
		editLink: async (options) => await api.editChatInviteLink(options),
		revokeLink: async (chat_id, invite_link) =>
			await api.revokeChatInviteLink({ chat_id, invite_link }),
		exportLink: async (chat_id) => await api.exportChatInviteLink({ chat_id }),
		approve: async (who) => await api.approveChatJoinRequest(who),
		decline: async (who) => await api.declineChatJoinRequest(who),
		forbidden: {
			message: expect.stringContaining('bot is not a member of the group chat'),
		},
		poll: async () => {
			bot.on('message', async (context) => {
				await context.reply(`You said ${context.message?.text}`);
			});
			const running = bot.startPolling();
			return async () => {
				bot.stop();
				await running;
			};
		},
		webhook: (secretToken) => {
			bot.command('ping', async (context) => {
				await context.reply('pong');
			});
			const handle = nodeFrameworkWebhook(bot, { secretToken });
			return {
				listener: (request, response) => void handle(request, response),
				set: async (url) => await api.setWebhook({ url, secret_token: secretToken }),
				url: async () => (await api.getWebhookInfo()).url,
				remove: async () => await api.deleteWebhook(),
			};
		},
	};
});
