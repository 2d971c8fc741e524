import { useEmulator } from '../support/emulator';
import { useTime } from '../support/time';
import { accepted, expectRefusal } from './answers';

const emulator = useEmulator();
const { botId, users, chats } = emulator.defaults;

const PERMISSIONS = [
	'can_send_messages',
	'can_send_media_messages',
	'can_send_polls',
	'can_send_other_messages',
	'can_add_web_page_previews',
	'can_change_info',
	'can_invite_users',
	'can_pin_messages',
];

const all = (value: boolean) => Object.fromEntries(PERMISSIONS.map((name) => [name, value]));
const MUTE = all(false);
const TEXT_ONLY = { ...MUTE, can_send_messages: true };

useTime();

const now = () => Math.floor(Date.now() / 1000);
const advance = async (seconds: number) =>
	await emulator.control('post', 'clock', { advance_seconds: seconds });

const MIA = { chat_id: chats.demoGroup, user_id: users.mia };

const member = async (who: object = {}) =>
	accepted(await emulator.api('getChatMember', { ...MIA, ...who }));
const restrict = async (params: object) =>
	await emulator.api('restrictChatMember', { ...MIA, permissions: MUTE, ...params });
const ban = async (params: object = {}) =>
	await emulator.api('banChatMember', { ...MIA, ...params });
const unban = async (params: object = {}) =>
	await emulator.api('unbanChatMember', { ...MIA, ...params });
const write = async (act: object = {}) =>
	await emulator.act('message', { ...MIA, text: 'Hi', ...act });

describe('restrictChatMember', () => {
	test('mutes a member, which the member’s status shows, and refuses their messages', async () => {
		expect(accepted(await restrict({}))).toBe(true);
		expect(await member()).toEqual({
			user: { id: users.mia, is_bot: false, first_name: 'Mia', username: 'mia' },
			status: 'restricted',
			is_member: true,
			...MUTE,
			until_date: 0,
		});
		expect(await write()).toEqual({ ok: false, refused: 'you are muted in this chat' });
		expect(accepted(await emulator.api('getUpdates'))).toEqual([]);
	});

	test('with text only lets text through, but no pictures', async () => {
		accepted(await restrict({ permissions: TEXT_ONLY }));
		expect((await write()).ok).toBe(true);
		expect(await write({ photo: true })).toEqual({
			ok: false,
			refused: 'you may not send media in this chat',
		});
	});

	test('with all permissions lifts the restriction', async () => {
		accepted(await restrict({}));
		accepted(await restrict({ permissions: all(true) }));
		expect((await member()).status).toBe('member');
		expect((await write()).ok).toBe(true);
	});

	test('ends at its date', async () => {
		accepted(await restrict({ until_date: now() + 3600 }));
		await advance(3590);
		expect((await write()).ok).toBe(false);
		await advance(20);
		expect((await member()).status).toBe('member');
		expect((await write()).ok).toBe(true);
	});

	test.each<[string, object, string]>([
		['no permissions', { permissions: undefined }, 'parameter "permissions" is required'],
		[
			'permissions that are no object',
			{ permissions: [] },
			'parameter "permissions" must be of type object',
		],
		[
			'an unknown permission',
			{ permissions: { can_fly: true } },
			'invalid permissions format: "can_fly"',
		],
		[
			'a permission that is no boolean',
			{ permissions: { can_send_polls: 'yes' } },
			'invalid permissions format: "can_send_polls"',
		],
		['no user', { user_id: undefined }, 'parameter "user_id" is required'],
		[
			'a date that is text',
			{ until_date: 'tomorrow' },
			'parameter "until_date" must be of type integer',
		],
	])('refuses %s', async (_kind, params, reason) => {
		expectRefusal(await restrict(params), 400, `Bad Request: ${reason}`);
	});

	test('refuses a person who is not in the group', async () => {
		expectRefusal(
			await restrict({ user_id: users.zoe }),
			404,
			'Not Found: user not found in the chat',
		);
	});
});

describe('banChatMember', () => {
	test('removes the member, who is then silent and cannot return', async () => {
		expect(accepted(await ban())).toBe(true);
		expect(await member()).toMatchObject({ status: 'kicked', until_date: 0 });
		expect(await write()).toEqual({ ok: false, refused: 'you are banned from this chat' });
		expect(await emulator.act('join', MIA)).toEqual({
			ok: false,
			refused: 'you are banned from this chat',
		});
		expect(await emulator.act('leave', MIA)).toEqual({
			ok: false,
			refused: 'you are not in this chat',
		});
	});

	test('ends at its date: the user counts as left, and may return', async () => {
		accepted(await ban({ until_date: now() + 3600 }));
		await advance(3610);
		expect((await member()).status).toBe('left');
		expect((await emulator.act('join', MIA)).ok).toBe(true);
		expect((await write()).ok).toBe(true);
	});

	test('bans a person who is not in the group yet', async () => {
		accepted(await ban({ user_id: users.zoe }));
		expect((await member({ user_id: users.zoe })).status).toBe('kicked');
	});
});

describe('unbanChatMember', () => {
	test('lets a banned person return, but does not add them', async () => {
		accepted(await ban());
		expect(accepted(await unban())).toBe(true);
		expect((await member()).status).toBe('left');
		expect((await emulator.act('join', MIA)).ok).toBe(true);
		expect((await write()).ok).toBe(true);
	});

	test('removes a member who is not banned, but not with only_if_banned', async () => {
		expect(accepted(await unban({ only_if_banned: true }))).toBe(true);
		expect((await member()).status).toBe('member');
		accepted(await unban());
		expect((await member()).status).toBe('left');
		expect((await emulator.act('join', MIA)).ok).toBe(true);
	});

	test('changes nothing for a person who is not in the group', async () => {
		expect(accepted(await unban({ user_id: users.zoe }))).toBe(true);
		expect((await member({ user_id: users.zoe })).status).toBe('left');
	});

	test('keeps the restriction of a person who has left', async () => {
		accepted(await restrict({}));
		await emulator.act('leave', MIA);
		accepted(await unban());
		expect(await member()).toMatchObject({ status: 'restricted', is_member: false });
	});

	test('spares owners and administrators with only_if_banned', async () => {
		for (const user_id of [users.olga, users.milan, botId]) {
			expect(accepted(await unban({ user_id, only_if_banned: true }))).toBe(true);
		}
	});

	test('informs the administrators among the bots', async () => {
		accepted(await ban());
		accepted(await emulator.api('getUpdates', { allowed_updates: ['chat_member'] }));
		accepted(await unban());
		expect(accepted(await emulator.api('getUpdates'))).toMatchObject([
			{
				chat_member: {
					from: { id: botId },
					old_chat_member: { user: { id: users.mia }, status: 'kicked' },
					new_chat_member: { user: { id: users.mia }, status: 'left' },
				},
			},
		]);
	});
});

describe.each([
	['restrictChatMember', restrict],
	['banChatMember', ban],
])('the end of %s', (_method, act) => {
	test.each<[string, () => number, boolean]>([
		['0', () => 0, true],
		['29 seconds', () => now() + 29, true],
		['32 seconds', () => now() + 32, false],
		['366 days', () => now() + 366 * 86_400, false],
		['366 days and a bit', () => now() + 366 * 86_400 + 60, true],
		['a date that is past', () => now() - 100, true],
	])('says whether it is permanent: %s', async (_kind, until, permanent) => {
		const until_date = until();
		accepted(await act({ until_date }));
		expect((await member()).until_date).toBe(permanent ? 0 : until_date);
	});
});

describe.each([
	['restrictChatMember', restrict],
	['banChatMember', ban],
	['unbanChatMember', unban],
])('%s', (_method, act) => {
	test.each<[string, object, number, string]>([
		['no chat', { chat_id: undefined }, 400, 'Bad Request: parameter "chat_id" is required'],
		['an unknown chat', { chat_id: -77 }, 404, 'Not Found: chat not found'],
		['an unknown user', { user_id: 77 }, 404, 'Not Found: user not found'],
		['the owner', { user_id: users.olga }, 403, "Forbidden: can't remove chat owner"],
		[
			'an administrator',
			{ user_id: users.milan },
			403,
			'Forbidden: user is an administrator of the chat',
		],
		['the bot itself', { user_id: botId }, 403, 'Forbidden: user is an administrator of the chat'],
		[
			'a group where the bot is a plain member',
			{ chat_id: chats.quietGroup },
			403,
			'Forbidden: not enough rights to restrict/unrestrict chat member',
		],
		[
			'a group without the bot',
			{ chat_id: chats.elsewhere },
			403,
			'Forbidden: bot is not a member of the group chat',
		],
		[
			'a private chat',
			{ chat_id: chats.privateMia },
			400,
			'Bad Request: method is available for groups only',
		],
	])('refuses %s', async (_kind, params, code, description) => {
		expectRefusal(await act(params), code, description);
	});

	test('refuses an administrator without the right to restrict', async () => {
		const chat_id = -1009;
		const rights = { can_delete_messages: true };
		await emulator.control('post', 'seed', {
			chats: [{ id: chat_id, type: 'group', title: 'Strict' }],
			members: [
				{ chat_id, user_id: botId, status: 'administrator', rights },
				{ chat_id, user_id: users.mia, status: 'member' },
			],
		});
		expectRefusal(
			await act({ chat_id }),
			403,
			'Forbidden: not enough rights to restrict/unrestrict chat member',
		);
	});
});

describe('getChatMember', () => {
	test('shows the rights of administrators and restricted members', async () => {
		expect(await member({ user_id: users.olga })).toMatchObject({
			status: 'creator',
			is_anonymous: false,
			can_restrict_members: true,
		});
		expect(await member({ user_id: botId })).toMatchObject({
			user: { id: botId, is_bot: true },
			status: 'administrator',
			can_delete_messages: true,
		});
	});

	test('shows plain members and strangers', async () => {
		expect(await member()).toEqual({
			user: expect.objectContaining({ id: users.mia }),
			status: 'member',
		});
		expect((await member({ user_id: users.zoe })).status).toBe('left');
		expect((await member({ chat_id: chats.quietGroup })).status).toBe('member');
	});

	test.each<[string, object, number, string]>([
		['no chat', { chat_id: undefined }, 400, 'Bad Request: parameter "chat_id" is required'],
		['no user', { user_id: undefined }, 400, 'Bad Request: parameter "user_id" is required'],
		['an unknown chat', { chat_id: -77 }, 404, 'Not Found: chat not found'],
		['an unknown user', { user_id: 77 }, 404, 'Not Found: user not found'],
		[
			'a group without the bot',
			{ chat_id: chats.elsewhere },
			403,
			'Forbidden: bot is not a member of the group chat',
		],
	])('refuses %s', async (_kind, params, code, description) => {
		expectRefusal(await emulator.api('getChatMember', { ...MIA, ...params }), code, description);
	});
});
