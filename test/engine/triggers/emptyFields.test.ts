import { openChatList } from '../../support/chatList';
import { TRIGGERS, useEitherTrigger } from '../../support/eitherTrigger';

const { emulator, credential, publish, say, settled } = useEitherTrigger();
const { chats, users } = emulator.defaults;

/** What a server can send in each optional field that has no value (reference 6.1). */
const EMPTY = ['null', 'empty text', '0'];

const sends = async (emptyFields: string) => await emulator.settings({ dialect: { emptyFields } });

describe.each(EMPTY)('if the server sends %s in each empty optional field, ', (empty) => {
	beforeEach(async () => await sends(empty));

	test.each(TRIGGERS)(
		'the %s trigger does not take strangers’ messages for an album',
		async (kind) => {
			const trigger = await publish(kind, { options: { gatherAlbums: true } });
			for (const user_id of [users.mia, users.noah, users.olga, users.mia]) {
				await say('good morning', { user_id });
			}
			await settled();
			expect(trigger.started.map(({ item }) => item.json.userId)).toEqual([
				...[users.mia, users.noah, users.olga, users.mia],
			]);
		},
	);

	test('the creator of one chat is no administrator of another', async () => {
		const command = { command: '/ban', where: 'administrators' };
		const trigger = await publish('polling', {
			outputs: 'commands',
			outputCommands: { command: [command] },
			options: {},
		});
		// Noah is the creator of a group of his own, and a member of the demo group.
		const own = -1234;
		await emulator.control('post', 'seed', {
			chats: [{ id: own, type: 'group', title: 'Noah’s' }],
			members: [
				{ chat_id: own, user_id: users.noah, status: 'creator' },
				...(await emulator.state()).bots.map(({ id }) => ({
					...{ chat_id: own, user_id: id, status: 'administrator' },
				})),
			],
		});
		await say('/ban', { user_id: users.noah, chat_id: own });
		await settled();
		await say('/ban', { user_id: users.noah });
		await settled();
		expect(trigger.started.map(({ output }) => output)).toEqual([0, 1]);
	});

	test('each content goes to its output, with its file', async () => {
		const kinds = ['text', 'command', 'photo', 'reaction', 'join', 'leave'];
		const trigger = await publish('webhook', { outputs: 'kinds', outputKinds: kinds, options: {} });
		const here = { user_id: users.mia, chat_id: chats.demoGroup };
		await say('hello');
		await say('/help');
		await emulator.act('message', { ...here, photo: true, caption: 'Look' });
		await emulator.act('react', { ...here, message_id: 1, emoji: '👍' });
		const visit = { ...here, user_id: users.noah };
		await emulator.act('leave', visit);
		await emulator.act('join', visit);
		await settled();
		const outputs = trigger.started.map(({ output }) => kinds[output]);
		expect(outputs.slice(0, 4)).toEqual(['text', 'command', 'photo', 'reaction']);
		expect(new Set(outputs.slice(4))).toEqual(new Set(['leave', 'join']));
		const [text, , photo] = trigger.started.map(({ item }) => item.json);
		expect(text).toMatchObject({ isReply: false, isForwarded: false });
		expect(Object.keys(text)).not.toContain('mediaGroupId');
		expect(photo).toMatchObject({ mediaType: 'photo', text: 'Look', fileId: expect.any(String) });
	});

	test('the list of chats has the chats that people write in', async () => {
		await publish('polling', { options: {} });
		await say('hello');
		await settled();
		const { results } = await openChatList(credential());
		expect(results.map(({ value }) => value)).toContain(String(chats.demoGroup));
	});

	test('the item has the update as the server has sent it', async () => {
		const trigger = await publish('polling', { output: 'raw', options: {} });
		await say('hello');
		await settled();
		const { message } = trigger.started[0].item.json as { message: object };
		const given = { null: null, 'empty text': '', '0': 0 }[empty];
		expect(message).toMatchObject({ text: 'hello', media_group_id: given, edit_date: given });
	});
});
