import { Context } from '../../../nodes/BotMessaging/update/context';
import { People } from '../../../nodes/BotMessaging/update/people';
import {
	patternOf,
	readArguments,
	usageOf,
} from '../../../nodes/BotMessaging/dispatch/commandArguments';
import { Doubt, Wrong } from '../../../nodes/BotMessaging/dispatch/namedPerson';

const mia = { id: 1003, first_name: 'Mia', username: 'Mia_K' };
const noah = { id: 1004, first_name: 'Noah Văn An' };
const olga = { id: 1001, first_name: 'Olga' };

const OWN = '77';
const BOT = { id: 77, is_bot: true, first_name: 'Bot' };

const written = (text: string, more: object = {}) =>
	new Context({ update_id: 1, message: { from: olga, chat: { id: -1 }, text, ...more } });

const REPLY = { reply_to_message: { message_id: 7, from: noah } };
/** Olga mentions Noah, who has no username, after `/mute `. */
const NAMED = { entities: [null, { type: 'text_mention', offset: 6, length: 11, user: noah }] };

const marked = (offset: number, length: number) => ({
	entities: [{ type: 'text_mention', offset, length, user: olga }],
});
const OLGA = { id: 1001, firstName: 'Olga' };

type Unread = [pattern: string, text: string, more: object];

function read(pattern: string, text: string, more: object = {}) {
	const people = new People();
	people.learn(new Context({ update_id: 0, message: { from: mia, chat: { id: -1 }, text: 'hi' } }));
	const given = readArguments(patternOf(pattern, 'Arguments'), written(text, more), people, OWN);
	return given instanceof Wrong ? undefined : given;
}

const MUTE = '{user} {duration?} {reason…?}';
const MIA = { id: 1003, firstName: 'Mia', username: 'Mia_K' };
const NOAH = { id: 1004, firstName: 'Noah Văn An' };

test.each<[string, string, object, object]>([
	[
		MUTE,
		'/mute @mia_k 2h spam again',
		{},
		{ user: MIA, duration: '2h', seconds: 7200, reason: 'spam again' },
	],
	[MUTE, '/mute@my_bot @MIA_K', {}, { user: MIA }],
	[
		MUTE,
		'/mute 123456789 30 min',
		{},
		{ user: { id: 123456789 }, duration: '30 min', seconds: 1800 },
	],
	[MUTE, '/mute 2h', REPLY, { user: NOAH, duration: '2h', seconds: 7200 }],
	[MUTE, '/mute', REPLY, { user: NOAH }],
	[
		MUTE,
		'  /mute\n2 giờ\nnói bậy  ',
		REPLY,
		{ user: NOAH, duration: '2 giờ', seconds: 7200, reason: 'nói bậy' },
	],
	[MUTE, '/mute mia_k', { reply_to_message: { from: mia } }, { user: MIA, reason: 'mia_k' }],
	// Noah added or removed Mia: he sent the message, and it is about her.
	[MUTE, '/mute', { reply_to_message: { from: noah, new_chat_members: [mia] } }, { user: MIA }],
	[MUTE, '/mute', { reply_to_message: { from: noah, left_chat_member: mia } }, { user: MIA }],
	[MUTE, '/mute 123456789: spam 3 times', {}, { user: { id: 123456789 }, reason: 'spam 3 times' }],
	[MUTE, '/mute 2 tiếng', REPLY, { user: NOAH, duration: '2 tiếng', seconds: 7200 }],
	[MUTE, '/mute Noah Văn An 1d 12h', NAMED, { user: NOAH, duration: '1d 12h', seconds: 129_600 }],
	[
		'{user}',
		'/mute Noah Văn An',
		{ text: undefined, caption: '/mute Noah Văn An', caption_entities: NAMED.entities },
		{ user: NOAH },
	],
	// A mark in bold names nobody.
	[
		MUTE,
		'/mute Noah Văn An',
		{ entities: [{ type: 'bold', offset: 6, length: 11 }, NAMED.entities[1]] },
		{ user: NOAH },
	],
	// The same person twice is one person.
	[MUTE, '/mute @mia_k spam', { reply_to_message: { from: mia } }, { user: MIA, reason: 'spam' }],
	// Who answers the bot's own message means somebody else.
	[MUTE, '/mute @mia_k spam', { reply_to_message: { from: BOT } }, { user: MIA, reason: 'spam' }],
	[MUTE, '/mute @mia_k as @nobody_known', {}, { user: MIA, reason: 'as @nobody_known' }],
	// A link to a person names them, like a mention.
	[
		MUTE,
		'/mute Noah 2h',
		{ entities: [{ type: 'text_link', offset: 6, length: 4, url: 'tg://user?id=1004' }] },
		{ user: { id: 1004 }, duration: '2h', seconds: 7200 },
	],
	[MUTE, '/mute @mia_k forever', {}, { user: MIA, duration: 'forever', seconds: null }],
	[
		MUTE,
		'/mute @mia_k 永久 刷屏',
		{},
		{ user: MIA, duration: '永久', seconds: null, reason: '刷屏' },
	],
	[MUTE, '/mute @mia_k 半小时', {}, { user: MIA, duration: '半小时', seconds: 1800 }],
	[
		MUTE,
		'/mute @mia_k 两小时，刷屏',
		{},
		{ user: MIA, duration: '两小时', seconds: 7200, reason: '刷屏' },
	],
	[
		MUTE,
		'/mute @mia_k 1天，12小时，刷屏',
		{},
		{ user: MIA, duration: '1天，12小时', seconds: 129_600, reason: '刷屏' },
	],
	[MUTE, '/mute @mia_k ٢ ساعة', {}, { user: MIA, duration: '٢ ساعة', seconds: 7200 }],
	[
		MUTE,
		'/mute nửa giờ nói bậy',
		REPLY,
		{ user: NOAH, duration: 'nửa giờ', seconds: 1800, reason: 'nói bậy' },
	],
	[
		MUTE,
		'/mute half an hour, spam',
		REPLY,
		{ user: NOAH, duration: 'half an hour', seconds: 1800, reason: 'spam' },
	],
	// A reason may begin with a number, or contain a date.
	...[
		'一直刷屏',
		'一天到晚刷屏',
		'十分 讨厌',
		'三四天都这样',
		'hai người cãi nhau',
		'hai ngày trước nói bậy',
		'hai ngày trước nói bậy'.normalize('NFD'),
		'ba ngày liền spam',
		'a second account',
		'one minute ago: spam',
		// These cannot be usernames, and are not times.
		'mia spam',
		'zwei Accounts und Werbung',
		'due to spam',
		'трижды спам',
	].map((reason): [string, string, object, object] => [
		MUTE,
		`/mute ${reason}`,
		REPLY,
		{ user: NOAH, reason },
	]),
	// A number of the log is a person, a time is not.
	['{user}', '/unban 1021', {}, { user: { id: 1021 } }],
	[MUTE, '/mute 1021 an hour', {}, { user: { id: 1021 }, duration: 'an hour', seconds: 3600 }],
	[MUTE, '/mute 3000 s', REPLY, { user: NOAH, duration: '3000 s', seconds: 3000 }],
	[MUTE, '/mute 120 min', REPLY, { user: NOAH, duration: '120 min', seconds: 7200 }],
	[MUTE, '/mute 36000 s', REPLY, { user: NOAH, duration: '36000 s', seconds: 36_000 }],
	['{number}', '/purge 100', {}, { number: 100 }],
	['{domain} {number?}', '/allow example.com', {}, { domain: 'example.com' }],
	['{слово…}', '/addword free money', {}, { слово: 'free money' }],
	['{duration...}', '/note 2h from now', {}, { duration: '2h from now' }],
])('%s reads %s', (pattern, text, more, given) => {
	expect(read(pattern, text, more)).toEqual(given);
});

test.each<[string, string, object]>([
	[MUTE, '/mute', {}],
	[MUTE, '/mute Mia', {}],
	['{user}', '/ban @nobody_known', REPLY],
	['{user?} {reason…?}', '/warn @nobody_known spam', REPLY],
	['{user}', '/ban @mia_k and more', {}],
	// If another person is named somewhere, the author of the message is never hit.
	...['id 123456789', 'id: １２３４５６７８９', '1021', '@ mia_k', 'please @nobody_known'].flatMap(
		(rest) =>
			[MUTE, '{user} {reason…?}', '{user?} {reason…?}'].map((pattern): Unread => [
				pattern,
				`/mute ${rest}`,
				REPLY,
			]),
	),
	// Two people at once: both or nobody, never the first one with the second one as the reason.
	...[
		'@mia_k @two',
		'@mia_k, @two spam',
		'@mia_k and @two',
		'@mia_k 和 @two',
		'@mia_k 2h @two',
		'@mia_k 123456789',
		'123456789 @mia_k',
		'@two @mia_k',
	].flatMap((rest): Unread[] => [
		[MUTE, `/mute ${rest}`, {}],
		[MUTE, `/mute ${rest}`, REPLY],
	]),
	[MUTE, '/mute @mia_k Zoë', marked(13, 3)],
	// Three people.
	['{user} {reason…?}', '/ban 123456789 as said to @mia_k', REPLY],
	// A number from the log, then an hour or a year: not 1021 hours.
	[MUTE, '/mute 1021 час', REPLY],
	[MUTE, '/mute 1021 an hour', REPLY],
	[MUTE, '/mute 120 min', {}],
	// Not the author of the message: another person is named.
	['{user} {reason…?}', '/ban @mia-k spam', REPLY],
	// Not permanent: a time was meant.
	[MUTE, '/mute 2', REPLY],
	[MUTE, '/mute 2h30 spam', REPLY],
	[MUTE, '/mute @mia_k 2 lunes', {}],
	[MUTE, '/mute @mia_k -2h', {}],
	[MUTE, '/mute @mia_k ٢ قمر', {}],
	// Noah added two people, and it is unclear which one is meant.
	['{user}', '/ban', { reply_to_message: { from: noah, new_chat_members: [mia, olga] } }],
	['{user}', '/ban', { reply_to_message: { from: noah, sender_chat: { id: -5 } } }],
	['{user}', '/ban', { reply_to_message: {} }],
	// In a topic, each message refers to the one that opened it.
	...[{ ...REPLY.reply_to_message, forum_topic_created: {} }, REPLY.reply_to_message].map(
		(reply_to_message): [string, string, object] => [
			MUTE,
			'/mute 2h',
			{ is_topic_message: true, message_thread_id: 7, reply_to_message },
		],
	),
	// The time is in the wrong place: ignoring it would make the mute permanent.
	[MUTE, '/mute mia 2h', REPLY],
	[MUTE, '/mute @mia_k spam 2 giờ', {}],
	[MUTE, '/mute @mia_k spam, 1d 12h', {}],
	[MUTE, '/mute @mia_k 刷屏2小时', {}],
	[MUTE, '/mute @mia_k 刷屏，1天12小时', {}],
	[MUTE, '/mute @mia_k 1小时刷屏', {}],
	[MUTE, '/mute @mia_k 스팸 2시간', {}],
	[MUTE, '/mute @mia_k สแปม2ชั่วโมง', {}],
	...[
		'for two days please',
		'until tomorrow',
		'spam half an hour',
		'spam: 2h, please',
		'for a few days',
		'next week',
		'đến mai',
		'刷屏 2小时 谢谢',
		'spam 半小时 谢谢',
		'几天',
		'到明天',
		'на пару дней',
		'до завтра',
		'spam, 2 horas por favor',
		'hasta mañana',
		// Numbers as words in other languages.
		'zwei Tage',
		'spam, eine halbe Stunde',
		'dos días',
		'media hora',
		'une demi-heure',
		'un quart d’heure',
		"un'ora",
		'uma hora',
		'twee dagen',
		'jedną godzinę',
		'godzinę',
		'iki gün',
		'dua hari',
		'на два дня',
		'для двух дней',
		'до вечера',
		'sixty minutes',
		'a quarter hour',
		'two whole days',
		'for the night',
		'一刻钟',
		'สองวัน',
	].map((rest): Unread => [MUTE, `/mute ${rest}`, REPLY]),
	[MUTE, '/mute @mia_k スパム2時間', {}],
	['{user} {duration}', '/tban @mia_k', {}],
	['{user} {duration}', '/tban @mia_k soon', {}],
	['{user} {duration}', '/tban @mia_k 2', {}],
	['{number}', '/purge ten', {}],
	['{word}', '/addword', {}],
])('%s does not fit %s', (pattern, text, more) => {
	expect(read(pattern, text, more)).toBeUndefined();
});

describe('a command that could be about two people is about nobody yet:', () => {
	const BAN = '{user} {reason…?}';
	type Case = [pattern: string, text: string, more: object, people: object[]];
	const cases: Case[] = [
		[BAN, '/ban @mia_k', REPLY, [NOAH, MIA]],
		[BAN, '/ban @mia_k spam', REPLY, [NOAH, MIA]],
		[BAN, '/ban ＠mia_k spam', REPLY, [NOAH, MIA]],
		[BAN, '/ban mia_k', REPLY, [NOAH, MIA]],
		[BAN, '/ban 123456789', REPLY, [NOAH, { id: 123456789 }]],
		[BAN, '/ban @mia_k insulted Olga', marked(21, 4), [MIA, OLGA]],
		[MUTE, '/mute @mia_k, 2h', REPLY, [NOAH, MIA]],
		[MUTE, '/mute Mia_K spam', REPLY, [NOAH, MIA]],
		[MUTE, '/mute 120 min @mia_k', REPLY, [NOAH, MIA]],
		[MUTE, '/mute Olga spam', { ...REPLY, ...marked(6, 4) }, [NOAH, OLGA]],
		['{user?} {reason…?}', '/warn @mia_k spam', REPLY, [NOAH, MIA]],
		...[
			'2h @mia_k spam',
			'2h spam @mia_k',
			'please @mia_k',
			'(@mia_k)',
			'👉@mia_k',
			'spam @mia_k',
			'spam t.me/mia_k',
			'to @mia_k.',
		].flatMap((rest) =>
			[MUTE, BAN, '{user?} {reason…?}'].map((pattern): Case => [
				pattern,
				`/mute ${rest}`,
				REPLY,
				[NOAH, MIA],
			]),
		),
		...['2h Zoë', 'please Zoë', 'spam, says Zoë'].map((rest): Case => {
			const text = `/mute ${rest}`;
			return [MUTE, text, { ...REPLY, ...marked(text.indexOf('Zoë'), 3) }, [NOAH, OLGA]];
		}),
	];

	test.each(cases)('%s: %s', (pattern, text, more, people) => {
		const given = read(pattern, text, more);
		expect(given).toBeInstanceOf(Doubt);
		expect((given as Doubt).people).toEqual(people);
	});

	test.each(cases)(
		'and about the one whom its writer chooses: %s: %s',
		(pattern, text, more, both) => {
			const people = new People();
			const met = { from: mia, chat: { id: -1 }, text: 'hi' };
			people.learn(new Context({ update_id: 0, message: met }));
			const readFor = (meant: { id: number }) => {
				const update = written(text, more);
				update.meant = meant;
				return readArguments(patternOf(pattern, ''), update, people);
			};
			for (const meant of both as Array<{ id: number }>) {
				expect((readFor(meant) as Record<string, unknown>).user).toEqual(meant);
			}
			expect(readFor({ id: 5 })).toBeInstanceOf(Wrong);
		},
	);

	test('and the name is what is wrong if it has odd signs', () => {
		const people = new People();
		const met = { from: mia, chat: { id: -1 }, text: 'hi' };
		people.learn(new Context({ update_id: 0, message: met }));
		const update = written('/mute @mia_k-x 2h', REPLY);
		const given = readArguments(patternOf(MUTE, ''), update, people);
		expect(given).toEqual(new Wrong('named', '@mia_k-x'));
	});

	test('but if it does not fit otherwise, its writer reads how to write it', () => {
		expect(read('{user} {duration}', '/tban @mia_k soon', REPLY)).toBeUndefined();
	});
});

test('long messages are read quickly', () => {
	expect(read('{user} {duration}', `/mute @mia_k ${'a'.repeat(100_000)}`)).toBeUndefined();
	expect(read('{user} {duration}', `/mute @mia_k ${' a'.repeat(100_000)}`)).toBeUndefined();
	for (const part of ['a', ' a', 'a1', '一', ' few', ' half an', '、', '1 ']) {
		const given = read(MUTE, `/mute @mia_k x ${part.repeat(50_000)}`);
		expect(Object(given)).not.toHaveProperty('duration');
	}
});

test.each([
	['user', '"user" is not an argument'],
	['{user} duration', '"duration" is not an argument'],
	['{a b}', '"{a" is not an argument'],
	['{user} {user}', '{user} is there twice'],
	['{reason…} {user}', '{reason…} must be the last one'],
])('the pattern %s is refused', (pattern, message) => {
	expect(() => patternOf(pattern, 'Commands 1: Arguments')).toThrow(
		`Commands 1: Arguments: ${message}`,
	);
});

test('the usage says what is required and what is optional', () => {
	expect(usageOf('mute', patternOf(MUTE, ''))).toBe('/mute <user> [duration] [reason]');
});

describe('a username', () => {
	const met = (...users: object[]) => {
		const people = new People();
		for (const from of users) {
			people.learn(new Context({ update_id: 1, message: { from, chat: { id: -1 }, text: 'hi' } }));
		}
		return (name: string) => people.named(name)?.id;
	};

	test('belongs to its last owner', () => {
		expect(met(mia, { ...noah, username: 'mia_k' })('mia_k')).toBe(noah.id);
	});

	test('belongs to nobody after its owner has dropped it', () => {
		expect(met(mia, { ...mia, username: undefined })('mia_k')).toBeUndefined();
		const named = met(mia, { ...noah, username: 'mia_k' }, { ...mia, username: 'mia_2' });
		expect([named('mia_k'), named('mia_2')]).toEqual([noah.id, mia.id]);
	});
});
