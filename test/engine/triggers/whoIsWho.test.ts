import { fromList } from '../../support/locators';
import { TRIGGERS, useEitherTrigger } from '../../support/eitherTrigger';

const { emulator, api, publish, say, settled } = useEitherTrigger();
const { chats, users } = emulator.defaults;

describe.each(TRIGGERS)('the %s trigger', (kind) => {
	const textsOf = (started: ReadonlyArray<{ item: { json: Record<string, unknown> } }>) =>
		started.map(({ item }) => item.json.text).filter(Boolean);

	const asOlga = { user_id: users.olga };

	describe('recognizes administrators who write in the name of a chat', () => {
		const NEWS = -1100;
		const OTHER = -1101;

		beforeEach(async () => {
			await emulator.control('post', 'seed', {
				chats: [
					{ id: NEWS, type: 'channel', title: 'News' },
					{ id: OTHER, type: 'channel', title: 'Other' },
					{ id: chats.demoGroup, type: 'group', title: 'Demo', linked_chat_id: NEWS },
				],
				members: [
					{ chat_id: NEWS, user_id: users.olga, status: 'creator' },
					{ chat_id: OTHER, user_id: users.mia, status: 'creator' },
				],
			});
		});

		const sayAll = async () => {
			await say('as the group', { ...asOlga, sender_chat_id: chats.demoGroup });
			await say('as the linked channel', { ...asOlga, sender_chat_id: NEWS });
			await say('as another channel', { sender_chat_id: OTHER });
			await say('as Mia');
			await settled();
		};

		test.each([
			['others', ['as Mia', 'as another channel']],
			['administrators', ['as the group', 'as the linked channel']],
		])('and counts them as administrators: %s', async (writtenBy, expected) => {
			const trigger = await publish(kind, { filters: { writtenBy } });
			await sayAll();
			expect(textsOf(trigger.started).sort()).toEqual(expected);
		});

		test('and does not mistake the server’s placeholder for a bot or a person', async () => {
			const trigger = await publish(kind, { filters: { ignoreBots: true } });
			await sayAll();
			const items = trigger.started.map(({ item }) => item.json);
			expect(items.filter(({ text }) => text !== undefined)).toHaveLength(4);
			const update = { message: { from: { is_bot: true }, sender_chat: { id: OTHER } } };
			const [ofOther] = items.filter(({ text }) => text === 'as another channel');
			expect(ofOther).toMatchObject({ update });
			for (const field of ['userId', 'username', 'firstName']) {
				expect(ofOther).not.toHaveProperty(field);
			}
		});

		test('and starts nothing for a channel while the server does not say who owns it', async () => {
			await emulator.fault({ kind: 'error', status: 400, method: 'getChat' });
			const trigger = await publish(kind, { filters: { writtenBy: 'others' } });
			await sayAll();
			expect(textsOf(trigger.started)).toEqual(['as Mia']);
		});
	});

	describe('ignores a command that names another bot', () => {
		const say3 = async () => {
			for (const text of ['/ban@other_bot 1', '/ban@Our_Bot 2', '/ban 3']) await say(text);
			await settled();
		};

		beforeEach(async () => {
			const { id } = await api('getMe');
			await emulator.control('post', 'seed', {
				users: [{ id, is_bot: true, first_name: 'Bot', username: 'our_bot' }],
			});
		});

		test('by its filter', async () => {
			const trigger = await publish(kind, { filters: { commands: '/ban' } });
			await say3();
			expect(trigger.started.map(({ item }) => item.json.commandArguments)).toEqual(['2', '3']);
		});

		test('by its outputs, and asks for its own name once', async () => {
			const commands = { command: [{ command: '/ban', description: '', where: 'everywhere' }] };
			const outputs = { outputs: 'commands', outputCommands: commands, showInMenu: false };
			const trigger = await publish(kind, { updates: ['message'], ...outputs });
			await emulator.control('delete', 'calls');
			await say3();
			const found = trigger.started.map(({ item, output }) => [item.json.text, output]);
			expect(found).toEqual([
				['/ban@other_bot 1', 1],
				['/ban@Our_Bot 2', 0],
				['/ban 3', 0],
			]);
			expect(await emulator.calls('getMe')).toHaveLength(1);
		});
	});

	describe('follows a group that becomes a supergroup', () => {
		const chatIds = fromList(String(chats.demoGroup));
		const move = async (): Promise<number> =>
			(await emulator.act('migrate', { ...asOlga, chat_id: chats.demoGroup })).message.chat.id;

		test('by its filter', async () => {
			const trigger = await publish(kind, { filters: { chatIds } });
			const other = { chat_id: chats.quietGroup };
			await say('before');
			const chat_id = await move();
			await say('after', { chat_id });
			await say('elsewhere', other);
			await settled();
			expect(textsOf(trigger.started)).toEqual(['before', 'after']);
		});

		test('by its exclusions', async () => {
			const trigger = await publish(kind, { exclude: { chatIds } });
			const chat_id = await move();
			await say('after', { chat_id });
			await say('elsewhere', { chat_id: chats.quietGroup });
			await settled();
			expect(textsOf(trigger.started)).toEqual(['elsewhere']);
		});

		test('even if that happened while n8n did not run', async () => {
			const chat_id = await move();
			await api('getUpdates', { offset: -1 });
			const [{ update_id: last }] = await api('getUpdates', { offset: -1 });
			await api('getUpdates', { offset: last + 1 });
			const trigger = await publish(kind, { filters: { chatIds } });
			for (const text of ['one', 'two']) await say(text, { chat_id });
			await settled();
			expect(textsOf(trigger.started)).toEqual(['one', 'two']);
			expect(await emulator.calls('getChat')).toHaveLength(1);
		});

		test('in its counts', async () => {
			const trigger = await publish(kind, { rules: { floodMessages: 2, floodSeconds: 60 } });
			for (const text of ['one', 'two']) await say(text);
			const chat_id = await move();
			await say('three', { chat_id });
			await settled();
			expect(trigger.started.map(({ item }) => item.json.flood)).toMatchObject([
				{ count: 3, isFirst: true },
			]);
		});

		test('in its list of people who joined', async () => {
			const filters = { joinedWithinDays: 2 };
			const trigger = await publish(kind, { updates: ['message'], filters });
			const zoe = { user_id: users.zoe };
			await emulator.act('join', { ...zoe, chat_id: chats.demoGroup });
			const chat_id = await move();
			await say('I am new', { ...zoe, chat_id });
			await say('I am not', { chat_id });
			await settled();
			expect(textsOf(trigger.started)).toEqual(['I am new']);
		});
	});
});
