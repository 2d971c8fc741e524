import { startOddServer } from '../support/odd';
import { items, useBot } from '../support/bot';
import { byId } from '../support/locators';

const { emulator, run } = useBot();
const { chats, users } = emulator.defaults;

const WHO = { chat_id: chats.demoGroup, user_id: users.mia };
const MIA = { chatId: byId(chats.demoGroup), userId: byId(users.mia) };

async function rightsOf(user_id: number = users.mia): Promise<string[]> {
	const { body } = await emulator.api('getChatMember', { ...WHO, user_id });
	return Object.keys(body.result).filter((name) => body.result[name] === true);
}

const promote = async (rights: string[], more: object = {}) =>
	await run('promoteChatMember', { ...MIA, rights, ...more });

describe('Existing Rights', () => {
	test('Keep adds to what the administrator has', async () => {
		await promote(['can_delete_messages', 'is_anonymous']);
		const { json } = await promote(['can_pin_messages']);
		const all = ['can_delete_messages', 'can_manage_chat', 'can_pin_messages', 'is_anonymous'];
		expect(json).toMatchObject([{ success: true, rights: all }]);
		expect((await rightsOf()).sort()).toEqual(all);
	});

	test('Replace takes away all other rights, and does not ask for the present ones', async () => {
		await promote(['can_delete_messages']);
		const before = (await emulator.calls('getChatMember')).length;
		await promote(['can_pin_messages'], { presentRights: 'replace' });
		expect(await emulator.calls('getChatMember')).toHaveLength(before);
		expect((await rightsOf()).sort()).toEqual(['can_manage_chat', 'can_pin_messages']);
	});

	test('what a restricted member may still do does not count as a right', async () => {
		const permissions = { can_send_messages: false, can_change_info: true, can_pin_messages: true };
		await emulator.api('restrictChatMember', { ...WHO, permissions });
		const { json } = await promote(['can_delete_messages']);
		expect(json).toMatchObject([{ rights: ['can_delete_messages'] }]);
		expect((await rightsOf()).sort()).toEqual(['can_delete_messages', 'can_manage_chat']);
	});

	test('two items about one person do not undo each other', async () => {
		const given = ['can_delete_messages', 'can_pin_messages', 'can_invite_users'];
		await emulator.settings({ latencyMs: 20 });
		const { json } = await run(
			'promoteChatMember',
			{ ...MIA, rights: '={{ [$json.right] }}' },
			{ items: items(...given.map((right) => ({ right }))) },
		);
		expect(json).toHaveLength(3);
		expect((await rightsOf()).sort()).toEqual([...given, 'can_manage_chat'].sort());
	});

	test('no right is given if the present ones cannot be read', async () => {
		const { error } = await run('promoteChatMember', {
			chatId: byId(chats.elsewhere),
			userId: MIA.userId,
			rights: ['can_pin_messages'],
		});
		expect(error).toMatchObject({
			message: expect.stringContaining('bot is not a member'),
			description: expect.stringContaining('Add it to the chat first'),
		});
		expect(await emulator.calls('promoteChatMember')).toEqual([]);
	});

	test('a choice that does not exist is refused before anything is read', async () => {
		const { error } = await promote(['can_fly']);
		expect(error?.message).toBe('Rights has no choice "can_fly"');
		expect(await emulator.calls()).toEqual([]);
	});
});

describe('Demote', () => {
	test('takes away all rights, and the person remains a member', async () => {
		await promote(['can_delete_messages', 'can_promote_members', 'is_anonymous']);
		const { json } = await run('demoteChatMember', MIA);
		expect(json).toEqual([
			{ success: true, chatId: chats.demoGroup, userId: users.mia, rights: [] },
		]);
		expect(await rightsOf()).toEqual([]);
	});

	test('continues with the other people if one fails', async () => {
		await promote(['can_delete_messages']);
		const { json } = await run(
			'demoteChatMember',
			{ ...MIA, userId: byId('={{ $json.userId }}') },
			{
				items: items({ userId: users.olga }, { userId: users.mia }),
				node: { onError: 'continueRegularOutput' },
			},
		);
		expect(json).toMatchObject([{ errorCode: 403 }, { success: true, userId: users.mia }]);
		expect(await rightsOf()).toEqual([]);
	});
});

describe('a server of the same family', () => {
	/** Answers getChatMember in its own way; returns what it was asked to promote with. */
	const promoteAt = async (member: unknown) => {
		let sent: Record<string, unknown> | undefined;
		const server = await startOddServer((request, response) => {
			let text = '';
			request.on('data', (chunk) => (text += String(chunk)));
			request.on('end', () => {
				const isRead = request.url?.endsWith('getChatMember');
				if (!isRead) sent = JSON.parse(text) as typeof sent;
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify({ ok: true, result: isRead ? member : true }));
			});
		});
		try {
			const parameters = { ...MIA, rights: ['can_pin_messages'] };
			const credential = { baseUrl: server.url };
			return { ...(await run('promoteChatMember', parameters, { credential })), sent: () => sent };
		} finally {
			await server.close();
		}
	};

	test('with newer rights keeps those as well', async () => {
		const { sent } = await promoteAt({
			status: 'administrator',
			can_be_edited: true,
			can_manage_topics: true,
			can_post_stories: false,
		});
		expect(sent()).toMatchObject({ can_manage_topics: true, can_pin_messages: true });
		expect(sent()).not.toHaveProperty('can_be_edited');
		expect(sent()).not.toHaveProperty('can_post_stories');
	});

	test.each([null, {}, 'member'])('that says %j of the member changes nothing', async (member) => {
		const { error, sent } = await promoteAt(member);
		expect(error?.message).toBe('The server did not say which rights the member has');
		expect(sent()).toBeUndefined();
	});
});
