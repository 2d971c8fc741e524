import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal } from './answers';

const emulator = useEmulator();
const { botId, users, chats } = emulator.defaults;

const GROUP = { chat_id: chats.demoGroup };
const MIA = { ...GROUP, user_id: users.mia };
const CHANNEL = { sender_chat_id: -1100 };

const api = async (method: string, params: object = {}) =>
	await emulator.api(method, { ...GROUP, ...params });
const write = async (act: object = {}) =>
	await emulator.act('message', { ...MIA, text: 'Hi', ...act });

/** A channel of Mia's, and a second bot in the demo group. */
async function seed(): Promise<void> {
	await emulator.control('post', 'seed', {
		bots: [{ id: 77, token: '77:Second' }],
		users: [{ id: 77, is_bot: true, first_name: 'Second' }],
		chats: [{ id: CHANNEL.sender_chat_id, type: 'channel', title: 'News' }],
		members: [
			{ chat_id: CHANNEL.sender_chat_id, user_id: users.mia, status: 'creator' },
			{ ...GROUP, user_id: 77, status: 'administrator', rights: { can_manage_chat: true } },
		],
	});
}

/** Updates that wait for the second bot. */
const ofSecond = async () => {
	const { bots } = await emulator.state();
	return bots.find(({ id }) => id === 77)?.updates;
};

describe('setChatTitle', () => {
	test('renames the chat, and the chat tells everyone but the bot', async () => {
		await seed();
		expect(accepted(await api('setChatTitle', { title: 'Support' }))).toBe(true);
		expect(accepted(await api('getChat'))).toMatchObject({ title: 'Support' });
		const said = { chat: { title: 'Support' }, from: { id: botId }, new_chat_title: 'Support' };
		expect(await ofSecond()).toMatchObject([{ message: said }]);
		expect(accepted(await emulator.api('getUpdates'))).toEqual([]);
	});

	test('changes nothing if the title is the same', async () => {
		const before = (await emulator.state()).messages.length;
		accepted(await api('setChatTitle', { title: 'Demo Group' }));
		expect((await emulator.state()).messages).toHaveLength(before);
	});

	test('accepts up to 255 characters', async () => {
		accepted(await api('setChatTitle', { title: 'ä'.repeat(255) }));
		const answer = await api('setChatTitle', { title: 'ä'.repeat(256) });
		expectRefusal(answer, 400, 'Bad Request: chat title is too long');
	});
});

describe('setChatPermissions', () => {
	const lock = async (permissions: object) => await api('setChatPermissions', { permissions });

	test('applies to members, not to administrators, until it is lifted', async () => {
		accepted(await lock({}));
		expect(await write()).toEqual({ ok: false, refused: 'members may not write in this chat' });
		expect((await write({ user_id: users.milan })).ok).toBe(true);
		expect(accepted(await api('sendMessage', { text: 'Locked' }))).toBeTruthy();
		accepted(await lock({ can_send_messages: true }));
		expect((await write()).ok).toBe(true);
		expect((await write({ photo: true })).ok).toBe(false);
	});

	test('does not free a restricted member', async () => {
		accepted(await api('restrictChatMember', { user_id: users.mia, permissions: {} }));
		accepted(await lock({ can_send_messages: true }));
		expect(await write()).toEqual({ ok: false, refused: 'you are muted in this chat' });
	});

	test('is shown by getChat, and allows everything by default', async () => {
		expect(Object.values(accepted(await api('getChat')).permissions)).toEqual(
			Array.from({ length: 8 }, () => true),
		);
		accepted(await lock({ can_send_polls: true }));
		const { permissions } = accepted(await api('getChat'));
		expect(Object.entries(permissions).filter(([, value]) => value)).toEqual([
			['can_send_polls', true],
		]);
	});
});

describe('leaveChat', () => {
	test('removes the bot, which is told so, and the bot can do nothing there', async () => {
		await seed();
		expect(accepted(await api('leaveChat'))).toBe(true);
		expect(await ofSecond()).toMatchObject([{ message: { left_chat_member: { id: botId } } }]);
		expect(accepted(await emulator.api('getUpdates'))).toMatchObject([
			{ my_chat_member: { from: { id: botId }, new_chat_member: { status: 'left' } } },
		]);
		for (const method of ['leaveChat', 'getChat', 'getChatMemberCount', 'getChatAdministrators']) {
			const answer = await api(method);
			expectRefusal(answer, 403, 'Forbidden: bot is not a member of the group chat');
		}
	});
});

describe('the list of members', () => {
	test('is counted by getChatMemberCount', async () => {
		expect(accepted(await api('getChatMemberCount'))).toBe(5);
		accepted(await api('banChatMember', { user_id: users.mia }));
		expect(accepted(await api('getChatMemberCount'))).toBe(4);
	});

	test('has its owner and administrators in getChatAdministrators', async () => {
		const found: Array<{ user: { id: number } }> = accepted(await api('getChatAdministrators'));
		expect(found.map(({ user }) => user.id)).toEqual([users.olga, users.milan, botId]);
	});
});

describe('banChatSenderChat', () => {
	const asChannel = async () => await write(CHANNEL);

	test('keeps the owner of a channel from writing as the channel, until unbanChatSenderChat', async () => {
		await seed();
		expect((await asChannel()).message).toMatchObject({ sender_chat: { title: 'News' } });
		expect(accepted(await api('banChatSenderChat', CHANNEL))).toBe(true);
		const refused = 'your channel is banned from this chat';
		expect(await asChannel()).toEqual({ ok: false, refused });
		expect((await write()).ok).toBe(true);
		expect(accepted(await api('unbanChatSenderChat', CHANNEL))).toBe(true);
		expect((await asChannel()).ok).toBe(true);
	});

	test('is not needed against people who do not own the channel', async () => {
		await seed();
		const answer = await write({ ...CHANNEL, user_id: users.noah });
		expect(answer).toEqual({ ok: false, refused: 'this is not your channel' });
	});
});

describe('setChatAdministratorCustomTitle', () => {
	const name = async (params: object) =>
		await api('setChatAdministratorCustomTitle', { user_id: users.mia, ...params });

	test('is shown beside an administrator, and an empty one removes it', async () => {
		accepted(await api('promoteChatMember', { user_id: users.mia, can_pin_messages: true }));
		accepted(await name({ custom_title: 'Support' }));
		const titled = { status: 'administrator', custom_title: 'Support' };
		expect(accepted(await api('getChatMember', { user_id: users.mia }))).toMatchObject(titled);
		accepted(await name({ custom_title: '' }));
		const member = accepted(await api('getChatMember', { user_id: users.mia }));
		expect(member).not.toHaveProperty('custom_title');
	});

	test.each<[string, object, number, string]>([
		['no title', {}, 400, 'Bad Request: parameter "custom_title" is required'],
		[
			'17 characters',
			{ custom_title: 'x'.repeat(17) },
			400,
			'Bad Request: custom title is too long',
		],
		['an emoji', { custom_title: '⭐' }, 400, 'Bad Request: ADMIN_RANK_EMOJI_NOT_ALLOWED'],
		['a plain member', { custom_title: 'x' }, 400, 'Bad Request: user is not an administrator'],
		[
			'an administrator whom the bot has not promoted',
			{ custom_title: 'x', user_id: users.milan },
			403,
			'Forbidden: not enough rights to edit an administrator whom somebody else has promoted',
		],
	])('refuses %s', async (_kind, params, code, description) => {
		expectRefusal(await name(params), code, description);
	});
});

describe('getUserProfilePhotos', () => {
	const photos = async (params: object) =>
		await emulator.api('getUserProfilePhotos', { user_id: users.mia, ...params });

	test.each<[string, object, number, string]>([
		['an unknown user', { user_id: 77 }, 404, 'Not Found: user not found'],
		['101 photos', { limit: 101 }, 400, 'Bad Request: limit must be 1 to 100'],
		['none', { limit: 0 }, 400, 'Bad Request: limit must be 1 to 100'],
		['a negative offset', { offset: -1 }, 400, 'Bad Request: offset must not be negative'],
	])('refuses %s', async (_kind, params, code, description) => {
		expectRefusal(await photos(params), code, description);
	});
});

test.each<[string, string, object, number, string]>([
	[
		'setChatTitle',
		'a plain member',
		{ chat_id: -1002, title: 'x' },
		403,
		'not enough rights to change chat title',
	],
	[
		'setChatTitle',
		'a private chat',
		{ chat_id: 1003, title: 'x' },
		400,
		"can't change the title of a private chat",
	],
	['setChatTitle', 'spaces', { title: '  ' }, 400, 'chat title is empty'],
	[
		'setChatPermissions',
		'a plain member',
		{ chat_id: -1002, permissions: {} },
		403,
		'not enough rights to change chat permissions',
	],
	[
		'setChatPermissions',
		'an unknown one',
		{ permissions: { can_fly: true } },
		400,
		'invalid permissions format: "can_fly"',
	],
	['leaveChat', 'a private chat', { chat_id: 1003 }, 400, "a bot can't leave a private chat"],
	['getChat', 'an unknown chat', { chat_id: -77 }, 404, 'chat not found'],
	[
		'banChatSenderChat',
		'a plain member',
		{ chat_id: -1002, ...CHANNEL },
		403,
		'not enough rights to restrict/unrestrict chat member',
	],
	['banChatSenderChat', 'an unknown channel', CHANNEL, 404, 'chat not found'],
	[
		'unbanChatSenderChat',
		'a group',
		{ sender_chat_id: -1002 },
		400,
		'sender chat is not a channel',
	],
])('%s refuses %s', async (method, _kind, params, code, reason) => {
	const kind = { 400: 'Bad Request', 403: 'Forbidden', 404: 'Not Found' }[code];
	expectRefusal(await api(method, params), code, `${kind}: ${reason}`);
});
