import type { TestEmulator } from '../../support/emulator';
import type { Client } from './client';

const FIRST_PLAYER = 1010;

/** What a library must be able to do with the members and links of a group. */
export function describeAdministration(emulator: TestEmulator, newBot: () => Client): void {
	const { users, chats } = emulator.defaults;
	const chat_id = chats.demoGroup;

	const statusOf = async (user_id: number): Promise<string> => {
		const { body } = await emulator.api('getChatMember', { chat_id, user_id });
		return body.result.status;
	};

	/** Creates a link with join requests, and lets somebody ask to join. */
	const knock = async (bot: Client, user_id: number) => {
		const options = { chat_id, name: 'Door', creates_join_request: true };
		const { invite_link } = (await bot.createLink(options)) as { invite_link: string };
		await emulator.act('join', { chat_id, user_id, invite_link });
	};

	test('unbanChatMember', async () => {
		const mia = { chat_id, user_id: users.mia };
		await emulator.api('banChatMember', mia);
		await newBot().unban({ ...mia, only_if_banned: true });
		expect(await statusOf(users.mia)).toBe('left');
	});

	test('promoteChatMember', async () => {
		const bot = newBot();
		await bot.promote({ chat_id, user_id: users.mia, can_delete_messages: true });
		expect(await bot.getChatMember(chat_id, users.mia)).toMatchObject({
			status: 'administrator',
			can_delete_messages: true,
			can_restrict_members: false,
		});
	});

	test('createChatInviteLink, editChatInviteLink and revokeChatInviteLink', async () => {
		const bot = newBot();
		const created = await bot.createLink({ chat_id, name: 'Door' });
		expect(created).toMatchObject({ name: 'Door', is_revoked: false });
		const { invite_link } = created as { invite_link: string };
		const edited = await bot.editLink({ chat_id, invite_link, name: 'Gate' });
		expect(edited).toMatchObject({ name: 'Gate', invite_link });
		const revoked = await bot.revokeLink(chat_id, invite_link);
		expect(revoked).toMatchObject({ is_revoked: true, invite_link });
	});

	test('exportChatInviteLink', async () => {
		const bot = newBot();
		const first = await bot.exportLink(chat_id);
		const second = await bot.exportLink(chat_id);
		expect([first, second]).toEqual([
			expect.stringMatching(/^https:/),
			expect.not.stringContaining(first),
		]);
	});

	test('approveChatJoinRequest', async () => {
		const bot = newBot();
		await knock(bot, users.zoe);
		await bot.approve({ chat_id, user_id: users.zoe });
		expect(await statusOf(users.zoe)).toBe('member');
	});

	test('declineChatJoinRequest', async () => {
		const bot = newBot();
		await knock(bot, FIRST_PLAYER);
		await bot.decline({ chat_id, user_id: FIRST_PLAYER });
		const { join_requests: waiting, members } = await emulator.state();
		expect(waiting).toEqual([]);
		expect(members.filter(({ user_id }) => user_id === FIRST_PLAYER)).toEqual([]);
	});
}
