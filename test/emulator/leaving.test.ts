import { useEmulator } from '../support/emulator';
import { accepted } from './answers';

const emulator = useEmulator();
const { users, chats } = emulator.defaults;

const MIA = { chat_id: chats.demoGroup, user_id: users.mia };
const MUTE = { can_send_messages: false, can_send_media_messages: false };
const TEXT_ONLY = { ...MUTE, can_send_messages: true };
const EVERYTHING = {
	can_send_messages: true,
	can_send_media_messages: true,
	can_send_polls: true,
	can_send_other_messages: true,
	can_add_web_page_previews: true,
	can_change_info: true,
	can_invite_users: true,
	can_pin_messages: true,
};

const now = () => Math.floor(Date.now() / 1000);
const advance = async (seconds: number) =>
	await emulator.control('post', 'clock', { advance_seconds: seconds });

const member = async () => accepted(await emulator.api('getChatMember', MIA));
const restrict = async (params: object) =>
	await emulator.api('restrictChatMember', { ...MIA, permissions: MUTE, ...params });
const write = async (act: object = {}) =>
	await emulator.act('message', { ...MIA, text: 'Hi', ...act });

test('joins and leaves are announced in the chat, but not in a big group', async () => {
	const announced = async () =>
		(await emulator.state()).messages.filter(
			({ new_chat_members, left_chat_member }) => new_chat_members ?? left_chat_member,
		).length;
	const comesAndGoes = async () => {
		expect((await emulator.act('leave', MIA)).ok).toBe(true);
		expect((await emulator.act('join', MIA)).ok).toBe(true);
	};
	await comesAndGoes();
	expect(await announced()).toBe(2);
	await emulator.settings({ visitMessages: 'none' });
	accepted(await emulator.api('getUpdates', { allowed_updates: ['chat_member'] }));
	await comesAndGoes();
	expect(await announced()).toBe(2);
	const updates = accepted(await emulator.api('getUpdates')) as object[];
	expect(updates.slice(-2)).toMatchObject([
		{ chat_member: { new_chat_member: { status: 'left' } } },
		{ chat_member: { new_chat_member: { status: 'member' } } },
	]);
});

describe('a restriction of a person who leaves', () => {
	const muteAndLeave = async (params: object = {}) => {
		accepted(await restrict(params));
		expect((await emulator.act('leave', MIA)).ok).toBe(true);
	};
	const comeBack = async () => expect((await emulator.act('join', MIA)).ok).toBe(true);
	const inState = async () =>
		(await emulator.state()).members.find(
			({ chat_id, user_id }) => chat_id === MIA.chat_id && user_id === MIA.user_id,
		);

	test('remains: they are out, and muted when they return', async () => {
		const until_date = now() + 3600;
		await muteAndLeave({ permissions: TEXT_ONLY, until_date });
		const restricted = { status: 'restricted', ...TEXT_ONLY, until_date };
		expect(await member()).toMatchObject({ ...restricted, is_member: false });
		expect(await write()).toEqual({ ok: false, refused: 'you are not in this chat' });
		expect((await inState())?.status).toBe('left');
		await comeBack();
		expect(await member()).toMatchObject({ ...restricted, is_member: true });
		expect((await write({ photo: true })).ok).toBe(false);
		expect((await write()).ok).toBe(true);
		expect(await inState()).toEqual({
			...MIA,
			status: 'restricted',
			permissions: TEXT_ONLY,
			until_date,
		});
	});

	test('is reported in chat_member', async () => {
		accepted(await emulator.api('getUpdates', { allowed_updates: ['chat_member'] }));
		await muteAndLeave();
		await comeBack();
		const muted = (is_member: boolean) => ({ status: 'restricted', is_member, ...MUTE });
		expect(accepted(await emulator.api('getUpdates'))).toMatchObject([
			{ chat_member: { old_chat_member: { status: 'member' }, new_chat_member: muted(true) } },
			{ chat_member: { old_chat_member: muted(true), new_chat_member: muted(false) } },
			{ chat_member: { old_chat_member: muted(false), new_chat_member: muted(true) } },
		]);
	});

	test('ends at its date while they are out', async () => {
		await muteAndLeave({ until_date: now() + 3600 });
		await advance(3610);
		expect(await member()).toEqual({ user: expect.anything(), status: 'left' });
		await comeBack();
		expect((await member()).status).toBe('member');
	});

	test('ends at its date after they are back', async () => {
		await muteAndLeave({ until_date: now() + 3600 });
		await comeBack();
		await advance(3610);
		expect((await member()).status).toBe('member');
	});

	test('can be changed and lifted while they are out', async () => {
		await muteAndLeave();
		accepted(await restrict({ permissions: TEXT_ONLY }));
		expect(await member()).toMatchObject({ is_member: false, ...TEXT_ONLY });
		accepted(await restrict({ permissions: EVERYTHING }));
		expect((await member()).status).toBe('left');
		await comeBack();
		expect((await write()).ok).toBe(true);
	});

	test('is replaced by a ban', async () => {
		await muteAndLeave();
		accepted(await emulator.api('banChatMember', { ...MIA, until_date: now() + 3600 }));
		expect((await member()).status).toBe('kicked');
		await advance(3610);
		await comeBack();
		expect((await member()).status).toBe('member');
	});

	test('remains even if a seed made it without permissions', async () => {
		await emulator.control('post', 'seed', { members: [{ ...MIA, status: 'restricted' }] });
		await emulator.act('leave', MIA);
		await comeBack();
		expect((await write()).ok).toBe(false);
	});
});
