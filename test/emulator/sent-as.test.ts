import { SENT_AS_KINDS } from '../../emulator/world/sentAs';
import { useEmulator, type Json } from '../support/emulator';
import { accepted } from './answers';

const emulator = useEmulator();
const { users, chats } = emulator.defaults;
const MIA = { user_id: users.mia, chat_id: chats.demoGroup };

const send = async (send_as: string, more: object = {}): Promise<Json> =>
	await emulator.act('message', { ...MIA, send_as, ...more });

const received = async (): Promise<Json[]> =>
	accepted(await emulator.api('getUpdates')).map(({ message }: Json) => message);

test.each([
	['sticker', { sticker: { emoji: '👋', file_id: expect.any(String) } }],
	['animation', { animation: { duration: 2 }, document: { file_name: 'party.mp4' } }],
	['voice', { voice: { duration: 3 } }],
	['video_note', { video_note: { duration: 4 } }],
	[
		'poll',
		{ poll: { question: 'Tea or coffee?', options: [{ text: 'Tea' }, { text: 'Coffee' }] } },
	],
	['contact', { contact: { first_name: 'Ada' } }],
	['location', { location: { latitude: expect.any(Number) } }],
	['via_bot', { text: 'Found by a bot', via_bot: { is_bot: true } }],
	['link_button', { reply_markup: { inline_keyboard: [[{ url: 'https://example.com/offer' }]] } }],
	[
		'channel',
		{
			text: 'News from my channel',
			sender_chat: { title: 'Mia’s Channel' },
			from: { is_bot: true, username: 'Channel_Bot' },
		},
	],
])('%s reaches the bot', async (kind, message) => {
	expect(await send(kind)).toMatchObject({ ok: true });
	expect(await received()).toMatchObject([message]);
});

test('the list has every kind', () => {
	expect(SENT_AS_KINDS).toHaveLength(10);
});

test.each([
	['poll', 'Lunch at one?', { poll: { question: 'Lunch at one?' } }],
	['contact', 'Nguyễn Văn An', { contact: { first_name: 'Nguyễn Văn An' } }],
	['animation', '看这个', { caption: '看这个' }],
	['channel', 'Rabatt!', { text: 'Rabatt!' }],
])('%s has the person’s words', async (kind, text, message) => {
	await send(kind, { text });
	expect(await received()).toMatchObject([message]);
});

test.each(['sticker', 'voice'])('the file of a %s can be fetched', async (kind) => {
	await send(kind);
	const [message] = await received();
	const { file_path } = accepted(await emulator.api('getFile', { file_id: message[kind].file_id }));
	expect(file_path).toEqual(expect.any(String));
});

test('a person has one channel, however often they write as it', async () => {
	await send('channel');
	await send('channel');
	const { chats: all } = await emulator.state();
	expect(all.filter(({ type }) => type === 'channel')).toHaveLength(1);
});

test.each([
	['sticker', 'can_send_other_messages', 'you may not send this in this chat'],
	['poll', 'can_send_polls', 'you may not send this in this chat'],
	['voice', 'can_send_media_messages', 'you may not send media in this chat'],
	['contact', 'can_send_messages', 'members may not write in this chat'],
])('%s requires %s', async (kind, permission, refused) => {
	const all = ['can_send_messages', 'can_send_media_messages', 'can_send_polls'];
	const permissions = Object.fromEntries(
		[...all, 'can_send_other_messages'].map((name) => [name, name !== permission]),
	);
	accepted(await emulator.api('setChatPermissions', { chat_id: chats.demoGroup, permissions }));
	expect(await send(kind)).toEqual({ ok: false, refused });
});

test('a banned channel cannot write', async () => {
	const { message } = await send('channel');
	const sender_chat_id = message.sender_chat.id;
	accepted(await emulator.api('banChatSenderChat', { chat_id: chats.demoGroup, sender_chat_id }));
	expect(await send('channel')).toEqual({
		ok: false,
		refused: 'your channel is banned from this chat',
	});
});

test('an unknown kind is refused', async () => {
	await expect(send('pigeon')).rejects.toThrow();
});

test('a snapshot keeps the kind', async () => {
	await send('poll');
	const snapshot = await emulator.control('get', 'snapshot');
	await emulator.control('put', 'snapshot', snapshot);
	expect((await emulator.state()).messages.at(-1)).toMatchObject({
		content: { poll: { question: 'Tea or coffee?' } },
	});
});

test('a message keeps its additions: a marked person, and its topic', async () => {
	const entities = [{ type: 'text_mention', offset: 0, length: 4, user: { id: users.noah } }];
	const more = { entities, is_topic_message: true, message_thread_id: 2 };
	await emulator.act('message', { ...MIA, text: 'Noah?', more });
	expect(await received()).toMatchObject([{ text: 'Noah?', ...more }]);
});
