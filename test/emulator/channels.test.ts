import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal } from './answers';

const emulator = useEmulator();
const { botId, users } = emulator.defaults;

const channel = { chat_id: -1100 };

/** A channel in which the bot has these rights, or is a plain member. */
async function joined(rights?: object): Promise<void> {
	const bot = { ...channel, user_id: botId };
	await emulator.control('post', 'seed', {
		chats: [{ id: channel.chat_id, type: 'channel', title: 'News' }],
		members: [
			{ ...channel, user_id: users.olga, status: 'creator' },
			{ ...channel, user_id: users.mia, status: 'member' },
			rights ? { ...bot, status: 'administrator', rights } : { ...bot, status: 'member' },
		],
	});
}

const post = async () => await emulator.api('sendMessage', { ...channel, text: 'News' });

const byOlga = async (): Promise<number> => {
	const { message } = await emulator.act('message', {
		...channel,
		user_id: users.olga,
		text: 'Old',
	});
	return message.message_id;
};

const edit = async (message_id: number) =>
	await emulator.api('editMessageText', { ...channel, message_id, text: 'New' });

describe('can_post_messages', () => {
	test('lets a bot post as the channel', async () => {
		await joined({ can_post_messages: true });
		const message = accepted(await post());
		expect(message).toMatchObject({ chat: { type: 'channel' }, sender_chat: { title: 'News' } });
		expect(message.from).toBeUndefined();
	});

	test.each<[string, object | undefined]>([
		['a subscriber', undefined],
		['an administrator without it', { can_edit_messages: true, can_manage_chat: true }],
	])('is required of %s', async (_who, rights) => {
		await joined(rights);
		for (const method of ['sendMessage', 'sendDice']) {
			expectRefusal(
				await emulator.api(method, { ...channel, ...(method === 'sendMessage' && { text: 'x' }) }),
				403,
				'Forbidden: not enough rights to send messages to the chat',
			);
		}
	});

	test('holds for people too', async () => {
		await joined({ can_post_messages: true });
		const answer = await emulator.act('message', { ...channel, user_id: users.mia, text: 'x' });
		expect(answer).toEqual({ ok: false, refused: 'you may not post in this channel' });
	});
});

describe('can_edit_messages', () => {
	test("lets a bot edit other people's posts", async () => {
		await joined({ can_edit_messages: true });
		expect(accepted(await edit(await byOlga())).text).toBe('New');
	});

	test('is not needed for the bot’s own posts', async () => {
		await joined({ can_post_messages: true });
		accepted(await edit(accepted(await post()).message_id));
	});

	test.each<[string, object | undefined]>([
		['a subscriber', undefined],
		['an administrator without it', { can_post_messages: true }],
	])('is required of %s', async (_who, rights) => {
		await joined(rights);
		expectRefusal(
			await edit(await byOlga()),
			403,
			"Forbidden: message can't be edited: it is not the bot's own",
		);
	});

	test('changes nothing in a group', async () => {
		const { chats, messages } = emulator.defaults;
		const params = { chat_id: chats.demoGroup, message_id: messages.byMia, text: 'New' };
		expect((await emulator.api('editMessageText', params)).status).toBe(403);
	});
});

describe('the two rights', () => {
	const rights = { can_post_messages: true, can_edit_messages: false };

	test('are in the ChatMember of an administrator', async () => {
		await joined(rights);
		const params = { ...channel, user_id: botId };
		expect(accepted(await emulator.api('getChatMember', params))).toMatchObject(rights);
	});

	test('are false outside of channels', async () => {
		const params = { chat_id: emulator.defaults.chats.demoGroup, user_id: botId };
		expect(accepted(await emulator.api('getChatMember', params))).toMatchObject({
			can_post_messages: false,
			can_edit_messages: false,
			can_delete_messages: true,
		});
	});
});

test('posts of people reach the bot as channel_post and edited_channel_post', async () => {
	await joined();
	const message_id = await byOlga();
	await emulator.act('edit', { ...channel, user_id: users.olga, message_id, text: 'Newer' });
	const updates = accepted(await emulator.api('getUpdates'));
	expect(updates).toMatchObject([
		{ channel_post: { text: 'Old', sender_chat: { id: channel.chat_id } } },
		{ edited_channel_post: { text: 'Newer' } },
	]);
});

test('people who join or leave cause no message', async () => {
	await joined();
	expect(await emulator.act('join', { ...channel, user_id: users.noah })).toEqual({ ok: true });
	expect(await emulator.act('leave', { ...channel, user_id: users.noah })).toEqual({ ok: true });
	const { messages } = await emulator.state();
	expect(messages.filter(({ chat_id }) => chat_id === channel.chat_id)).toEqual([]);
});

test('a bot that is not in a channel gets that as the reason of a refusal', async () => {
	await joined();
	await emulator.control('post', 'seed', {
		members: [{ ...channel, user_id: botId, status: 'left' }],
	});
	expectRefusal(await post(), 403, 'Forbidden: bot is not a member of the channel chat');
});
