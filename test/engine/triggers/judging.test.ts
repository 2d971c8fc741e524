import { fromList, several } from '../../support/locators';
import { ONE_TRIGGER, useEitherTrigger } from '../../support/eitherTrigger';

const { emulator, api, publish, say, settled } = useEitherTrigger();
const { chats, users } = emulator.defaults;

const asNoah = { user_id: users.noah };
const asMilan = { user_id: users.milan };
const inQuiet = { chat_id: chats.quietGroup };
const LONG = 'Earn a thousand a day from home';

/** Filters, what Mia says in the demo group, and which of it starts the workflow. */
const CASES: Array<[string, object, Array<[text: string, more?: object]>, string[]]> = [
	[
		'a link, but to some domains',
		{ rules: { linksExcept: 'example.com, https://www.wikipedia.org/' } },
		[
			['no link'],
			['www.example.com/a and https://de.wikipedia.org'],
			['https://notexample.com'],
			['https://example.com@evil.net/x'],
			['t.me/joinme'],
			['http://ｅｘａｍｐｌｅ.com and example.com'],
		],
		['https://notexample.com', 'https://example.com@evil.net/x', 't.me/joinme'],
	],
	[
		'a link in a text of another script, and a path',
		{ rules: { linksExcept: '*.example.com, t.me/mygroup' } },
		[
			['https://example.com，谢谢'],
			['请看example.com吧'],
			['请看evil.com吧'],
			['t.me/mygroup'],
			['t․me/other'],
			['home.It is ASP.NET'],
		],
		['请看evil.com吧', 't․me/other'],
	],
	[
		'a pattern that n8n’s own way would try for ever',
		{ filters: { textMatches: '(a+)+$' } },
		[[`${'a'.repeat(60)}!`], ['haaa']],
		['haaa'],
	],
	['any link', { rules: { linksExcept: '' } }, [['x'], ['see a.com']], ['see a.com']],
	[
		'a word of a list, which may be given as a list',
		{ rules: { words: ['casino', 'free money'] } },
		[['casinos'], ['c\u200Bаs1no'], ['Free\n MONEY now'], ['free']],
		['c\u200Bаs1no', 'Free\n MONEY now'],
	],
	[
		'a word with an accent, and one with punctuation',
		{ rules: { words: 'año, Join now!, 18+' } },
		[['ano'], ['el AÑO'], ['join now'], ['JOIN NOW!'], ['118+'], ['18+ only'], ['A55']],
		['el AÑO', 'JOIN NOW!', '18+ only'],
	],
	[
		'a word without accents that ignores them',
		{ rules: { words: 'ano, año', ignoreAccents: true } },
		[['el año'], ['otro'], ['ANO']],
		['el año', 'ANO'],
	],
	[
		'mentions',
		{ rules: { moreMentionsThan: 2 } },
		[['@olga @milan @olga'], ['@olga @milan @noah']],
		['@olga @milan @noah'],
	],
	['length', { rules: { longerThan: 5 } }, [['😀😀😀😀😀'], ['123456']], ['123456']],
	[
		'a pattern of a list, in which commas are no end',
		{ rules: { patterns: ['\\d{2,}', 'казино\\b'] } },
		[['1'], ['22'], ['КАЗИНО!'], ['казиношный']],
		['22', 'КАЗИНО!'],
	],
	[
		'a forbidden link, an alphabet, capitals, emoji and lines',
		{
			rules: {
				linksTo: ['evil.com', 't.me/spam'],
				scripts: 'Latin,Thai',
				moreCapitalsThan: 50,
				moreEmojiThan: 1,
				moreLinesThan: 2,
			},
		},
		[['a.com'], ['t.me/spam/1'], ['да'], ['ดี'], ['SHOUTING LOUD'], ['😀'], ['😀😀'], ['a\nb\nc']],
		['t.me/spam/1', 'да', 'SHOUTING LOUD', '😀😀', 'a\nb\nc'],
	],
	[
		'one of several rules, and a filter besides',
		{ rules: { words: 'spam', longerThan: 10 }, filters: { userIds: String(users.noah) } },
		[['spam'], ['spam', asNoah], ['good', asNoah], ['something long', asNoah]],
		['spam', 'something long'],
	],
	[
		'by an administrator',
		{ filters: { writtenBy: 'administrators' } },
		[['mine'], ['ours', asMilan], ['alone', { chat_id: chats.privateMia }]],
		['ours'],
	],
	[
		'by somebody else',
		{ filters: { writtenBy: 'others' } },
		[['mine'], ['ours', asMilan], ['alone', { chat_id: chats.privateMia }]],
		['mine', 'alone'],
	],
	[
		'written to the bot itself',
		{ filters: { chatTypes: ['private'] } },
		[['in a group'], ['alone', { chat_id: chats.privateMia }]],
		['alone'],
	],
	[
		'exclusions',
		{
			exclude: {
				userIds: '@milan',
				textContains: 'please',
				commands: '/start',
				chatIds: several('-1002'),
			},
		},
		[['a', asMilan], ['Please'], ['/start'], ['b', inQuiet], ['c']],
		['c'],
	],
	[
		'an excluded pattern',
		{ exclude: { textMatches: '^$|^x', mediaTypes: ['photo'] } },
		[['xy'], ['y']],
		['y'],
	],
];

describe.each(ONE_TRIGGER)('the %s trigger', (kind) => {
	const textsOf = (started: ReadonlyArray<{ item: { json: Record<string, unknown> } }>) =>
		started.map(({ item }) => item.json.text);

	test.each(CASES)('%s', async (_what, parameters, said, through) => {
		const trigger = await publish(kind, parameters);
		for (const [text, more] of said) await say(text, more);
		await settled();
		expect(textsOf(trigger.started).sort()).toEqual([...through].sort());
	});

	test('the item says which rules a message breaks', async () => {
		const trigger = await publish(kind, {
			rules: { linksExcept: '', words: 'Money', longerThan: 99 },
		});
		await say('m0ney at a.com');
		await settled();
		const [{ item }] = trigger.started;
		expect(item.json).toMatchObject({
			brokenRules: ['link', 'words'],
			words: ['Money'],
			links: ['a.com'],
		});
	});

	test('an album goes as a whole if its caption breaks a rule', async () => {
		const options = { gatherAlbums: true };
		const trigger = await publish(kind, { rules: { linksExcept: '' }, options });
		const part = { user_id: users.mia, chat_id: chats.demoGroup, photo: true };
		await emulator.act('message', { ...part, media_group_id: 'ad', caption: 'a.com' });
		await emulator.act('message', { ...part, media_group_id: 'ad' });
		await emulator.act('message', { ...part, media_group_id: 'trip' });
		await settled();
		expect(trigger.started).toHaveLength(1);
		expect(trigger.started[0].item.json).toMatchObject({ brokenRules: ['link'] });
		expect(trigger.started[0].item.json.media).toHaveLength(2);
	});

	test('a message that is forwarded', async () => {
		const message = { chat_id: chats.demoGroup, from_id: users.mia, date: 1, text: 'x' };
		await emulator.control('post', 'seed', {
			messages: [
				{ ...message, message_id: 801 },
				{ ...message, message_id: 802, forward_origin: { type: 'user' } },
			],
		});
		const trigger = await publish(kind, { rules: { forwarded: true } });
		for (const message_id of [801, 802]) {
			const edit = { user_id: users.mia, chat_id: chats.demoGroup, message_id };
			await emulator.act('edit', { ...edit, text: `edited ${message_id}` });
		}
		await settled();
		expect(textsOf(trigger.started)).toEqual(['edited 802']);
	});

	test('a button press breaks no rules, and rules do not hold it back', async () => {
		const trigger = await publish(kind, { rules: { linksExcept: '' } });
		const { message_id } = await api('sendMessage', {
			chat_id: chats.demoGroup,
			text: 'a.com',
			reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] },
		});
		const act = { user_id: users.mia, chat_id: chats.demoGroup, message_id };
		await emulator.act('press', { ...act, callback_data: 'yes' });
		await settled();
		expect(trigger.started).toHaveLength(1);
		expect(trigger.started[0].item.json.brokenRules).toBeUndefined();
	});

	describe('a flood', () => {
		const rules = { floodMessages: 3, floodSeconds: 10 };

		test('brings the ids of all of it, and then each further one', async () => {
			const trigger = await publish(kind, { rules });
			const ids: number[] = [];
			for (let index = 0; index < 5; index++) ids.push(await say(`m${index}`));
			await say('somebody else', asNoah);
			await say('elsewhere', inQuiet);
			await settled();
			expect(trigger.started.map(({ item }) => item.json.flood)).toEqual([
				{ count: 4, messageIds: ids.slice(0, 4), isFirst: true },
				{ count: 5, messageIds: [ids[4]], isFirst: false },
			]);
		});

		test('is counted in the order of the messages, even if one of them needs a question to the server', async () => {
			const trigger = await publish(kind, { rules: { floodMessages: 1 } });
			// A second request is needed to know whose command it is.
			await emulator.fault({ kind: 'error', status: 503, method: 'getMe', times: 1 });
			await say('/first@some_bot', asNoah);
			await say('second', asNoah);
			await settled();
			expect(textsOf(trigger.started)).toEqual(['second']);
		});

		test('has reactions too, if they are chosen: only of who adds them', async () => {
			const counted = { ...rules, floodReactions: true };
			const trigger = await publish(kind, { rules: counted });
			const target = await say('a message of somebody else', asNoah);
			const react = async (user_id: number, emoji?: string) =>
				await emulator.act('react', {
					user_id,
					chat_id: chats.demoGroup,
					message_id: target,
					emoji,
				});
			const own = await say('one');
			for (const emoji of ['👍', undefined, '👎']) await react(users.mia, emoji);
			await settled();
			expect(trigger.started).toEqual([]);
			await react(users.mia, '🔥');
			await react(users.noah, '🔥');
			await settled();
			expect(trigger.started.map(({ item: { json } }) => json)).toMatchObject([
				{ userId: users.mia, flood: { count: 4, messageIds: [own], isFirst: true } },
			]);
		});

		test('does not judge reactions if they are not chosen', async () => {
			const trigger = await publish(kind, { rules, updates: ['message_reaction'] });
			const act = { user_id: users.mia, chat_id: chats.demoGroup, emoji: '👍' };
			await emulator.act('react', { ...act, message_id: await say('hello') });
			await settled();
			expect(trigger.started).toHaveLength(1);
		});

		test('is not seen in an album of many pictures', async () => {
			const trigger = await publish(kind, { rules, options: { gatherAlbums: false } });
			const part = { user_id: users.mia, chat_id: chats.demoGroup, photo: true };
			for (let index = 0; index < 5; index++) {
				await emulator.act('message', { ...part, media_group_id: 'trip' });
			}
			await settled();
			expect(trigger.started).toEqual([]);
		});

		test('includes messages whose numbers repeat because the server was set back', async () => {
			const trigger = await publish(kind, { rules });
			const snapshot = await emulator.control('get', 'snapshot');
			for (let index = 0; index < 3; index++) await say(`before ${index}`);
			await settled();
			await emulator.control('put', 'snapshot', snapshot);
			await emulator.control('post', 'clock', { advance_seconds: 600 });
			const ids: number[] = [];
			for (let index = 0; index < 4; index++) ids.push(await say(`after ${index}`));
			await settled();
			expect(trigger.started.map(({ item }) => item.json.flood)).toEqual([
				{ count: 4, messageIds: ids, isFirst: true },
			]);
		});

		test('ends after its time, by the clock of the server', async () => {
			const trigger = await publish(kind, { rules });
			for (let index = 0; index < 8; index++) {
				await emulator.control('post', 'clock', { advance_seconds: 5 });
				await say(`slow ${index}`);
			}
			await settled();
			expect(trigger.started).toEqual([]);
		});
	});

	test('slow mode lets one message per person through in its time', async () => {
		const trigger = await publish(kind, { rules: { slowSeconds: 60 } });
		for (const text of ['one', 'two', 'three']) await say(text);
		await say('other person', asNoah);
		await settled();
		await emulator.control('post', 'clock', { advance_seconds: 61 });
		await say('four');
		await settled();
		expect(textsOf(trigger.started)).toEqual(['two', 'three']);
		expect(trigger.started[0].item.json).toMatchObject({
			brokenRules: ['slowMode'],
			slowMode: { secondsLeft: expect.any(Number) },
		});
	});

	test('a person’s messages start it a limited number of times a day, and only if they pass the other filters', async () => {
		const filters = { messagesPerDay: 2, textContains: 'ask' };
		const trigger = await publish(kind, { filters });
		for (const text of ['just talk', 'ask one', 'just talk', 'ask two', 'ask three'])
			await say(text);
		await say('ask, too', asNoah);
		await settled();
		await emulator.control('post', 'clock', { advance_seconds: 86_401 });
		await say('ask four');
		await settled();
		expect(textsOf(trigger.started).sort()).toEqual(['ask four', 'ask one', 'ask two', 'ask, too']);
	});

	test('messages of all people start it a limited number of times a day, and only those that each may write', async () => {
		const filters = { messagesPerDay: 2, allMessagesPerDay: 3 };
		const trigger = await publish(kind, { filters });
		for (const text of ['one', 'two', 'too much']) await say(text);
		for (const text of ['three', 'four']) await say(text, asNoah);
		await settled();
		expect(textsOf(trigger.started).sort()).toEqual(['one', 'three', 'two']);
		await emulator.control('post', 'clock', { advance_seconds: 86_401 });
		await say('the next day');
		await settled();
		expect(textsOf(trigger.started)).toContain('the next day');
	});

	test('nobody breaks slow mode because the clock of the server was set back', async () => {
		const trigger = await publish(kind, { rules: { slowSeconds: 60 } });
		await say('before');
		await settled();
		await emulator.control('post', 'clock', { advance_seconds: -3600 });
		await say('an hour earlier');
		await settled();
		await emulator.control('post', 'clock', { advance_seconds: 3600 });
		await say('that hour again');
		await settled();
		expect(trigger.started).toEqual([]);
	});

	describe('a join', () => {
		const both = { updates: ['message', 'chat_member'] };
		test('starts one execution, although it arrives as a message and as a change of the member', async () => {
			const trigger = await publish(kind, both);
			for (let times = 1; times <= 2; times++) {
				await emulator.act('leave', { user_id: users.noah, chat_id: chats.demoGroup });
				await settled();
				const left = trigger.started.length;
				await emulator.act('join', { user_id: users.noah, chat_id: chats.demoGroup });
				await say('hello');
				await settled();
				expect(trigger.started).toHaveLength(left + 2);
			}
		});

		const NOW = Math.floor(Date.now() / 1000);
		const chat = { id: -1001, type: 'supergroup' };
		const person = (id: number) => ({ id, is_bot: false, first_name: `P${id}` });
		const message = (...ids: number[]) => ({
			message: {
				...{ message_id: ids[0], chat, date: NOW, from: person(ids[0]) },
				new_chat_members: ids.map(person),
			},
		});
		const change = (id: number, date = NOW + 1) => ({
			chat_member: {
				...{ chat, date, from: person(id) },
				old_chat_member: { status: 'left', user: person(id) },
				new_chat_member: { status: 'member', user: person(id) },
			},
		});

		test.each<[string, object[], number]>([
			['the message first', [message(1), change(1)], 1],
			['the change first', [change(1), message(1)], 1],
			['several in one message, before', [message(1, 2), change(1), change(2)], 2],
			['several in one message, after', [change(1), change(2), message(1, 2)], 2],
			['one of several in a message', [change(1), message(1, 2), change(2)], 2],
			['again within a moment', [message(1), change(1), message(1), change(1)], 2],
			['a minute later', [message(1), change(1, NOW + 60)], 2],
			['another person', [message(1), change(2)], 2],
		])('starts the right number of executions: %s', async (_what, updates, most) => {
			const trigger = await publish(kind, both);
			// One after another, because pushes may overtake each other.
			for (const [n, update] of updates.entries()) {
				const snapshot = await emulator.control('get', 'snapshot');
				snapshot.bots.at(-1).updates = [{ update_id: n + 1, ...update }];
				await emulator.control('put', 'snapshot', snapshot);
				await settled();
			}
			expect(trigger.started).toHaveLength(most);
		});
	});

	test('a raid brings the numbers of everyone who joined, even if only messages start the workflow', async () => {
		const rules = { raidJoins: 2, raidSeconds: 60 };
		const trigger = await publish(kind, { updates: ['message'], rules });
		await emulator.act('leave', { user_id: users.noah, chat_id: chats.demoGroup });
		await emulator.act('leave', { user_id: users.mia, chat_id: chats.demoGroup });
		for (const user_id of [users.noah, users.zoe, users.mia]) {
			await emulator.act('join', { user_id, chat_id: chats.demoGroup });
		}
		await say('hello');
		await settled();
		expect(trigger.started.map(({ item }) => item.json)).toMatchObject([
			{
				brokenRules: ['raid'],
				raid: { count: 3, userIds: [users.noah, users.zoe, users.mia], isFirst: true },
			},
		]);
	});

	test('the first message of a person who joined cannot have a link, and those of others can', async () => {
		const trigger = await publish(kind, { updates: ['message'], rules: { newcomerMessages: 1 } });
		const zoe = { user_id: users.zoe, chat_id: chats.demoGroup };
		await emulator.act('join', zoe);
		await say('b.com', asNoah);
		await say('a.com', zoe);
		await say('c.com', zoe);
		await settled();
		expect(trigger.started.map(({ item }) => item.json)).toMatchObject([
			{
				brokenRules: ['newcomer'],
				found: [{ rule: 'newcomer', text: 'a.com', offset: 0, length: 5 }],
			},
		]);
	});

	test.each([
		[{}, [1, 0]],
		[{ outputs: 'kinds', outputKinds: ['text', 'button'] }, [3, 1]],
	])(
		'a message that breaks rules in Log Only mode leaves by its own output: %j',
		async (outputs, places) => {
			const rules = { words: 'casino', logOnly: true };
			const trigger = await publish(kind, { ...outputs, rules });
			const { message_id } = await api('sendMessage', {
				chat_id: chats.demoGroup,
				text: 'Sure?',
				reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] },
			});
			await say('casino');
			await say('fine');
			const act = { user_id: users.mia, chat_id: chats.demoGroup, message_id };
			await emulator.act('press', { ...act, callback_data: 'yes' });
			await settled();
			expect(trigger.started.map(({ output }) => output)).toEqual(places);
		},
	);

	test('a text that is repeated in several chats brings all the messages', async () => {
		const trigger = await publish(kind, { rules: { sameTextChats: 2 } });
		const first = await say(LONG);
		await say(LONG, { ...inQuiet, ...asNoah });
		await say('a greeting', inQuiet);
		await say('a greeting');
		await settled();
		const second = await say(`  ${LONG.toUpperCase()}`, inQuiet);
		await settled();
		const third = await say(LONG);
		await settled();
		expect(trigger.started.map(({ item }) => item.json.sameText)).toEqual([
			{
				chats: 2,
				messages: [
					{ chatId: chats.demoGroup, messageId: first },
					{ chatId: chats.quietGroup, messageId: second },
				],
			},
			{ chats: 2, messages: [{ chatId: chats.demoGroup, messageId: third }] },
		]);
	});

	test('a message starts it only if its author joined lately, as far as the bot has seen it', async () => {
		const filters = { joinedWithinDays: 2 };
		const trigger = await publish(kind, { updates: ['message'], filters });
		await say('I was here before');
		const zoe = { user_id: users.zoe, chat_id: chats.demoGroup };
		await emulator.act('join', zoe);
		await say('I am new', zoe);
		await settled();
		await emulator.control('post', 'clock', { advance_seconds: 3 * 86_400 });
		await say('not so new', zoe);
		await settled();
		expect(textsOf(trigger.started).filter(Boolean)).toEqual(['I am new']);
	});

	describe('the list of administrators', () => {
		const filters = { writtenBy: 'others' };

		test('is not requested for a post in a channel', async () => {
			const { id } = await api('getMe');
			const chat_id = -1100;
			await emulator.control('post', 'seed', {
				chats: [{ id: chat_id, type: 'channel', title: 'News' }],
				members: [
					{ chat_id, user_id: users.olga, status: 'creator' },
					{ chat_id, user_id: id, status: 'administrator' },
				],
			});
			const trigger = await publish(kind, { filters: { writtenBy: 'administrators' } });
			await say('news', { chat_id, user_id: users.olga });
			await settled();
			expect(textsOf(trigger.started)).toEqual(['news']);
		});

		test('is requested once for many messages', async () => {
			const trigger = await publish(kind, { filters });
			for (let index = 0; index < 5; index++) await say('hello');
			await settled();
			expect(trigger.started).toHaveLength(5);
			expect(await emulator.calls('getChatAdministrators')).toHaveLength(1);
		});

		test('is requested again when rights change', async () => {
			const trigger = await publish(kind, { filters });
			await say('before');
			await settled();
			const rights = { can_delete_messages: true };
			const promotion = { chat_id: chats.demoGroup, user_id: users.mia, ...rights };
			await emulator.api('promoteChatMember', promotion);
			await settled();
			await say('after');
			await settled();
			expect(textsOf(trigger.started)).toContain('before');
			expect(textsOf(trigger.started)).not.toContain('after');
		});

		test('starts nothing while the server does not give it', async () => {
			await emulator.fault({ kind: 'error', status: 400, method: 'getChatAdministrators' });
			const trigger = await publish(kind, { filters });
			await say('who am I?');
			await settled();
			expect(trigger.started).toEqual([]);
		});
	});

	test.each<[object, string]>([
		[{ rules: { words: ' , ' } }, 'Forbidden Words is empty'],
		[{ rules: { ignoreAccents: true } }, 'Ignore Accents is set without Forbidden Words'],
		[{ rules: { floodSeconds: 5 } }, 'Flood: Within (Seconds)'],
		[
			{ rules: { patterns: '(?=a)' } },
			'Forbidden Patterns: (?=a) has (?=, which can take too long',
		],
		[{ exclude: { textMatches: '(' } }, 'Exclude > Text Matches: ( is not a valid'],
		[{ filters: { chatIds: fromList('') } }, 'Chats is empty'],
		[{ filters: { chatIds: several(' , ') } }, 'Chats is empty'],
		[{ filters: { userIds: '' } }, 'Users is empty'],
		[{ exclude: { chatIds: several('') } }, 'Chats is empty'],
	])('%j is refused', async (parameters, words) => {
		await expect(publish(kind, parameters)).rejects.toThrow(words);
	});
});
