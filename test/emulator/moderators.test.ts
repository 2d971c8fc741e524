import { useEmulator } from '../support/emulator';
import { accepted } from './answers';

const emulator = useEmulator();
const { users, chats } = emulator.defaults;

const GROUP = chats.demoGroup;
const MAY_NOT = 'you may not mute or ban people here';
const NO_ADMINISTRATORS = 'administrators cannot be muted or banned';

const does = async (kind: 'mute' | 'ban' | 'free', by: number, member_id: number) =>
	await emulator.act(kind, { chat_id: GROUP, user_id: by, member_id });
const statusOf = async (user_id: number) =>
	accepted(await emulator.api('getChatMember', { chat_id: GROUP, user_id })).status;
const changes = async () =>
	accepted(await emulator.api('getUpdates', { allowed_updates: ['chat_member'] }));

beforeEach(async () => void (await changes()));

test.each([
	['mute', 'restricted', 'member'],
	['ban', 'kicked', 'left'],
] as const)('an administrator can %s a person, and end it', async (kind, held, freed) => {
	expect((await does(kind, users.milan, users.noah)).ok).toBe(true);
	expect(await statusOf(users.noah)).toBe(held);
	expect((await does('free', users.olga, users.noah)).ok).toBe(true);
	expect(await statusOf(users.noah)).toBe(freed);
	expect(await changes()).toMatchObject([
		{ chat_member: { from: { id: users.milan }, new_chat_member: { status: held } } },
		{ chat_member: { from: { id: users.olga }, new_chat_member: { status: freed } } },
	]);
});

test('a muted person cannot write', async () => {
	await does('mute', users.milan, users.noah);
	const written = { chat_id: GROUP, user_id: users.noah, text: 'Hi' };
	expect(await emulator.act('message', written)).toMatchObject({ ok: false });
});

test.each([
	['a member', 'ban', users.mia, users.noah, MAY_NOT],
	['a person outside', 'ban', users.zoe, users.noah, 'you are not in this chat'],
	['the owner, to an administrator,', 'mute', users.olga, users.milan, NO_ADMINISTRATORS],
	[
		'the owner, to a person who is free,',
		'free',
		users.olga,
		users.noah,
		/neither muted nor banned/,
	],
	['the owner, to a person outside,', 'mute', users.olga, users.zoe, /not in this chat/],
] as const)('%s cannot do that', async (_who, kind, by, whom, refused) => {
	const before = await statusOf(whom);
	expect(await does(kind, by, whom)).toEqual({
		ok: false,
		refused: typeof refused === 'string' ? refused : expect.stringMatching(refused),
	});
	expect(await statusOf(whom)).toBe(before);
});
