import { Bot, MediaInput, MediaUpload, webhookHandler } from 'gramio';

import { useEmulator } from '../../support/emulator';
import { plainCalls, type Upload } from './client';
import { describeClient } from './contract';

const emulator = useEmulator({ unknownParameters: 'ignore' });

const newBot = () => new Bot(emulator.token, { api: { baseURL: `${emulator.url}/bot` } });

const fileOf = ({ content, filename }: Upload) => MediaUpload.buffer(content, filename);

describeClient('gramio', emulator, () => {
	const bot = newBot();
	const { api } = bot;
	return {
		...plainCalls(api, fileOf),
		sendAlbum: async (chat_id, picture, caption, clip) =>
			await api.sendMediaGroup({
				chat_id,
				media: [
					MediaInput.photo(fileOf(picture), { caption, has_spoiler: true }),
					MediaInput.video(fileOf(clip)),
				],
			}),
		download: async (fileId) => Buffer.from(await bot.downloadFile(fileId)),
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
