import { Chats, type KeptChats } from '../../../nodes/BotMessaging/memory/chats';
import { Context } from '../../../nodes/BotMessaging/update/context';

const from = (chat: object, kind = 'message') => new Context({ update_id: 1, [kind]: { chat } });

const group = (id: number) => from({ id, type: 'group', title: `Group ${id}` });

let chats: Chats;
beforeEach(() => {
	chats = new Chats();
});

const ids = () => chats.latestFirst.map(({ id }) => id);

test('the latest chat comes first, and each chat is listed once', () => {
	for (const id of [-1, -2, -3, -1]) chats.learn(group(id));
	expect(ids()).toEqual(['-1', '-3', '-2']);
});

test.each([9999, 10_000, 10_001, 100_000])(
	'of %d chats, a bot knows the last 10,000, also after a restart',
	(count) => {
		for (let id = 1; id <= count; id++) chats.learn(group(-id));
		const known = Math.min(count, 10_000);
		const wanted = Array.from({ length: known }, (_none, at) => String(at - count));
		expect(ids()).toEqual(wanted);
		const kept = chats.toKeep();
		expect(JSON.stringify(kept).length).toBeLessThan(250_000);
		chats = new Chats();
		chats.restore(JSON.parse(JSON.stringify(kept)) as KeptChats);
		expect(ids()).toEqual(wanted);
		expect(chats.latestFirst.every(({ type }) => type === 'group')).toBe(true);
		expect(chats.latestFirst.filter(({ title }) => title)).toHaveLength(1000);
	},
);

test('which chats are lost is known after a restart, and a moved group is not listed', () => {
	const kinds = ['private', 'group', 'supergroup', 'channel', ''];
	kinds.forEach((type, id) => chats.learn(from({ id: id + 1, type })));
	chats.learn(left(2));
	chats.learn(new Context({ update_id: 3, message: { chat: { id: 5 }, migrate_to_chat_id: -6 } }));
	for (let id = 1; id <= 1000; id++) chats.learn(group(-id));
	const known = new Chats();
	known.restore(chats.toKeep());
	expect(known.all.slice(1000).map(({ id, type, lost }) => [id, type, lost])).toEqual([
		['2', 'group', 'left'],
		['4', 'channel', undefined],
		['3', 'supergroup', undefined],
		['1', 'private', undefined],
	]);
	expect(known.latestFirst).toHaveLength(1003);
	known.learn(from({ id: 2, type: 'group' }));
	expect(known.latestFirst[0].id).toBe('2');
});

test('a bot knows the chats in which it has written, until it is refused there', () => {
	const chat = { id: 7, type: 'private', first_name: 'Mia' };
	chats.learnFrom(
		[
			{ message_id: 1, chat },
			{ message_id: 2, chat },
		],
		7,
	);
	chats.learnFrom({ id: -1, type: 'group' }, -1);
	chats.learnFrom({ update_id: 1, message: { message_id: 1, chat: { id: 8 } } }, undefined);
	expect(chats.latestFirst).toEqual([{ id: '7', type: 'private', title: 'Mia', username: '' }]);
	chats.learnFrom(undefined, 7, 'Bad Request: message is too long');
	expect(ids()).toEqual(['7']);
	// Nothing is known of this chat.
	chats.learnFrom(undefined, 9, 'Forbidden: bot was blocked by the user');
	chats.learnFrom(undefined, 7, 'Forbidden: bot was blocked by the user');
	expect(ids()).toEqual([]);
	expect(chats.all).toMatchObject([{ id: '7', title: 'Mia', lost: 'left' }]);
});

test('a refusal about a person, or about the chat of a forward, loses no group', () => {
	chats.learn(group(-1));
	for (const refusal of [
		'Bad Request: user is deactivated',
		'Forbidden: bot was blocked by the user',
	])
		chats.learnFrom(undefined, -1, refusal);
	chats.learnFrom(undefined, undefined, 'Forbidden: bot is not a member of the group chat');
	expect(ids()).toEqual(['-1']);
	chats.learnFrom(undefined, -1, 'Forbidden: bot was kicked from the group chat');
	expect(ids()).toEqual([]);
});

test('a broadcast does not change which chats are the latest', () => {
	for (const id of [-1, -2, -3]) chats.learn(group(id));
	const saved = chats.changes;
	chats.learnFrom({ message_id: 1, chat: { id: -1, type: 'group', title: 'Group -1' } }, -1);
	expect([ids()[0], chats.changes - saved]).toEqual(['-3', 0]);
});

test('a chat that the bot left is forgotten', () => {
	chats.learn(group(-1));
	chats.learn(left(-1, 'kicked'));
	expect(ids()).toEqual([]);
});

const left = (id: number, status = 'left') =>
	new Context({
		update_id: 2,
		my_chat_member: { chat: { id, type: 'group' }, new_chat_member: { status } },
	});

test('stored chats count as older than those seen since n8n was started', () => {
	for (const id of [-4, -2]) chats.learn(group(id));
	const kept = [-1, -2, -3].map((id) => ({ id: String(id), type: '', title: '', username: '' }));
	chats.restore(kept);
	expect(ids()).toEqual(['-2', '-4', '-1', '-3']);
	expect(chats.latestFirst[0].title).toBe('Group -2');
});

test('stored chats do not bring back a chat that the bot has left since', () => {
	chats.learn(left(-1));
	chats.restore([{ id: '-1', type: 'group', title: 'Left', username: '' }]);
	expect(ids()).toEqual([]);
	chats.learn(group(-1));
	expect(ids()).toEqual(['-1']);
});

test('the list is stored only if a chat is new, has another title or is gone', () => {
	const changes = [group(-1), group(-1), from({ id: -1, title: 'New' }), left(-1), left(-1)];
	const counted = changes.map((update) => {
		chats.learn(update);
		return chats.changes;
	});
	expect(counted).toEqual([1, 1, 2, 3, 3]);
});

test.each<[what: string, chat: object, known: object]>([
	[
		'a person',
		{ id: 7, type: 'private', first_name: 'Mia', last_name: 'Berg' },
		{ title: 'Mia Berg' },
	],
	['more than 2^53', { id: '9007199254740993' }, { id: '9007199254740993', type: '', title: '' }],
	['an endless title', { id: 1, title: 'x'.repeat(9999) }, { title: 'x'.repeat(128) }],
	[
		'an endless title of emoji',
		{ id: 1, title: `x${'🎉'.repeat(200)}` },
		{ title: `x${'🎉'.repeat(127)}` },
	],
	['what is no text', { id: 1, title: { a: 1 }, username: 7 }, { title: '', username: '' }],
])('%s', (_what, chat, known) => {
	chats.learn(from(chat));
	expect(chats.latestFirst).toEqual([expect.objectContaining(known)]);
});

test.each([{}, { id: 'x' }, { id: null }, { title: 'None' }])(
	'%j does not count as a chat',
	(chat) => {
		chats.learn(from(chat));
		expect(ids()).toEqual([]);
	},
);
