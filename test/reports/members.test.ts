import { useBot } from '../support/bot';
import { brought, messageOf, MIA, NOAH, OLGA, ZOE } from '../support/brought';
import { TRIGGERS, useEitherTrigger } from '../support/eitherTrigger';
import { byId } from '../support/locators';

const onlyNewMembers = { updates: ['message'], filters: { onlyNewMembers: true } };

describe('people who join, leave or are added', () => {
	test('N1 GreenCaptchaBot #6: a member who adds others is not mistaken for one of them', async () => {
		const added = messageOf({ from: OLGA, new_chat_members: [NOAH, ZOE] });
		const started = await brought([{ message: added }], onlyNewMembers);
		expect(started.map(({ json }) => [json.userId, json.actorId])).toEqual([
			[NOAH.id, OLGA.id],
			[ZOE.id, OLGA.id],
		]);
	});

	test('N1 tgbot #5: if a member was removed, the item is about that member', async () => {
		const removed = messageOf({ from: OLGA, left_chat_member: NOAH });
		const [{ json }] = await brought([{ message: removed }]);
		expect(json).toMatchObject({ contentType: 'leave', userId: NOAH.id, actorId: OLGA.id });
	});

	test('N32: when the bot is added to a chat, the item says who added it', async () => {
		const bot = { id: 42, is_bot: true, first_name: 'Bot' };
		const [{ json }] = await brought([
			{
				my_chat_member: {
					...{ chat: { id: -1001, type: 'supergroup' }, from: OLGA, date: 1 },
					old_chat_member: { status: 'left', user: bot },
					new_chat_member: { status: 'member', user: bot },
				},
			},
		]);
		expect(json).toMatchObject({
			...{ updateType: 'my_chat_member', userId: bot.id, actorId: OLGA.id, actorName: 'Olga' },
		});
	});
});

describe('members of a group', () => {
	const { emulator, run } = useBot();
	const { chats, users } = emulator.defaults;
	const CHAT = { chatId: byId(chats.demoGroup) };
	const noah = { ...CHAT, userId: byId(users.noah) };

	const memberNow = async () =>
		(await emulator.state()).members.find(
			({ chat_id, user_id }) => chat_id === chats.demoGroup && user_id === users.noah,
		);

	test('N11 activepieces #13267: a person who is already in the chat counts as approved', async () => {
		const description = 'Bad Request: USER_ALREADY_PARTICIPANT';
		const method = 'approveChatJoinRequest';
		await emulator.fault({ kind: 'error', status: 400, description, method });
		const { json, error } = await run(method, noah);
		expect(error).toBeUndefined();
		expect(json).toEqual([{ success: true, chatId: chats.demoGroup, userId: users.noah }]);
	});

	test('N35 activepieces #13267: a limit together with approval is refused, and the error names both', async () => {
		const { error } = await run('createChatInviteLink', {
			...{ ...CHAT, additionalFields: { memberLimit: '5', createsJoinRequest: true } },
		});
		expect(error?.description).toContain('Member Limit and Needs Approval cannot be combined');
	});

	test.each([
		['Allow All', { permissions: 'allowAll' }, 'member'],
		['Custom', { permissions: 'custom', allowed: ['can_send_messages'] }, 'restricted'],
	])('N45 grammY #850: after Mute, %s sends every right', async (_name, unmute, status) => {
		await run('restrictChatMember', { ...noah, permissions: 'mute' });
		expect(await memberNow()).toMatchObject({ status: 'restricted' });
		const { error } = await run('restrictChatMember', { ...noah, ...unmute });
		expect(error).toBeUndefined();
		const calls = await emulator.calls('restrictChatMember');
		for (const { params } of calls) expect(Object.keys(params.permissions)).toHaveLength(8);
		expect(await memberNow()).toMatchObject({ status });
	});

	test.each(['98765432101234', '9007199254740993'])(
		'N47 telega #601: a number with more than ten digits is sent in full: %s',
		async (id) => {
			await run('restrictChatMember', { ...CHAT, userId: byId(id), permissions: 'mute' });
			const calls = await emulator.calls('restrictChatMember');
			expect(calls.map(({ params }) => String(params.user_id))).toEqual([id]);
		},
	);
});

describe('administrators who write anonymously', () => {
	const STAND_IN = {
		id: 1087968824,
		is_bot: true,
		first_name: 'Group',
		username: 'GroupAnonymousBot',
	};
	const by = (sender_chat: object, fields: object = {}) =>
		messageOf({ from: STAND_IN, sender_chat, text: 'Hi', ...fields });
	const GROUP = { id: -1001, type: 'supergroup', title: 'Demo' };
	const OTHER = { id: -1002, type: 'supergroup', title: 'Other' };

	test('G4 Himmel #534: the number of their placeholder matches nobody in Filters > Users', async () => {
		const filters = { userIds: String(STAND_IN.id) };
		const updates = [GROUP, OTHER].map((chat) => ({ message: by(chat, { chat }) }));
		expect(await brought(updates, { filters })).toHaveLength(0);
		// That person may pass.
		const mias = [{ message: messageOf({ text: 'Hi' }) }];
		expect(await brought(mias, { filters: { userIds: String(MIA.id) } })).toHaveLength(1);
	});

	const { emulator, publish, say, settled } = useEitherTrigger();
	const { chats, users } = emulator.defaults;
	const NEWS = -1100;
	const FOREIGN = -1101;

	test.each(TRIGGERS)(
		'G5 TranscriberBot #28, G4: /mute works if it is written as the group or its channel, and not as others (%s)',
		async (kind) => {
			await emulator.control('post', 'seed', {
				chats: [
					{ id: NEWS, type: 'channel', title: 'News' },
					{ id: FOREIGN, type: 'channel', title: 'Foreign' },
					{ id: chats.demoGroup, type: 'group', title: 'Demo', linked_chat_id: NEWS },
				],
				members: [
					{ chat_id: NEWS, user_id: users.olga, status: 'creator' },
					{ chat_id: FOREIGN, user_id: users.mia, status: 'creator' },
				],
			});
			const command = { command: '/mute', where: 'administrators', arguments: '', description: '' };
			const trigger = await publish(kind, {
				...{ outputs: 'commands', outputCommands: { command: [command] }, showInMenu: false },
			});
			const asOlga = { user_id: users.olga };
			await say('/mute', { ...asOlga, sender_chat_id: chats.demoGroup });
			await say('/mute', { ...asOlga, sender_chat_id: NEWS });
			await say('/mute', { sender_chat_id: FOREIGN });
			await say('/mute');
			await settled();
			const found = trigger.started.filter(({ item }) => item.json.command === '/mute');
			expect(found.map(({ output }) => output)).toEqual([0, 0, 1, 1]);
		},
	);
});
