import { useEmulator, type Json } from '../support/emulator';
import { accepted, expectRefusal } from './answers';

const emulator = useEmulator();
const { botId, users, chats } = emulator.defaults;

const GROUP = { chat_id: chats.demoGroup };
const ZOE = { ...GROUP, user_id: users.zoe };

const create = async (params: object = {}): Promise<Json> =>
	accepted(await emulator.api('createChatInviteLink', { ...GROUP, ...params }));

const join = async (invite_link: string, user_id: number = users.zoe) =>
	await emulator.act('join', { ...GROUP, user_id, invite_link });

const statusOf = async (user_id: number) =>
	accepted(await emulator.api('getChatMember', { ...GROUP, user_id })).status;

const updates = async () =>
	accepted(
		await emulator.api('getUpdates', {
			allowed_updates: ['chat_member', 'chat_join_request', 'message'],
		}),
	);

const NAMED = { invite_link: 'https://chat.example/+none' };

const METHODS: Array<[method: string, more: object]> = [
	['createChatInviteLink', {}],
	['editChatInviteLink', NAMED],
	['revokeChatInviteLink', NAMED],
	['exportChatInviteLink', {}],
	['approveChatJoinRequest', { user_id: users.zoe }],
	['declineChatJoinRequest', { user_id: users.zoe }],
];

describe.each(METHODS)('%s', (method, more) => {
	test.each<[string, number, number, string]>([
		[
			'a member without rights',
			chats.quietGroup,
			403,
			'Forbidden: not enough rights to manage chat invite link',
		],
		[
			'a bot that is not in the group',
			chats.elsewhere,
			403,
			'Forbidden: bot is not a member of the group chat',
		],
		[
			'a private chat',
			chats.privateMia,
			400,
			'Bad Request: there are no invite links to a private chat',
		],
		['a chat that is not there', 77, 404, 'Not Found: chat not found'],
	])('refuses %s', async (_who, chat_id, code, words) => {
		expectRefusal(await emulator.api(method, { chat_id, ...more }), code, words);
	});

	test('refuses an administrator who lacks only the right to invite', async () => {
		const rights = { can_manage_chat: true, can_restrict_members: true };
		const bot = { ...GROUP, user_id: botId, status: 'administrator', rights };
		await emulator.control('post', 'seed', { members: [bot] });
		expectRefusal(
			await emulator.api(method, { ...GROUP, ...more }),
			403,
			'Forbidden: not enough rights to manage chat invite link',
		);
	});
});

describe('a link', () => {
	test('names its author and its properties', async () => {
		expect(await create()).toEqual({
			invite_link: expect.stringContaining('https://'),
			creator: expect.objectContaining({ id: botId }),
			creates_join_request: false,
			is_primary: false,
			is_revoked: false,
		});
		const options = { name: 'x'.repeat(32), expire_date: 2e9, member_limit: 99_999 };
		expect(await create(options)).toMatchObject(options);
		expect(await create({ creates_join_request: true })).toMatchObject({
			creates_join_request: true,
			pending_join_request_count: 0,
		});
	});

	test('is different every time', async () => {
		const [one, other] = [await create(), await create()];
		expect(one.invite_link).not.toBe(other.invite_link);
	});

	test.each<[string, object, string]>([
		['a name of 33 characters', { name: 'x'.repeat(33) }, 'invite link name is too long'],
		['a limit of 0', { member_limit: 0 }, 'member_limit must be 1 to 99999'],
		['a limit of 100,000', { member_limit: 100_000 }, 'member_limit must be 1 to 99999'],
		[
			'a limit and requests',
			{ member_limit: 5, creates_join_request: true },
			"member_limit can't be specified for links that create join requests",
		],
	])('cannot have %s', async (_what, params, words) => {
		const refusal = [400, `Bad Request: ${words}`] as const;
		expectRefusal(await emulator.api('createChatInviteLink', { ...GROUP, ...params }), ...refusal);
		const { invite_link } = await create();
		const edit = { ...GROUP, invite_link, ...params };
		expectRefusal(await emulator.api('editChatInviteLink', edit), ...refusal);
	});

	test('lets people in, and the bots learn which link they used', async () => {
		await updates();
		const { invite_link } = await create({ name: 'Friends' });
		expect(await join(invite_link)).toMatchObject({ ok: true });
		expect(await statusOf(users.zoe)).toBe('member');
		expect(await updates()).toMatchObject([
			{
				chat_member: {
					from: { id: users.zoe },
					new_chat_member: { status: 'member' },
					invite_link: { invite_link, name: 'Friends' },
				},
			},
			{ message: { new_chat_members: [{ id: users.zoe }] } },
		]);
	});

	test('lets in as many people as its limit says', async () => {
		const { invite_link } = await create({ member_limit: 1 });
		expect(await join(invite_link)).toMatchObject({ ok: true });
		const full = {
			ok: false,
			refused: 'this invite link has let in as many people as it may',
		};
		expect(await join(invite_link, 1010)).toEqual(full);
		await emulator.act('leave', ZOE);
		expect(await join(invite_link, 1010)).toMatchObject({ ok: true });
	});

	test('ends when its time is over', async () => {
		const expire_date = Math.floor(Date.now() / 1000) + 60;
		const { invite_link } = await create({ expire_date });
		await emulator.control('post', 'clock', { advance_seconds: 61 });
		expect(await join(invite_link)).toEqual({
			ok: false,
			refused: 'this invite link has expired',
		});
	});

	test('of another chat, or an unknown one, lets nobody in', async () => {
		const { invite_link } = await create();
		const elsewhere = { user_id: users.zoe, chat_id: chats.moderators, invite_link };
		const refused = { ok: false, refused: 'there is no such invite link' };
		expect(await emulator.act('join', elsewhere)).toEqual(refused);
		expect(await join('https://chat.example/+none')).toEqual(refused);
	});

	test('does not let in people who are banned', async () => {
		const { invite_link } = await create();
		accepted(await emulator.api('banChatMember', ZOE));
		expect((await join(invite_link)).refused).toBe('you are banned from this chat');
	});
});

describe('editChatInviteLink', () => {
	test('replaces all properties of a link', async () => {
		const { invite_link } = await create({ name: 'Old', member_limit: 5 });
		const edit = { ...GROUP, invite_link, name: 'New' };
		const edited = accepted(await emulator.api('editChatInviteLink', edit));
		expect(edited).toMatchObject({ invite_link, name: 'New' });
		expect(edited).not.toHaveProperty('member_limit');
	});

	test('changes only the bot’s own links, and not the main one', async () => {
		const main = accepted(await emulator.api('exportChatInviteLink', GROUP));
		expectRefusal(
			await emulator.api('editChatInviteLink', { ...GROUP, invite_link: main }),
			400,
			"Bad Request: the primary invite link can't be edited",
		);
		const invite_link = 'https://chat.example/+olga';
		const links = [{ invite_link, chat_id: chats.demoGroup, creator_id: users.olga }];
		await emulator.control('post', 'seed', { invite_links: links });
		for (const method of ['editChatInviteLink', 'revokeChatInviteLink']) {
			expectRefusal(
				await emulator.api(method, { ...GROUP, invite_link }),
				400,
				'Bad Request: the invite link was made by somebody else',
			);
			expectRefusal(
				await emulator.api(method, { ...GROUP, ...NAMED }),
				404,
				'Not Found: invite link not found',
			);
		}
	});
});

describe('revokeChatInviteLink', () => {
	test('ends a link', async () => {
		const { invite_link } = await create();
		const revoked = accepted(await emulator.api('revokeChatInviteLink', { ...GROUP, invite_link }));
		expect(revoked).toMatchObject({ invite_link, is_revoked: true });
		expect(await join(invite_link)).toEqual({
			ok: false,
			refused: 'this invite link was revoked',
		});
	});

	test('replaces the main link if it ends that one', async () => {
		const invite_link = accepted(await emulator.api('exportChatInviteLink', GROUP));
		for (let times = 0; times < 2; times++) {
			accepted(await emulator.api('revokeChatInviteLink', { ...GROUP, invite_link }));
		}
		const { invite_links: links } = await emulator.state();
		expect(links).toMatchObject([
			{ invite_link, is_primary: true, is_revoked: true },
			{ is_primary: true, is_revoked: false },
		]);
	});
});

test('exportChatInviteLink makes a main link and ends the former one', async () => {
	const old = accepted(await emulator.api('exportChatInviteLink', GROUP));
	const main = accepted(await emulator.api('exportChatInviteLink', GROUP));
	expect((await join(old)).ok).toBe(false);
	expect(await join(main)).toMatchObject({ ok: true });
});

describe('a request to join', () => {
	const request = async () => {
		const { invite_link } = await create({ creates_join_request: true });
		expect(await join(invite_link)).toEqual({ ok: true });
		return invite_link;
	};

	test('is reported with its link, and does not let the person in yet', async () => {
		await updates();
		const invite_link = await request();
		expect(await updates()).toMatchObject([
			{
				chat_join_request: {
					chat: { id: chats.demoGroup },
					from: { id: users.zoe },
					invite_link: { invite_link, pending_join_request_count: 1 },
				},
			},
		]);
		expect(await statusOf(users.zoe)).toBe('left');
	});

	test('is not reported to bots without the right to let people in', async () => {
		const bot = { ...GROUP, user_id: botId, status: 'administrator', rights: {} };
		await emulator.control('post', 'seed', { members: [bot] });
		await emulator.act('join_request', ZOE);
		expect(await updates()).toEqual([]);
	});

	test('can be open only once for each person', async () => {
		await request();
		const again = await emulator.act('join_request', ZOE);
		expect(again).toEqual({ ok: false, refused: 'you have asked already' });
	});

	test('makes a member if it is approved', async () => {
		await updates();
		const invite_link = await request();
		expect(accepted(await emulator.api('approveChatJoinRequest', ZOE))).toBe(true);
		expect(await statusOf(users.zoe)).toBe('member');
		expect(await updates()).toMatchObject([
			{ chat_join_request: {} },
			{
				chat_member: {
					from: { id: botId },
					new_chat_member: { user: { id: users.zoe }, status: 'member' },
					invite_link: { invite_link, pending_join_request_count: 0 },
				},
			},
			{ message: { new_chat_members: [{ id: users.zoe }] } },
		]);
	});

	test('can be made again if it is declined', async () => {
		await request();
		expect(accepted(await emulator.api('declineChatJoinRequest', ZOE))).toBe(true);
		expect(await statusOf(users.zoe)).toBe('left');
		expect(await emulator.act('join_request', ZOE)).toEqual({ ok: true });
	});

	test('ends when its person comes in by another way', async () => {
		await request();
		await emulator.act('join', ZOE);
		expect((await emulator.state()).join_requests).toEqual([]);
	});

	test.each(['approveChatJoinRequest', 'declineChatJoinRequest'])(
		'is refused by %s if it does not exist',
		async (method) => {
			expectRefusal(await emulator.api(method, ZOE), 400, 'Bad Request: HIDE_REQUESTER_MISSING');
			const nobody = { ...GROUP, user_id: 77 };
			expectRefusal(await emulator.api(method, nobody), 404, 'Not Found: user not found');
		},
	);
});

test('links and requests are kept by a snapshot', async () => {
	const { invite_link } = await create({ creates_join_request: true });
	await join(invite_link);
	const snapshot = await emulator.control('get', 'snapshot');
	await emulator.control('post', 'reset', {});
	expect((await emulator.state()).invite_links).toEqual([]);
	await emulator.control('put', 'snapshot', snapshot);
	expect(accepted(await emulator.api('approveChatJoinRequest', ZOE))).toBe(true);
});
