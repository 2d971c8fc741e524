import type { Message } from '../../../emulator/world/entities';
import type { TestEmulator } from '../../support/emulator';
import { until } from '../answers';
import { listen } from '../receiver';
import type { Client } from './client';
import { describeAdministration } from './administration';

/** What a library has to be able to do with the emulator, each time with a new bot. */
export function describeClient(name: string, emulator: TestEmulator, newBot: () => Client): void {
	const { botId, users, chats, messages } = emulator.defaults;

	const write = async (text: string) => {
		await emulator.act('message', { user_id: users.mia, chat_id: chats.demoGroup, text });
	};
	const inGroup = async (isWanted: (message: Message) => boolean) =>
		(await emulator.state()).messages.filter(
			(message) => message.chat_id === chats.demoGroup && isWanted(message),
		);
	/** Waits for this many messages of the bot, and returns their texts. */
	const botWrites = async (count: number) => {
		const written = async () =>
			await inGroup(({ from_id, message_id }) => from_id === botId && message_id > messages.game);
		await until(async () => (await written()).length >= count);
		return (await written()).map(({ text }) => text);
	};

	describe(name, () => {
		test('getMe', async () => {
			expect(await newBot().getMe()).toMatchObject({ id: botId, username: 'demo_bot' });
		});

		test('sendMessage', async () => {
			const sent = await newBot().sendMessage(chats.demoGroup, 'Hello', {
				parse_mode: 'HTML',
				reply_parameters: { message_id: messages.byMia },
				reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] },
			});
			const reply_to_message = { message_id: messages.byMia };
			expect(sent).toMatchObject({ text: 'Hello', reply_to_message });
		});

		test('sendMediaGroup with uploads', async () => {
			const picture = { content: Buffer.from('picture'), filename: 'a.png' };
			const clip = { content: Buffer.from('a clip'), filename: 'b.mp4' };
			expect(await newBot().sendAlbum(chats.demoGroup, picture, 'One', clip)).toMatchObject([
				{ caption: 'One', photo: [{ file_size: 7 }], media_group_id: expect.any(String) },
				{ video: { file_size: 6 } },
			]);
		});

		test('sendPhoto and sendDocument with uploads', async () => {
			const bot = newBot();
			const photo = { content: Buffer.from('picture'), filename: 'a.png' };
			expect(await bot.sendPhoto(chats.demoGroup, photo, 'One')).toMatchObject({
				caption: 'One',
				photo: [{ file_size: 7 }],
			});
			const bill = { content: Buffer.from('a bill'), filename: 'bill.pdf' };
			expect(await bot.sendDocument(chats.demoGroup, bill)).toMatchObject({
				document: { file_name: 'bill.pdf', file_size: 6 },
			});
		});

		test('getFile with the download', async () => {
			const bot = newBot();
			const bill = { content: Buffer.from('a bill'), filename: 'bill.pdf' };
			const sent = await bot.sendDocument(chats.demoGroup, bill);
			const { document } = sent as { document: { file_id: string } };
			expect((await bot.download(document.file_id)).toString()).toBe('a bill');
		});

		test('copyMessage', async () => {
			await newBot().copyMessage(chats.demoGroup, chats.demoGroup, messages.byMia);
			expect(await botWrites(1)).toEqual(['Hello everybody!']);
		});

		test('deleteMessages', async () => {
			const ids = [messages.byMia, messages.byBot];
			expect(await newBot().deleteMessages(chats.demoGroup, ids)).toBe(true);
			const deleted = await inGroup((message) => message.deleted);
			expect(deleted.map(({ message_id }) => message_id)).toEqual(ids);
		});

		test('restrictChatMember', async () => {
			const bot = newBot();
			const until_date = Math.floor(Date.now() / 1000) + 3600;
			const permissions = { can_send_messages: true };
			const who = { chat_id: chats.demoGroup, user_id: users.mia };
			await bot.restrict({ ...who, permissions, until_date });
			expect(await bot.getChatMember(who.chat_id, who.user_id)).toMatchObject({
				status: 'restricted',
				can_send_messages: true,
				can_send_polls: false,
				until_date,
			});
		});

		describeAdministration(emulator, newBot);

		test('gets the reason for a refused send', async () => {
			const bot = newBot();
			const sent = bot.sendMessage(chats.elsewhere, 'Hello');
			await expect(sent).rejects.toMatchObject(bot.forbidden);
		});

		test('gets updates by long polling', async () => {
			const stop = await newBot().poll();
			try {
				await until(async () => (await emulator.api('getUpdates')).status === 409);
				await write('one');
				await write('two');
				expect(await botWrites(2)).toEqual(['You said one', 'You said two']);
			} finally {
				await stop();
			}
		});

		test('gets updates by a webhook', async () => {
			const { listener, set, url, remove } = newBot().webhook('secret');
			const server = await listen(listener);
			try {
				await set(`${server.url}/hook`);
				expect(await url()).toBe(`${server.url}/hook`);
				await write('/ping');
				expect(await botWrites(1)).toEqual(['pong']);
				await remove();
				expect(await url()).toBe('');
			} finally {
				await server.close();
			}
		});
	});
}
