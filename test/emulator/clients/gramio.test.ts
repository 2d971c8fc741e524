import { Bot, MediaInput, MediaUpload, webhookHandler } from 'gramio';

import { useEmulator } from '../../support/emulator';
import type { Upload } from './client';
import { describeClient } from './contract';

const emulator = useEmulator({ unknownParameters: 'ignore' });

const newBot = () => new Bot(emulator.token, { api: { baseURL: `${emulator.url}/bot` } });

const fileOf = ({ content, filename }: Upload) => MediaUpload.buffer(content, filename);

describeClient('gramio', emulator, () => {
	const bot = newBot();
	const { api } = bot;
	return {
		getMe: async () => await api.getMe(),
		sendMessage: async (chat_id, text, options) =>
			await api.sendMessage({ chat_id, text, ...options }),
		sendAlbum: async (chat_id, picture, caption, clip) =>
			await api.sendMediaGroup({
				chat_id,
				media: [
					MediaInput.photo(fileOf(picture), { caption, has_spoiler: true }),
					MediaInput.video(fileOf(clip)),
				],
			}),
		sendPhoto: async (chat_id, photo, caption) =>
			await api.sendPhoto({ chat_id, photo: fileOf(photo), caption }),
		sendDocument: async (chat_id, document) =>
			await api.sendDocument({ chat_id, document: fileOf(document) }),
		copyMessage: async (chat_id, from_chat_id, message_id) =>
			await api.copyMessage({ chat_id, from_chat_id, message_id }),
		download: async (fileId) => Buffer.from(await bot.downloadFile(fileId)),
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
		forbidden: { code: 403 },
		poll: async () => {
			bot.on('message', async (context) => await context.send(`You said ${context.text}`));
			await bot.start();
			return async () => {
				await bot.stop();
			};
		},
		webhook: (secretToken) => {
			bot.command('ping', async (context) => await context.send('pong'));
			return {
				listener: webhookHandler(bot, 'http', secretToken),
				set: async (url) => await api.setWebhook({ url, secret_token: secretToken }),
				url: async () => (await api.getWebhookInfo()).url,
				remove: async () => await api.deleteWebhook(),
			};
		},
	};
});

test('gramio starts with a parameter that no documentation names', async () => {
	const bot = newBot();
	try {
		await bot.start();
		expect(await emulator.calls('getMe')).toMatchObject([{ status: 200, ignored: ['suppress'] }]);
	} finally {
		await bot.stop();
	}
});
