import { Bot, InputFile, nodeFrameworkWebhook } from 'node-telegram-bot-api';

import { useEmulator } from '../../support/emulator';
import { until } from '../answers';
import { listen } from '../receiver';
import { demoGroup } from './demoGroup';

const emulator = useEmulator();
const { botId, users, chats, messages } = emulator.defaults;
const group = demoGroup(emulator);

const newBot = () => new Bot(emulator.token, { apiRoot: emulator.url, maxRetries: 0 });

describe('node-telegram-bot-api', () => {
	test('getMe', async () => {
		expect(await newBot().api.getMe()).toMatchObject({ id: botId, username: 'demo_bot' });
	});

	test('sendMessage', async () => {
		const sent = await newBot().api.sendMessage({
			chat_id: chats.demoGroup,
			text: 'Hello',
			parse_mode: 'HTML',
			reply_parameters: { message_id: messages.byMia },
			reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] },
		});
		expect(sent).toMatchObject({ text: 'Hello', reply_to_message: { message_id: messages.byMia } });
	});

	test('sendMediaGroup with uploads', async () => {
		const file = (content: string, filename: string) =>
			new InputFile(Buffer.from(content), { filename });
		const sent = await newBot().api.sendMediaGroup({
			chat_id: chats.demoGroup,
			media: [
				{ type: 'photo', media: file('picture', 'a.png'), caption: 'One' },
				{ type: 'video', media: file('a clip', 'b.mp4') },
			],
		});
		expect(sent).toMatchObject([
			{ caption: 'One', photo: [{ file_size: 7 }], media_group_id: expect.any(String) },
			{ video: { file_size: 6 } },
		]);
	});

	test('deleteMessages', async () => {
		const message_ids = [messages.byMia, messages.byBot];
		const { api } = newBot();
		expect(await api.deleteMessages({ chat_id: chats.demoGroup, message_ids })).toBe(true);
		const { messages: all } = await emulator.state();
		const deleted = all.filter((message) => message.deleted);
		expect(deleted.map(({ message_id }) => message_id)).toEqual(message_ids);
	});

	test('restrictChatMember', async () => {
		const { api } = newBot();
		const who = { chat_id: chats.demoGroup, user_id: users.mia };
		const until_date = Math.floor(Date.now() / 1000) + 3600;
		const permissions = { can_send_messages: true };
		await api.restrictChatMember({ ...who, permissions, until_date });
		expect(await api.getChatMember(who)).toMatchObject({
			status: 'restricted',
			can_send_messages: true,
			can_send_polls: false,
			until_date,
		});
	});

	test('is told why not', async () => {
		const sent = newBot().api.sendMessage({ chat_id: chats.elsewhere, text: 'Hello' });
		await expect(sent).rejects.toThrow('bot is not a member of the group chat');
	});

	test('long polling', async () => {
		const bot = newBot();
		bot.on('message', async (context) => {
			await context.reply(`You said ${context.message?.text}`);
		});
		const running = bot.startPolling();
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
		const handle = nodeFrameworkWebhook(bot, { secretToken: 'secret' });
		const server = await listen((request, response) => void handle(request, response));
		try {
			await bot.api.setWebhook({ url: server.url, secret_token: 'secret' });
			expect((await bot.api.getWebhookInfo()).url).toBe(server.url);
			await group.write('/ping');
			expect(await group.botWrites(1)).toEqual(['pong']);
			await bot.api.deleteWebhook();
		} finally {
			await server.close();
		}
	});
});
