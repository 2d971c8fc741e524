import { Context } from '../../../nodes/BotMessaging/update/context';
import { type Rules, compileRules, RuleMemory } from '../../../nodes/BotMessaging/moderation/rules';
import type { Update } from '../../../nodes/BotMessaging/update/update';
import { memberChange, message } from '../update/samples';

type Given = string | Update;

const updateOf = (given: Given) =>
	new Context(typeof given === 'string' ? message({ text: given }) : given);

/** The findings of rules in consecutive messages. */
function judged(rules: Rules, all: Given[], joined?: number) {
	const judge = compileRules(rules);
	const memory = new RuleMemory();
	return all.map((given) => judge([Object.assign(updateOf(given), { joinedAt: joined })], memory));
}

const file = (file_name: string, more: object = {}) =>
	message({ document: { file_id: 'f', file_name, ...more } });
const CHANNEL = { id: -1009, type: 'channel' };
const withButton = message({
	text: 'x',
	reply_markup: { inline_keyboard: [[{ text: 'a', url: 'https://a.com' }]] },
});

/** Name, rules, the broken rule, messages that break it, and messages that do not. */
const CASES: Array<[string, Rules, string, Given[], Given[]]> = [
	[
		'capitals',
		{ moreCapitalsThan: 70 },
		'capitals',
		[
			'BUY THIS NOW!!!',
			'ЗАРАБОТАЙ СЕГОДНЯ ДОМА',
			'KİRALIK ŞİRKET ARACI',
			'MUA NGAY ĐỪNG BỎ LỠ',
			'𝐅𝐑𝐄𝐄 𝐌𝐎𝐍𝐄𝐘 𝐍𝐎𝐖',
			'ΑΓΟΡΑΣΕ ΤΩΡΑ ΕΔΩ',
		],
		[
			'USA OK',
			'Buy this now',
			'НАТО и ООН сегодня решили',
			'مرحبا بالجميع في المجموعة',
			'大家好，今天天气怎么样',
			'नमस्ते दोस्तों कैसे हो',
			'HTTPS://EXAMPLE.COM/ABCDEF',
			'@SOME_PERSON_HERE',
			'12345678901234',
		],
	],
	[
		'emoji',
		{ moreEmojiThan: 2 },
		'emoji',
		['🔥🔥🔥', '👍🏽👍🏽👍🏽', '❤️❤️❤️', '🇻🇳🇹🇷🇮🇳', '1️⃣2️⃣3️⃣', 'چطوری 😀 خوبی 😀 هستی 😀'],
		['🔥🔥', '👨‍👩‍👧‍👦 👩‍❤️‍💋‍👨', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🇺🇦', '1 2 3 4 # *', '© ® ™', 'no'],
	],
	[
		'lines',
		{ moreLinesThan: 2 },
		'lines',
		['a\nb\nc', 'a\r\nb\r\nc', 'a\u2028b\u2028c', '\n\n'],
		['a\nb', 'a\r\nb', 'a b c'],
	],
	[
		'script: Latin alone',
		{ scripts: ['Latin'], otherLettersPercent: 40 },
		'script',
		['привет как дела', '快来赌博吧', 'مرحبا', 'नमस्ते', 'ไอ้ควย', 'buy казино сегодня'],
		[
			'hello привет you there',
			'Đừng bỏ lỡ',
			'İyi günler',
			'đi\u0303',
			'😀 123 :)',
			'𝓱𝓮𝓵𝓵𝓸',
			'ｈｅｌｌｏ',
			'',
		],
	],
	[
		'script: Cyrillic alone, with addresses, names and commands',
		{ scripts: ['Cyrillic'] },
		'script',
		['hello', 'смотри hello there friend'],
		[
			'смотри https://example.com/abcdefghij',
			'@some_person да',
			'/ban@my_bot да',
			'пиши на mia@example.com',
			'да example.com/abc',
		],
	],
	[
		'script: Japanese',
		{ scripts: ['Japanese'] },
		'script',
		['안녕하세요', 'hello'],
		['カスタマーサポート', 'こんにちは', '東京'],
	],
	[
		'script: Korean and Arabic',
		{ scripts: ['Korean', 'Arabic'] },
		'script',
		['こんにちは', 'שלום'],
		['안녕하세요', 'سلام چطوری', 'آپ کیسے ہیں'],
	],
	[
		'file types',
		{ fileTypes: 'exe, .APK; *.tar.gz' },
		'fileType',
		[
			file('a.exe'),
			file('A.ExE'),
			file('photo\u202Egpj.exe'),
			file('a.exe. .'),
			file('ａ．ｅｘｅ'),
			file('x.tar.gz'),
			file('ảnh.apk'),
		],
		[
			file('exe'),
			file('a.exe.txt'),
			file('a.gz'),
			file('apk.pdf'),
			message({ document: { file_id: 'f' } }),
			'a.exe',
		],
	],
	[
		'file size',
		{ largerThanMb: 1 },
		'fileSize',
		[file('a', { file_size: 1_000_001 })],
		[file('a', { file_size: 1_000_000 }), file('a'), 'a'],
	],
	[
		'forbidden links',
		{ linksTo: 'evil.com, t.me/spam\nказино.рф' },
		'link',
		[
			'evil.com',
			'см. https://a.evil.com/x',
			'请看evil.com吧',
			't.me/spam/5',
			'казино.рф',
			'e\u200Bvil.com',
		],
		['notevil.com', 't.me/other', 't.me/spammers', 'evil.org', withButton],
	],
	[
		'allowed and forbidden links together',
		{ linksExcept: 'example.com', linksTo: 'bad.example.com' },
		'link',
		['bad.example.com', 'other.com', withButton],
		['example.com', 'good.example.com'],
	],
	[
		'invite links',
		{ inviteLinksExcept: 'https://t.me/+Ours1' },
		'inviteLink',
		[
			't.me/+Theirs',
			'вступай t.me/joinchat/abc',
			message({
				text: 'x',
				entities: [{ type: 'text_link', offset: 0, length: 1, url: 'tg://join?invite=a' }],
			}),
			message({
				text: 'x',
				reply_markup: { inline_keyboard: [[{ text: 'a', url: 'https://t.me/+Theirs' }]] },
			}),
		],
		['t.me/+Ours1', 't.me/name', 'example.com'],
	],
	[
		'locked kinds',
		{
			locked: [
				'sticker',
				'animation',
				'video_note',
				'voice',
				'poll',
				'contact',
				'location',
				'game',
				'viaBot',
				'senderChat',
				'buttonLink',
			],
		},
		'locked',
		[
			...['sticker', 'animation', 'video_note', 'voice'].map((kind) =>
				message({ [kind]: { file_id: 'f' } }),
			),
			...['poll', 'contact', 'location', 'game'].map((kind) => message({ [kind]: {} })),
			message({ text: 'x', via_bot: { id: 5 } }),
			message({ text: 'x', sender_chat: CHANNEL }),
			withButton,
			message({ text: 'x', via_bot: { id: 5 } }, 'edited_message'),
		],
		[
			'x',
			message({ document: { file_id: 'f' } }),
			message({ photo: [{ file_id: 'f' }] }),
			message({ text: 'x', sender_chat: { id: -1001 } }),
			message({ text: 'x', sender_chat: CHANNEL, is_automatic_forward: true }),
			message({
				text: 'x',
				reply_markup: { inline_keyboard: [[{ text: 'a', callback_data: 'b' }]] },
			}),
		],
	],
	[
		'a GIF, which has a document as well',
		{ locked: ['document'] },
		'locked',
		[file('a')],
		[message({ document: { file_id: 'f' }, animation: { file_id: 'f' } })],
	],
	[
		'patterns',
		{ patterns: '\\bказино\\b\n/заработ(ок|ай)\\w* \\d+/\n\\+84\\d{9}\nkumar\\w*' },
		'pattern',
		['КАЗИНО!', 'заработок 500', '+84912345678', 'kumarhane', 'ka kumar', 'ка\u200Bзино'],
		['казиношный', 'заработок', '+8491234567', 'kum'],
	],
];

describe.each(CASES)('%s', (_what, rules, name, breaking, fine) => {
	test.each(breaking)('finds fault with %j', (given) => {
		expect(judged(rules, [given])).toMatchObject([{ brokenRules: [name] }]);
	});

	test.each(fine)('accepts %j', (given) => {
		expect(judged(rules, [given])).toEqual([undefined]);
	});
});

describe('each finding has its position in the text:', () => {
	test.each<[string, Rules, string, string[]]>([
		[
			'a word',
			{ words: 'casino, free money' },
			'😀 «C4SINO», Free\n MONEY!',
			['C4SINO', 'Free\n MONEY'],
		],
		['a word in pieces', { words: 'casino' }, 'the c a s i n o is open', ['c a s i n o']],
		[
			'a word behind another that only begins like it',
			{ words: 'casino' },
			'casinos and casino',
			['casino'],
		],
		['a word of a script without blanks', { words: '赌博' }, '快来赌博吧', ['赌博']],
		['a word with accents', { words: 'ano', ignoreAccents: true }, 'el AÑO nuevo', ['AÑO']],
		['a word with punctuation', { words: '18+' }, 'only 18+ here', ['18+']],
		['a pattern', { patterns: 'a+b\nno' }, '😀 xaaab', ['aaab']],
		['a script', { scripts: ['Latin'] }, 'ok да нет', ['да']],
	])('%s', (_what, rules, text, parts) => {
		const [findings] = judged(rules, [text]);
		const shown = findings?.found?.map(({ offset = 0, length = 0 }) =>
			text.slice(offset, offset + length),
		);
		expect(shown).toEqual(parts);
		expect(findings?.found?.map((found) => found.text)).toEqual(parts);
	});

	test('but not the position in a longer word', () => {
		const [findings] = judged({ words: 'casino' }, ['casinos and casino']);
		expect(findings?.found).toEqual([{ rule: 'words', text: 'casino', offset: 12, length: 6 }]);
		const [chinese] = judged({ words: '大麻' }, ['有个大麻烦，他卖大麻']);
		expect(chinese?.found).toEqual([{ rule: 'words', text: '大麻', offset: 8, length: 2 }]);
	});

	test('but only the first ten', () => {
		const words = Array.from({ length: 50 }, (_none, index) => `word${index}x`).join(' ');
		const [findings] = judged({ words: words.replace(/ /g, ',') }, [words]);
		expect(findings?.words).toHaveLength(50);
		expect(findings?.found).toHaveLength(10);
	});

	test('but not a finding outside of the text', () => {
		const [findings] = judged({ locked: ['sticker'], fileTypes: 'exe' }, [file('a.exe')]);
		expect(findings?.found).toEqual([{ rule: 'fileType', text: 'a.exe' }]);
	});
});

describe('slow mode', () => {
	const at = (date: number, message_id: number, more: object = {}) =>
		message({ date, message_id, text: 'x', ...more });
	const secondsLeft = (all: Update[]) =>
		judged({ slowSeconds: 30 }, all).map((findings) => findings?.slowMode?.secondsLeft);

	test('counts from the last message that was allowed', () => {
		const all = [at(100, 1), at(110, 2), at(129, 3), at(130, 4), at(131, 5)];
		expect(secondsLeft(all)).toEqual([undefined, 20, 1, undefined, 29]);
	});

	test('says the same about a repeated message, and nothing about an edited one', () => {
		const edited = message({ date: 100, message_id: 1, text: 'y' }, 'edited_message');
		expect(secondsLeft([at(100, 1), at(110, 2), at(110, 2), at(100, 1), edited])).toEqual([
			undefined,
			20,
			20,
			undefined,
			undefined,
		]);
	});

	test('does not count a join', () => {
		const joined = at(100, 1, { text: undefined, new_chat_members: [{ id: 1003 }] });
		expect(secondsLeft([joined, at(101, 2)])).toEqual([undefined, undefined]);
	});
});

describe('the limit of messages a day', () => {
	const HOUR = 3600;
	const at = (date: number, message_id: number, more: object = {}) =>
		message({ date, message_id, text: 'x', ...more });
	const secondsLeft = (all: Update[]) =>
		judged({ messagesPerDay: 2 }, all).map((findings) => findings?.daily?.secondsLeft);

	test('counts the last 24 hours, and messages over the limit do not extend that', () => {
		const all = [at(0, 1), at(HOUR, 2), at(2 * HOUR, 3), at(23 * HOUR, 4), at(24 * HOUR, 5)];
		expect(secondsLeft(all)).toEqual([undefined, undefined, 22 * HOUR, HOUR, undefined]);
	});
});

describe('the first messages of a newcomer', () => {
	const at = (message_id: number, more: object, kind?: string) =>
		message({ message_id, ...more }, kind);
	const first = (all: Update[], joined: number | undefined, more: Rules = {}) =>
		judged({ newcomerMessages: 2, ...more }, all, joined).map((one) => one !== undefined);
	const link = { text: 'a.com' };

	test('must not have a link or be forwarded', () => {
		expect(first([at(1, link)], 50)).toEqual([true]);
		expect(first([at(1, { text: 'hi' }), at(2, { forward_date: 1, text: 'x' })], 50)).toEqual([
			false,
			true,
		]);
	});

	test('are only the first ones', () => {
		expect(first([at(1, { text: 'a' }), at(2, { text: 'b' }), at(3, link)], 50)).toEqual([
			false,
			false,
			false,
		]);
	});

	test('must not get a link later either', () => {
		const all = [1, 2, 3].map((id) => at(id, { text: 'a' }));
		expect(
			first([...all, at(2, link, 'edited_message'), at(3, link, 'edited_message')], 50).slice(3),
		).toEqual([true, false]);
	});

	test('do not include the join', () => {
		const joins = [1, 2].map((id) => at(id, { new_chat_members: [{ id: 1003 }] }));
		expect(first([...joins, at(3, link)], 50)).toEqual([false, false, true]);
	});

	test('can have allowed links', () => {
		const judge = first([at(1, link)], 50, { linksExcept: 'a.com' });
		expect(judge).toEqual([false]);
	});

	test('do not include those of a person whom the bot did not see join', () => {
		expect(first([at(1, link)], undefined)).toEqual([false]);
	});
});

describe('a raid', () => {
	const join = (id: number, date: number, update_id = id) => ({
		...memberChange('left', 'member'),
		update_id,
		chat_member: {
			...(memberChange('left', 'member').chat_member as object),
			date,
			new_chat_member: { user: { id }, status: 'member' },
		},
	});
	const rules = { raidJoins: 2, raidSeconds: 60 };
	/** The findings for each update; items are created at once, or at the end if they have to wait. */
	function raids(all: Update[], isSlow = false) {
		const memory = new RuleMemory();
		const judge = compileRules(rules);
		const found = all.map((update) => {
			const raid = judge([new Context(update)], memory)?.raid;
			if (raid && !isSlow) memory.raids.complete(raid, '-1001');
			return raid;
		});
		for (const raid of found) if (raid) memory.raids.complete(raid, '-1001');
		return found;
	}

	test('brings everyone who joined, and then each further one', () => {
		expect(raids([join(1, 100), join(2, 110), join(3, 120), join(4, 130)])).toEqual([
			undefined,
			undefined,
			{ count: 3, userIds: [1, 2, 3], isFirst: true },
			{ count: 4, userIds: [4], isFirst: false },
		]);
	});

	test('ends after its time', () => {
		const all = [
			join(1, 100),
			join(2, 110),
			join(3, 160),
			join(4, 169),
			join(5, 400),
			join(6, 401),
			join(7, 402),
		];
		expect(raids(all)).toEqual([
			undefined,
			undefined,
			undefined,
			{ count: 3, userIds: [2, 3, 4], isFirst: true },
			undefined,
			undefined,
			{ count: 3, userIds: [5, 6, 7], isFirst: true },
		]);
	});

	test('does not include joins from before a clock was set back', () => {
		const before = [join(1, 4000), join(2, 4001)];
		expect(raids([...before, join(3, 400), join(4, 401), join(5, 4002)])).toEqual(
			Array(5).fill(undefined),
		);
		const [, , first, , , after] = raids([
			...[...before, join(3, 4002)],
			...[4, 5, 6].map((id) => join(id, 400 + id)),
		]);
		expect([first?.userIds, after]).toEqual([
			[1, 2, 3],
			{ count: 3, userIds: [4, 5, 6], isFirst: true },
		]);
	});

	test('counts a person once who is announced twice, and a repeated update gets the same result', () => {
		const announced = message({ date: 120, new_chat_members: [{ id: 3 }, { id: 4 }] });
		expect(
			raids([join(1, 100), join(2, 110), join(2, 111, 99), join(3, 120), join(3, 120), announced]),
		).toEqual([
			undefined,
			undefined,
			undefined,
			{ count: 3, userIds: [1, 2, 3], isFirst: true },
			{ count: 3, userIds: [1, 2, 3], isFirst: true },
			{ count: 4, userIds: [4], isFirst: false },
		]);
	});

	test('includes once each person who joins while an item waits for its chat', () => {
		const all = [1, 2, 3, 4, 5].map((id) => join(id, 100 + id));
		expect(raids([...all, join(5, 106)], true)).toEqual([
			undefined,
			undefined,
			{ count: 3, userIds: [1, 2, 3, 4, 5], isFirst: true },
			undefined,
			undefined,
			undefined,
		]);
	});

	test('includes everyone, even if an item is not created in time', () => {
		const dates = [100, 101, 102, 103, 400, 401, 402];
		const [, , first, ...later] = raids(
			dates.map((date, index) => join(index + 1, date)),
			true,
		);
		expect(first).toEqual({ count: 3, userIds: [1, 2, 3, 4, 5, 6, 7], isFirst: true });
		// People who joined in between are in the first item.
		expect(later).toEqual([
			undefined,
			undefined,
			undefined,
			{ count: 3, userIds: [], isFirst: false },
		]);
	});

	test('ignores other changes of members', () => {
		expect(judged(rules, [memberChange('member', 'left')])).toEqual([undefined]);
		expect(judged({ words: 'a' }, [memberChange('member', 'left')])).toEqual([{}]);
	});

	test('names each of 10,000 people once', () => {
		const found = raids(Array.from({ length: 10_000 }, (_none, id) => join(id, 100)));
		const named = found.flatMap((raid) => raid?.userIds ?? []);
		expect(named).toEqual(Array.from({ length: 10_000 }, (_none, id) => id));
	});
});

test.each<[Rules, string]>([
	[{ words: ' ,\n' }, 'Forbidden Words is empty'],
	[{ linksTo: '' }, 'Forbidden Links is empty'],
	[{ patterns: '\n' }, 'Forbidden Patterns is empty'],
	[{ fileTypes: ', ' }, 'Forbidden File Types is empty'],
	[{ locked: [] }, 'Locked Kinds is empty'],
	[{ scripts: [] }, 'Allowed Scripts is empty'],
	[{ ignoreAccents: true }, 'Ignore Accents is set without Forbidden Words'],
	[{ floodSeconds: 5 }, 'Flood: Within (Seconds) is set without Flood: Maximum Messages'],
	[{ raidSeconds: 5 }, 'Raid: Within (Seconds) is set without Raid: Maximum Joins'],
	[{ otherLettersPercent: 5 }, 'Other Letters (Percent) is set without Allowed Scripts'],
])('%j is refused', (rules, words) => {
	expect(() => compileRules(rules)).toThrow(words);
});
