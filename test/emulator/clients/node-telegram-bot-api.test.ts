import axios from 'axios';
import { Bot, InputFile, nodeFrameworkWebhook } from 'node-telegram-bot-api';

import { useEmulator } from '../../support/emulator';
import { plainCalls, type Upload } from './client';
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
		...plainCalls(api, fileOf),
		sendAlbum: async (chat_id, picture, caption, clip) =>
			await api.sendMediaGroup({
				chat_id,
				media: [
					{ type: 'photo', media: fileOf(picture), caption },
					{ type: 'video', media: fileOf(clip) },
				],
			}),
		download: async (file_id) => await fetched((await api.getFile({ file_id })).file_path),
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
