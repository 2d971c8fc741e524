import { Telegraf } from 'telegraf';

import { useEmulator } from '../../support/emulator';
import { until } from '../answers';
import { listen } from '../receiver';
import { demoGroup } from './demoGroup';

const emulator = useEmulator();
const { botId, users, chats, messages } = emulator.defaults;
const group = demoGroup(emulator);

const newBot = () =>
	new Telegraf(emulator.token, {
		// An answer in the answer to a push is nothing that the service's documents promise.
		telegram: { apiRoot: emulator.url, webhookReply: false },
	});

describe('telegraf', () => {
	test('getMe', async () => {
		expect(await newBot().telegram.getMe()).toMatchObject({ id: botId, username: 'demo_bot' });
	});

	test('sendMessage', async () => {
		const sent = await newBot().telegram.sendMessage(chats.demoGroup, 'Hello', {
			parse_mode: 'HTML',
			reply_parameters: { message_id: messages.byMia },
			reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] },
		});
		expect(sent).toMatchObject({ text: 'Hello', reply_to_message: { message_id: messages.byMia } });
	});

	test('sendMediaGroup with uploads', async () => {
		const sent = await newBot().telegram.sendMediaGroup(chats.demoGroup, [
			{
				type: 'photo',
				media: { source: Buffer.from('picture'), filename: 'a.png' },
				caption: 'One',
			},
			{ type: 'video', media: { source: Buffer.from('a clip'), filename: 'b.mp4' } },
		]);
		expect(sent).toMatchObject([
			{ caption: 'One', photo: [{ file_size: 7 }], media_group_id: expect.any(String) },
			{ video: { file_size: 6 } },
		]);
	});

	test('deleteMessages', async () => {
		const ids = [messages.byMia, messages.byBot];
		expect(await newBot().telegram.deleteMessages(chats.demoGroup, ids)).toBe(true);
		const { messages: all } = await emulator.state();
		const deleted = all.filter((message) => message.deleted);
		expect(deleted.map(({ message_id }) => message_id)).toEqual(ids);
	});

	test('restrictChatMember', async () => {
		const { telegram } = newBot();
		const until_date = Math.floor(Date.now() / 1000) + 3600;
		const permissions = { can_send_messages: true };
		await telegram.restrictChatMember(chats.demoGroup, users.mia, { permissions, until_date });
		expect(await telegram.getChatMember(chats.demoGroup, users.mia)).toMatchObject({
			status: 'restricted',
			can_send_messages: true,
			can_send_polls: false,
			until_date,
		});
	});

	test('is told why not', async () => {
		const sent = newBot().telegram.sendMessage(chats.elsewhere, 'Hello');
		await expect(sent).rejects.toMatchObject({ response: { error_code: 403 } });
	});

	test('long polling', async () => {
		const bot = newBot();
		bot.on('text', async (context) => {
			await context.reply(`You said ${context.message.text}`);
		});
		const running = bot.launch();
		try {
			await until(async () => (await emulator.api('getUpdates')).status === 409);
			await group.write('one');
			await group.write('two');
			expect(await group.botWrites(2)).toEqual(['You said one', 'You said two']);
		} finally {
			bot.stop();
			await running;
		}
	});

	test('webhook', async () => {
		const bot = newBot();
		bot.command('ping', async (context) => {
			await context.reply('pong');
		});
		const server = await listen(bot.webhookCallback('/hook', { secretToken: 'secret' }));
		try {
			await bot.telegram.setWebhook(`${server.url}/hook`, { secret_token: 'secret' });
			expect((await bot.telegram.getWebhookInfo()).url).toBe(`${server.url}/hook`);
			await group.write('/ping');
			expect(await group.botWrites(1)).toEqual(['pong']);
			await bot.telegram.deleteWebhook();
		} finally {
			await server.close();
		}
	});
});
