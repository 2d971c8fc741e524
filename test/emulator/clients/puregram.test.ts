import { InputMedia, MediaSource, Telegram } from 'puregram';

import { useEmulator } from '../../support/emulator';
import { plainCalls, type Upload } from './client';
import { describeClient } from './contract';

const emulator = useEmulator({ unknownParameters: 'ignore' });
const { chats } = emulator.defaults;

const newBot = () =>
	new Telegram({
		token: emulator.token,
		apiBaseUrl: `${emulator.url}/bot`,
		// Otherwise it keeps polling after the end of the test.
		apiRetryLimit: 0,
	});

const fileOf = ({ content, filename }: Upload) => MediaSource.buffer(content, { filename });

describeClient('puregram', emulator, () => {
	const bot = newBot();
	const { api, updates } = bot;
	return {
		...plainCalls(api, fileOf),
		sendAlbum: async (chat_id, picture, caption, clip) =>
			await api.sendMediaGroup({
				chat_id,
				media: [InputMedia.photo(fileOf(picture), { caption }), InputMedia.video(fileOf(clip))],
			}),
		download: async (fileId) => (await bot.downloadFile(fileId))!,
		forbidden: { code: 403 },
		poll: async () => {
			updates.on('message', async (context) => await context.send(`You said ${context.text}`));
			await updates.startPolling();
			return async () => {
				updates.stopPolling();
			};
		},
		webhook: (secretToken) => {
			updates.on('message', async (context) => {
				if (context.text === '/ping') await context.send('pong');
			});
			const handle = updates.getWebhookMiddleware(secretToken);
			return {
				listener: (request, response) => void handle(request, response),
				set: async (url) => await api.setWebhook({ url, secret_token: secretToken }),
				url: async () => (await api.getWebhookInfo()).url,
				remove: async () => await api.deleteWebhook(),
			};
		},
	};
});

test('puregram uploads and downloads with parameters that no documentation names', async () => {
	const bot = newBot();
	const sent = await bot.api.sendVideo({
		chat_id: chats.demoGroup,
		video: fileOf({ content: Buffer.from('a clip'), filename: 'a.mp4' }),
		start_timestamp: 3,
	});
	expect((await bot.downloadFile(sent.video!.file_id))?.toString()).toBe('a clip');
	expect(await emulator.calls()).toMatchObject([
		{ method: 'sendVideo', http_method: 'POST', ignored: ['start_timestamp'] },
		{ method: 'getFile', http_method: 'GET', ignored: ['suppress'] },
	]);
});
