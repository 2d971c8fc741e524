import { useEmulator } from '../support/emulator';
import { accepted, expectRefusal } from './answers';

const emulator = useEmulator();
const { chats, users, botId } = emulator.defaults;

const suggest = async (params: object = {}) =>
	await emulator.api('sendMessageDraft', {
		chat_id: users.olga,
		draft_id: 1,
		text: 'I would like to book',
		...params,
	});

const draft = async () =>
	(await emulator.state()).chats.find(({ id }) => id === chats.privateOlga)?.draft;

describe('for a person who has written to the bot, a draft', () => {
	beforeEach(async () => {
		await emulator.act('message', { user_id: users.olga, chat_id: chats.privateOlga, text: 'Hi' });
	});

	test('fills the input box and sends nothing', async () => {
		const before = (await emulator.state()).messages.length;
		expect(accepted(await suggest({ chat_id: String(users.olga) }))).toBe(true);
		expect(await draft()).toEqual({ bot_id: botId, draft_id: 1, text: 'I would like to book' });
		expect((await emulator.state()).messages).toHaveLength(before);
	});

	test('is replaced by the next one', async () => {
		accepted(await suggest());
		accepted(await suggest({ text: '<b>No</b>', parse_mode: 'html' }));
		expect(await draft()).toMatchObject({ text: '<b>No</b>', parse_mode: 'HTML' });
	});

	test('uses a parse mode rather than entities', async () => {
		const entities = [{ type: 'bold', offset: 0, length: 1 }];
		accepted(await suggest({ entities }));
		expect(await draft()).toMatchObject({ entities });
		accepted(await suggest({ entities, parse_mode: 'HTML' }));
		expect(await draft()).not.toHaveProperty('entities');
	});

	test.each<[string, object, string]>([
		['no number', { draft_id: undefined }, 'RANDOM_ID_INVALID'],
		['the number 0', { draft_id: 0 }, 'RANDOM_ID_INVALID'],
		['no text', { text: undefined }, 'MESSAGE_EMPTY'],
		['only marks', { text: '<b> </b>', parse_mode: 'HTML' }, 'MESSAGE_EMPTY'],
		['a long text', { text: 'x'.repeat(4097) }, 'MESSAGE_TOO_LONG'],
		['a group', { chat_id: chats.demoGroup }, 'TEXTDRAFT_PEER_INVALID'],
		['a username', { chat_id: '@olga' }, 'TEXTDRAFT_PEER_INVALID'],
		['an unknown person', { chat_id: 77 }, 'TEXTDRAFT_PEER_INVALID'],
		['a bot', { chat_id: botId }, 'USER_IS_BOT'],
		['a person who has never written', { chat_id: users.mia }, 'CHAT_WRITE_FORBIDDEN'],
		['somebody without a chat', { chat_id: users.noah }, 'CHAT_WRITE_FORBIDDEN'],
	])('refuses %s', async (_kind, params, description) => {
		expectRefusal(await suggest(params), 400, description);
		expect(await draft()).toBeUndefined();
	});

	test('can have a text of exactly the maximum length', async () => {
		accepted(await suggest({ text: 'x'.repeat(4096) }));
	});

	test('refuses an account that was deleted', async () => {
		const olga = { id: users.olga, is_bot: false, first_name: 'Olga', is_deleted: true };
		await emulator.control('post', 'seed', { users: [olga] });
		expectRefusal(await suggest(), 400, 'USER_DELETED');
	});
});
