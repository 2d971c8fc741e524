import { Bot, InputFile, InputMediaBuilder, webhookCallback } from 'grammy';

import { useEmulator } from '../../support/emulator';
import { listen } from '../receiver';
import { demoGroup } from './demoGroup';

const emulator = useEmulator();
const { botId, users, chats, messages } = emulator.defaults;
const group = demoGroup(emulator);

const newBot = () => new Bot(emulator.token, { client: { apiRoot: emulator.url } });

describe('grammY', () => {
	test('getMe', async () => {
		expect(await newBot().api.getMe()).toMatchObject({ id: botId, username: 'demo_bot' });
	});

	test('sendMessage', async () => {
		const sent = await newBot().api.sendMessage(chats.demoGroup, 'Hello', {
			parse_mode: 'HTML',
			reply_parameters: { message_id: messages.byMia },
			reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] },
		});
		expect(sent).toMatchObject({ text: 'Hello', reply_to_message: { message_id: messages.byMia } });
	});

	test('sendMediaGroup with uploads', async () => {
		const sent = await newBot().api.sendMediaGroup(chats.demoGroup, [
			InputMediaBuilder.photo(new InputFile(Buffer.from('picture'), 'a.png'), { caption: 'One' }),
			InputMediaBuilder.video(new InputFile(Buffer.from('a clip'), 'b.mp4')),
		]);
		expect(sent).toMatchObject([
			{ caption: 'One', photo: [{ file_size: 7 }], media_group_id: expect.any(String) },
			{ video: { file_size: 6 } },
		]);
	});

	test('deleteMessages', async () => {
		const ids = [messages.byMia, messages.byBot];
		expect(await newBot().api.deleteMessages(chats.demoGroup, ids)).toBe(true);
		const { messages: all } = await emulator.state();
		const deleted = all.filter((message) => message.deleted);
		expect(deleted.map(({ message_id }) => message_id)).toEqual(ids);
	});

	test('restrictChatMember', async () => {
		const { api } = newBot();
		const until_date = Math.floor(Date.now() / 1000) + 3600;
		const permissions = { can_send_messages: true };
		await api.restrictChatMember(chats.demoGroup, users.mia, permissions, { until_date });
		expect(await api.getChatMember(chats.demoGroup, users.mia)).toMatchObject({
			status: 'restricted',
			can_send_messages: true,
			can_send_polls: false,
			until_date,
		});
	});

	test('is told why not', async () => {
		const sent = newBot().api.sendMessage(chats.elsewhere, 'Hello');
		await expect(sent).rejects.toMatchObject({ error_code: 403 });
	});

	test('long polling', async () => {
		const bot = newBot();
		bot.on('message:text', async (context) => {
			await context.reply(`You said ${context.message.text}`);
		});
		let running = Promise.resolve();
		await new Promise<unknown>((onStart) => (running = bot.start({ onStart })));
		try {
			await group.write('one');
			await group.write('two');
			expect(await group.botWrites(2)).toEqual(['You said one', 'You said two']);
		} finally {
			await bot.stop();
			await running;
		}
		// Its last call confirmed what it had.
		expect((await emulator.api('getUpdates')).body.result).toEqual([]);
	});

	test('webhook', async () => {
		const bot = newBot();
		bot.command('ping', async (context) => {
			await context.reply('pong');
		});
		const server = await listen(webhookCallback(bot, 'http', { secretToken: 'secret' }));
		try {
			await bot.api.setWebhook(server.url, { secret_token: 'secret' });
			expect(await bot.api.getWebhookInfo()).toMatchObject({ url: server.url });
			await group.write('/ping');
			expect(await group.botWrites(1)).toEqual(['pong']);
			await bot.api.deleteWebhook();
		} finally {
			await server.close();
		}
	});
});
