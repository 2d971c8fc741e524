import { WordList } from '../../../nodes/BotMessaging/moderation/words';

const list = new WordList(
	'casino, free money\npaypal, viagra; казино\n赌博, ill, bitcoin, straße, pot',
);

/** Texts, each with the list entries that it contains. */
test.each<[string, string, string[]]>([
	['a word', 'the casino is open', ['casino']],
	['in capitals, with punctuation', '“CASINO!!”', ['casino']],
	['not in the middle of another word', 'casinos, still, potato', []],
	['a group of words', 'get FREE  money!', ['free money']],
	['not with something in between', 'free the money', []],
	['not a part of the group in pieces', 'f r e e, fr-ee', []],
	['accents, which are letters elsewhere', 'cásïnö', []],
	['full width', 'ｃａｓｉｎｏ', ['casino']],
	['drawn letters', '𝓬𝓪𝓼𝓲𝓷𝓸 Ⓒⓐⓢⓘⓝⓞ', ['casino']],
	['Cyrillic letters in a Latin word', 'vіаgrа', ['viagra']],
	['Greek letters in a Latin word', 'casinο', ['casino']],
	['a word of another script in a Latin text', 'buy рот here', []],
	['the same word in a Cyrillic text', 'открой рот please', []],
	['the same word alone', 'рот', []],
	['Latin letters in a Cyrillic word', 'кaзинo', ['казино']],
	['a Cyrillic word', 'Наше КАЗИНО', ['казино']],
	['digits and signs for letters', 'c4s1n0 b!tc0in p@yp4l', ['casino', 'bitcoin', 'paypal']],
	['1 for an l', 'a v1llage v1agra', ['viagra']],
	['numbers stay numbers', '111 100 $5', []],
	['signs without width', 'ca\u200Bsi\u00ADno', ['casino']],
	['signs glued to it', 'hello!casino @casino', ['casino']],
	['a script without blanks', '快来赌博吧', ['赌博']],
	['ß and ss', 'STRASSE', ['straße']],
	['nothing', '', []],
])('%s: %s', (_what, text, found) => {
	expect(list.findIn(text).sort()).toEqual([...found].sort());
});

const WORDS =
	'ano, sik, cặc, đĩ, lồn, カス, バカ, ass, ist, lst, is, mas, cop, sex, shit, hell, free money, st pauli, ' +
	'操, 妈的, 赌博, ควย, หี, ばか, قمار, карта, masse, usa, penis, i, a';

const many = new WordList(WORDS);

describe('the list does not find', () => {
	const unambiguous = new WordList(
		WORDS.replace(', i, a', '').replace(' ist, lst, is,', ' ist, lst,'),
	);

	test.each([
		'el año nuevo',
		'đi chơi',
		'lớn',
		'các bạn',
		'sık sık',
		'ÇOK SIK VE SIKICI İÇİN',
		'カズさん',
		'カスタマーサポート',
		'バカンスとスカス',
		'Galaxy A55',
		'the 1st day',
		'Core i5',
		'M45 and 4K',
		'€55, A$50, US$5',
		'Learn Russian: сор',
		'操作系统和体操',
		'หีบห่อ',
		'ばかりだ',
		'It is free. Money comes later',
		'Is it free? Money!',
		'free, money',
		'免费的赌。博物馆',
		'free\n\nmoney',
		"he'll come",
		'the pen.is here',
		'масштаб',
	])('%s', (text) => {
		expect(unambiguous.findIn(text)).toEqual([]);
	});
});

describe('the list finds', () => {
	test.each<[string, string]>([
		['s3x', 'sex'],
		['$ex', 'sex'],
		['a$$', 'ass'],
		['5hit', 'shit'],
		['shiiiiit', 'shit'],
		['s h i t', 'shit'],
		['want a s.h.i.t?', 'shit'],
		['sh-it', 'shit'],
		['𝐬𝐡𝐢𝐭 🅂🄷🄸🅃', 'shit'],
		['🅢🅗🅘🅣', 'shit'],
		['ꜱʜɪᴛ', 'shit'],
		['s̶h̶i̶t̶', 'shit'],
		['free  — money', 'free money'],
		['FREE*MONEY', 'free money'],
		['free\nmoney', 'free money'],
		['今天操吧', '操'],
		['真他妈的', '妈的'],
		['快来赌 博', '赌博'],
		['赌.博', '赌博'],
		['このカス野郎', 'カス'],
		['ｶｽ', 'カス'],
		['ไอ้ควยออกไป', 'ควย'],
		['お前ばか', 'ばか'],
		['قِمـــار', 'قمار'],
		['ка́рта', 'карта'],
		['кaртa', 'карта'],
		['MASSE', 'masse'],
		['¡ANO!', 'ano'],
		['ĐĨ', 'đĩ'],
		['đi\u0303', 'đĩ'],
		['SİK', 'sik'],
	])('%s', (text, word) => {
		expect(many.findIn(text)).toContain(word);
	});
});

test.each<[string, string, boolean, boolean]>([
	['ano', 'el AÑO', false, true],
	['año', 'el año', true, true],
	['año', 'el ano', false, false],
	['casino', 'cásïnö', false, true],
	['di', 'đi', false, true],
	['đĩ', 'đi', false, false],
	['đĩ', '\u00D0Ĩ', true, true],
	['khỏa thân', 'KHOẢ THÂN', true, true],
	['khoả thân', 'khỏa thân'.normalize('NFD'), true, true],
	['thúy', 'thuý', true, true],
	['hoà', 'hoa', false, false],
	['hòa', 'hóa', false, false],
	['það', 'ÞAÐ', true, true],
	['sik', 'sık', false, true],
	['еще', 'ещё', false, true],
	['мои', 'мой', false, false],
	['カス', 'カズ', false, false],
	['cafe?', 'café?', false, true],
])('the entry %s in %s: %s, with accents ignored %s', (entry, text, exact, ignored) => {
	expect(new WordList(entry).findIn(text)).toEqual(exact ? [entry] : []);
	expect(new WordList(entry).findIn(text, true)).toEqual(ignored ? [entry] : []);
});

/** Entries with punctuation or emoji: texts that have them, and texts that do not. */
test.each<[string, string[], string[]]>([
	[
		'Join now!',
		['JOIN now!', 'join  now!!!', 'Join now！'],
		['join now', 'rejoin now!', 'join. now!'],
	],
	[
		'@spammer',
		['ask @Spammer', '联系@spammer谢谢', '@spammer에게', '(@spammer)'],
		['spammer', '@spammer2', '@spammer_x', 'mia@spammer.com', '@spam'],
	],
	['sh!t', ['SH!T happens'], ['shit', 'sh!tty', 'sh it']],
	['a$$', ['a$$', 'a$$!'], ['ass', 'aa$$', 'a$']],
	['$$$', ['earn $$$', '$$$$'], ['$$', '$ $ $']],
	['c++', ['I like C++.', 'c++17'], ['c', 'abc++', 'c+ +']],
	['18+', ['18+ only', '(18+)'], ['118+', '18', '18 +']],
	['t.me', ['https://t.me/x', 'T.ME', '看t.me吧'], ['bot.me', 't.men', 'tme', 'at.me']],
	['🍆', ['a🍆b', '🍆🍆'], ['🍑']],
	['❤️‍🔥', ['❤️‍🔥'], ['❤️ 🔥']],
	['wi-fi', ['Wi–Fi', 'wi‑fi'], ['wifi', 'wi fi']],
	["don't", ['DON’T', "don't"], ['dont']],
	['加我!', ['快加我！'], ['加我', '有人来增加我！']],
	['qq群', ['快进QQ群吧', '加qq群'], ['qq群众']],
	['性交/口交', ['提供性交/口交服务'], ['性交/口交警', '一次性交易/口交']],
	['𠮷野家🍜', ['去𠮷野家🍜吧'], ['𠮷野家']],
])('the entry %s matches only as written', (entry, having, lacking) => {
	const list = new WordList(`other, ${entry}, more!`);
	expect(having.filter((text) => list.findIn(text).length === 0)).toEqual([]);
	expect(lacking.filter((text) => list.findIn(text).length > 0)).toEqual([]);
});
