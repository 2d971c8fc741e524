import { knownChats, noteChat } from '../../../nodes/BotMessaging/bots/chats';

const from = (chat: object, kind = 'message') => ({ update_id: 1, [kind]: { chat } });

const group = (id: number) => from({ id, type: 'group', title: `Group ${id}` });

const idsOf = (bot: string) => knownChats(bot).map(({ id }) => id);

test('the latest chat comes first, each once', () => {
	for (const id of [-1, -2, -3, -1]) noteChat('latest', group(id));
	expect(idsOf('latest')).toEqual(['-1', '-3', '-2']);
});

test('a bot keeps its last 500 chats', () => {
	for (let id = 1; id <= 501; id++) noteChat('busy', group(-id));
	expect(idsOf('busy')).toHaveLength(500);
	expect(idsOf('busy')).not.toContain('-1');
});

test('the last 50 bots are kept', () => {
	noteChat('first', group(-1));
	for (let bot = 0; bot < 50; bot++) noteChat(`bot ${bot}`, group(-1));
	expect(idsOf('first')).toEqual([]);
	expect(idsOf('bot 0')).toEqual(['-1']);
});

test('a chat that the bot has left is forgotten', () => {
	noteChat('gone', group(-1));
	noteChat('gone', {
		update_id: 2,
		my_chat_member: { chat: { id: -1, type: 'group' }, new_chat_member: { status: 'kicked' } },
	});
	expect(idsOf('gone')).toEqual([]);
});

test.each<[what: string, chat: object, known: object]>([
	[
		'a person',
		{ id: 7, type: 'private', first_name: 'Mia', last_name: 'Berg' },
		{ title: 'Mia Berg' },
	],
	['more than 2^53', { id: '9007199254740993' }, { id: '9007199254740993', type: '', title: '' }],
	['an endless title', { id: 1, title: 'x'.repeat(9999) }, { title: 'x'.repeat(128) }],
	['what is no text', { id: 1, title: { a: 1 }, username: 7 }, { title: '', username: '' }],
])('%s', (what, chat, known) => {
	noteChat(what, from(chat));
	expect(knownChats(what)).toEqual([expect.objectContaining(known)]);
});

test.each([{}, { id: 'x' }, { id: null }, { title: 'None' }])('%j is no chat', (chat) => {
	noteChat('none', from(chat));
	expect(idsOf('none')).toEqual([]);
});
