import { useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();
const { chats, users } = emulator.defaults;

const CHAT = { chatId: byId(chats.demoGroup) };
const ZOE = { ...CHAT, userId: byId(users.zoe) };

test.each(['createChatInviteLink', 'exportChatInviteLink'])(
	'the link that %s outputs has the name of the field that takes it',
	async (operation) => {
		const { json } = await run(operation, CHAT);
		const { invite_links: links } = await emulator.state();
		expect(json).toMatchObject([{ inviteLink: links[0].invite_link }]);
		const revoked = await run('revokeChatInviteLink', {
			...CHAT,
			inviteLink: String(json[0].inviteLink),
		});
		expect(revoked.json).toMatchObject([{ inviteLink: links[0].invite_link, is_revoked: true }]);
	},
);

test('a link whose answer was lost is not made a second time', async () => {
	await emulator.fault({ kind: 'cut_after' });
	const { error } = await run('createChatInviteLink', CHAT);
	expect(error?.description).toContain('The message may have arrived');
	expect((await emulator.state()).invite_links).toHaveLength(1);
});

test('an end without a time zone is read in that of the workflow', async () => {
	const additionalFields = { expireDate: '2033-05-18T05:33:20' };
	await run('createChatInviteLink', { ...CHAT, additionalFields }, { timezone: 'Europe/Berlin' });
	expect((await emulator.state()).invite_links).toMatchObject([{ expire_date: 2e9 }]);
});

test('an expression can say how long a link works', async () => {
	const begun = Math.floor(Date.now() / 1000);
	for (const lasting of ['2 hours', 'forever']) {
		const additionalFields = { expireDate: `={{ "${lasting}" }}` };
		expect(
			(await run('createChatInviteLink', { ...CHAT, additionalFields })).error,
		).toBeUndefined();
	}
	const [{ expire_date: ends }, unending] = (await emulator.state()).invite_links;
	expect(ends! - begun).toBeGreaterThanOrEqual(7200);
	expect(ends! - begun).toBeLessThan(7200 + 120);
	expect(unending.expire_date ?? null).toBeNull();
});

test.each(['approveChatJoinRequest', 'declineChatJoinRequest'])(
	'%s succeeds after a lost answer, although nobody waits any more',
	async (operation) => {
		await emulator.act('join_request', { chat_id: chats.demoGroup, user_id: users.zoe });
		await emulator.fault({ kind: 'cut_after', method: operation });
		const { json, error } = await run(operation, ZOE);
		expect(error).toBeUndefined();
		expect(json).toEqual([{ success: true, chatId: chats.demoGroup, userId: users.zoe }]);
		expect(await emulator.calls(operation)).toHaveLength(2);
	},
);
