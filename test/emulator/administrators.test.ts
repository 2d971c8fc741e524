import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal } from './answers';

const emulator = useEmulator();
const { botId, users, chats } = emulator.defaults;

const MIA = { chat_id: chats.demoGroup, user_id: users.mia };

const promote = async (params: object) =>
	await emulator.api('promoteChatMember', { ...MIA, ...params });
const member = async (who: object = {}) =>
	accepted(await emulator.api('getChatMember', { ...MIA, ...who }));

const NO_RIGHTS = {
	can_manage_chat: false,
	can_post_messages: false,
	can_edit_messages: false,
	can_delete_messages: false,
	can_manage_video_chats: false,
	can_restrict_members: false,
	can_promote_members: false,
	can_change_info: false,
	can_invite_users: false,
	can_pin_messages: false,
};

/** A chat of this type in which the bot has only these rights. */
async function chatOf(type: string, rights: object): Promise<number> {
	const chat_id = -1500;
	await emulator.control('post', 'seed', {
		chats: [{ id: chat_id, type, title: 'Other' }],
		members: [
			{ chat_id, user_id: botId, status: 'administrator', rights },
			{ chat_id, user_id: users.mia, status: 'member' },
		],
	});
	return chat_id;
}

describe('promoteChatMember', () => {
	test('makes an administrator, and any right includes can_manage_chat', async () => {
		expect(accepted(await promote({ can_delete_messages: true }))).toBe(true);
		expect(await member()).toEqual({
			user: { id: users.mia, is_bot: false, first_name: 'Mia', username: 'mia' },
			status: 'administrator',
			is_anonymous: false,
			...NO_RIGHTS,
			can_manage_chat: true,
			can_delete_messages: true,
		});
	});

	test('revokes every right that is left out', async () => {
		accepted(await promote({ can_delete_messages: true, can_pin_messages: true }));
		accepted(await promote({ can_pin_messages: true }));
		expect(await member()).toMatchObject({ can_delete_messages: false, can_pin_messages: true });
	});

	test('without any right makes a plain member', async () => {
		accepted(await promote({ can_delete_messages: true }));
		accepted(await promote({}));
		expect(await member()).toEqual({ user: expect.anything(), status: 'member' });
	});

	test('supports anonymous administrators', async () => {
		accepted(await promote({ is_anonymous: true }));
		expect(await member()).toMatchObject({ is_anonymous: true, can_manage_chat: true });
	});

	test('applies the rights of channels only in channels', async () => {
		accepted(await promote({ can_post_messages: true }));
		expect((await member()).status).toBe('member');
		const rights = { can_promote_members: true, can_post_messages: true };
		const chat_id = await chatOf('channel', rights);
		accepted(await promote({ chat_id, can_post_messages: true }));
		expect(await member({ chat_id })).toMatchObject({ can_post_messages: true });
		expect((await emulator.act('message', { ...MIA, chat_id, text: 'News' })).ok).toBe(true);
	});

	test('ends a restriction, or keeps it if no right is given', async () => {
		accepted(await emulator.api('restrictChatMember', { ...MIA, permissions: {} }));
		accepted(await promote({}));
		expect((await member()).status).toBe('restricted');
		accepted(await promote({ can_pin_messages: true }));
		expect((await emulator.act('message', { ...MIA, text: 'Hi' })).ok).toBe(true);
		accepted(await promote({}));
		expect((await member()).status).toBe('member');
	});

	test('informs the administrators among the bots', async () => {
		accepted(await emulator.api('getUpdates', { allowed_updates: ['chat_member'] }));
		accepted(await promote({ can_pin_messages: true }));
		accepted(await promote({}));
		accepted(await promote({}));
		const updates = accepted(await emulator.api('getUpdates'));
		expect(updates).toMatchObject([
			{ chat_member: { from: { id: botId }, new_chat_member: { status: 'administrator' } } },
			{ chat_member: { from: { id: botId }, new_chat_member: { status: 'member' } } },
		]);
		expect(updates).toHaveLength(2);
	});

	test.each<[string, object, number, string]>([
		['no chat', { chat_id: undefined }, 400, 'Bad Request: parameter "chat_id" is required'],
		['no user', { user_id: undefined }, 400, 'Bad Request: parameter "user_id" is required'],
		[
			'a right that is no boolean',
			{ can_pin_messages: 'yes' },
			400,
			'Bad Request: parameter "can_pin_messages" must be of type boolean',
		],
		[
			'a right that there is not',
			{ can_fly: true },
			400,
			'Bad Request: unknown parameter "can_fly"',
		],
		['an unknown chat', { chat_id: -77 }, 404, 'Not Found: chat not found'],
		['an unknown user', { user_id: 77 }, 404, 'Not Found: user not found'],
		[
			'a person outside the chat',
			{ user_id: users.zoe },
			404,
			'Not Found: user not found in the chat',
		],
		[
			'the owner',
			{ user_id: users.olga },
			403,
			"Forbidden: can't change the rights of the chat owner",
		],
		[
			'an administrator whom the bot has not promoted',
			{ user_id: users.milan },
			403,
			'Forbidden: not enough rights to edit an administrator whom somebody else has promoted',
		],
		['the bot itself', { user_id: botId }, 400, "Bad Request: can't promote self"],
		[
			'a group where the bot is a plain member',
			{ chat_id: chats.quietGroup },
			403,
			'Forbidden: not enough rights to promote members',
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
			'Bad Request: method is available for groups and channels only',
		],
	])('refuses %s', async (_kind, params, code, description) => {
		const answer = await promote({ can_pin_messages: true, ...params });
		expectRefusal(answer, code, description);
	});

	test('refuses a right that the bot itself does not have', async () => {
		const chat_id = await chatOf('group', { can_promote_members: true, can_pin_messages: true });
		expectRefusal(
			await promote({ chat_id, can_pin_messages: true, can_delete_messages: true }),
			403,
			'Forbidden: not enough rights: the bot has no can_delete_messages to give',
		);
		expect((await member({ chat_id })).status).toBe('member');
		accepted(await promote({ chat_id, can_pin_messages: true }));
	});
});
