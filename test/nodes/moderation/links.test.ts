import { Context } from '../../../nodes/BotMessaging/update/context';
import { isInvitation, LinkList, placed } from '../../../nodes/BotMessaging/moderation/shown';
import type { Update } from '../../../nodes/BotMessaging/update/update';
import { message } from '../update/samples';

const say = (text: string, more: object = {}) => message({ text, ...more });

/** The links of a message that match no entry of the list. */
function linksElsewhere(update: Update, entries: string[]): string[] {
	const list = new LinkList(entries.join('\n'));
	return new Context(update).texts.links.filter((link) => !list.has(link));
}

/** A message with some words marked as a link by the server. */
const marking = (text: string, words: string) =>
	say(text, { entities: [{ type: 'url', offset: text.indexOf(words), length: words.length }] });

describe('an allowed address is allowed with any text attached to it', () => {
	const HOST = 'example.com';
	const URL_OF_IT = 'https://example.com';

	test.each([
		'请看example.com',
		'请看example.com吧',
		'https://example.com，谢谢',
		'（https://example.com）',
		'https://example.com！',
		'https://example.com。谢谢',
		'https://example.com谢谢',
		'https://example.com,and',
		'**https://example.com**',
		'__https://example.com__',
		'`https://example.com`',
		'|https://example.com|',
		'[a](https://example.com)next',
		'[a](https://example.com/b_(c))next',
		'「example.com」を見て',
		'example.comを見て',
		'ดูที่example.comนะ',
		'انظر https://example.com، شكرا',
		'انظر(https://example.com)؟',
		'देखो https://example.com।धन्यवाद',
		'смотри на example.com…',
		'смотриexample.comтут',
		'«https://example.com»',
		'문서는 example.com에서',
		'¿https://example.com?',
		'👉example.com👈',
		'...example.com...',
		'-example.com',
		'https://example.com.Thanks',
		'example.com.Thanks',
		'http://ｅｘａｍｐｌｅ.com',
		'exam\u200Bple.com',
		'HTTPS://EXAMPLE.COM/A',
		'EXAMPLE.COM',
		'https://de.example.com:8443/a?b=c#d',
		'https://example.com/evil.net',
		'example.com/evil.net?to=evil.net',
		'https://user:word@example.com/',
		'https://example.com,@mia',
	])('%s', (text) => {
		expect(new Context(say(text)).texts.links).not.toEqual([]);
		expect(linksElsewhere(say(text), [HOST])).toEqual([]);
	});

	test.each([
		['请看example.com', HOST],
		['https://example.com，谢谢', URL_OF_IT],
		['https://example.com，谢谢', 'https://example.com，谢谢'],
		['https://example.com,and', URL_OF_IT],
		['https://example.com,and', 'https://example.com,and'],
		['**https://example.com**', URL_OF_IT],
		['[a](https://example.com)next', URL_OF_IT],
		['（https://example.com）', '（https://example.com）'],
		['请看example.com吧', '请看example.com吧'],
	])('in %s, marked as %s', (text, words) => {
		expect(linksElsewhere(marking(text, words), [HOST])).toEqual([]);
	});
});

describe('the mark of the server', () => {
	test('is a link even if the words would not be one', () => {
		expect(new Context(marking('see ASP.NET here', 'ASP.NET')).texts.links).toEqual(['ASP.NET']);
	});

	test('is read once, and does not hide the text after it if it is too long', () => {
		const text = 'https://example.com，evil.com';
		expect(new Context(marking(text, text)).texts.links).toEqual([
			'https://example.com',
			'evil.com',
		]);
	});

	test('makes no link of an email address', () => {
		const entities = [{ type: 'email', offset: 0, length: 12 }];
		expect(new Context(say('mia@evil.com', { entities })).texts.links).toEqual([]);
	});

	test('does no harm, whatever its length', () => {
		for (const length of [-5, 1e9]) {
			const entities = [{ type: 'url', offset: 2, length }];
			expect(() => new Context(say('evil.com', { entities })).texts.links).not.toThrow();
		}
	});
});

describe('a link to elsewhere is found', () => {
	test.each([
		'请看evil.com吧',
		'bit.ly/3xYz',
		'BIT.LY/3xYz',
		'Bit.Ly/3xYz',
		'bit.ly',
		'is.gd',
		'go to is.gd now',
		'my.bot',
		'free.tk',
		'win.icu',
		'visit evil.de now',
		'93.184.216.34',
		'访问93.184.216.34:8080/a吧',
		'1.2.3.4',
		't․me/evil',
		't․me',
		'T.ME/evil',
		't.me',
		'evil。com',
		'去evil。com看',
		'evil．com',
		'evil｡com',
		'https：//evil.com',
		'evil[.]com',
		'evil(dot)com',
		'EVIL.COM',
		'Evil.Com',
		'eViL.cOm',
		'evil.co.uk',
		'муж.рф',
		'казино.com',
		'müller.evil.de',
		'例子.中国',
		'赌博.com',
		'8899.vip',
		'163.com',
		'www.evil.zz',
		'http://localhost',
		'http://0x7f.1/a',
		'ftp://evil.com',
		'tg://resolve?domain=evil',
		'https://example.com@evil.net/x',
		'https://evil.net\\@example.com',
		'https://evil.net/example.com',
		'https://example.com.evil.net',
		'https://example.com谢谢.evil.net',
		'notexample.com',
		'example.com-evil.net',
		'exаmple.com',
		'https://exаmple.com',
		'https://user@evil.com',
		'_evil.com_',
		'#evil.com',
		'..evil.com',
		'evil.com?a=b',
		'home.it/offer',
	])('%s', (text) => {
		expect(linksElsewhere(say(text), ['example.com'])).toHaveLength(1);
	});

	test('in the buttons of a message', () => {
		const rows = [
			[
				{ text: 'a', url: 'https://evil.com' },
				{ text: 'b', url: 'https://example.com/x' },
			],
			[
				{ text: 'c', login_url: { url: 'https://evil.net' } },
				{ text: 'd', callback_data: 'e' },
			],
			[{ text: 'f', web_app: { url: 'https://evil.org' } }, null],
		];
		const update = say('x', { reply_markup: { inline_keyboard: rows } });
		expect(linksElsewhere(update, ['example.com'])).toEqual([
			'https://evil.com',
			'https://evil.net',
			'https://evil.org',
		]);
		expect(new Context(say('x', { reply_markup: { inline_keyboard: 'odd' } })).texts.links).toEqual(
			[],
		);
	});
});

describe('a text without a link', () => {
	test.each([
		'home.It was late',
		'home.It',
		'home.it was late',
		'Yes.My',
		'Yes.My friend',
		'you.In',
		'ASP.NET',
		'ASP.NET Core and Json.NET',
		'5.in',
		'5.in wide',
		'12.de enero',
		'1.click 2.open',
		'anna.de@example.com',
		'write to anna.de@example.com, please',
		'联系anna@example.com谢谢',
		'@anna.de',
		'git@github.com:a/b',
		'Sim.Com certeza',
		'casa.Com ele',
		'node.js and index.ts',
		'main.py, README.md and backup.zip',
		'com.example.app',
		'version 1.2.3.4',
		'v1.2.3.4',
		'Chrome 120.0.6099.109',
		'01.23.45.67.89',
		'31.12.2026 at 10.30',
		'1.000,50 or 3.14',
		'e.g. this, i.e. that, z.B. jenes',
		'U.S. and U.K., 5 p.m.',
		'т.е. так',
		'Ph.D. and St.Petersburg',
		'我用python。it很有趣',
		'我爱你。中国',
		'下载了Windows。app很好',
		'域名的后缀是.com的',
		'read.me.txt',
		'wait...now',
		'说明：.net很好',
	])('%s', (text) => {
		expect(new Context(say(text)).texts.links).toEqual([]);
	});
});

describe('an entry of the list', () => {
	/** Entries, the links that they allow, and the links that they do not. */
	test.each<[string, string[], string[]]>([
		['*.example.com', ['a.example.com', 'example.com'], ['notexample.com', 'example.net']],
		['.example.com', ['a.example.com', 'example.com'], ['notexample.com']],
		['https://*.example.com/', ['a.example.com'], ['example.net']],
		['https://www.example.com/', ['example.com', 'm.example.com/a'], ['example.co']],
		['.de', ['a.de', 'https://b.a.de'], ['a.com']],
		[
			't.me/mygroup',
			[
				't.me/mygroup',
				'https://t.me/MyGroup/123',
				'https://www.t.me/mygroup?start=1',
				't.me/mygroup#a',
				't.me/mygroup，谢谢',
				't.me/mygroup谢谢',
				'**https://t.me/mygroup**',
				'https://t.me/mygroup!',
				'https://t.me/mygroup,thanks',
				't․me/mygroup',
				't.me/mygroup/',
				'https://t.me/my%67roup',
			],
			[
				't.me',
				't.me/mygroup2',
				't.me/mygroup_x',
				't.me/mygroup%32',
				't.me/my',
				't.me/joinchat/mygroup',
				'https://t.me/mygroup/../evil',
				'https://t.me/mygroup/%2e%2e/evil',
				'https://t.me//mygroup',
				'https://a.t.me/mygroup',
				'https://t.me/evil?x=/mygroup',
				'https://t.me@evil.com/mygroup',
			],
		],
		['t.me/mygroup/*', ['t.me/mygroup', 't.me/mygroup/1'], ['t.me/other']],
		['müller.de', ['https://müller.de', 'https://xn--mller-kva.de/a'], ['https://muller.de']],
		['пример.рф', ['пример.рф', 'http://xn--e1afmkfd.xn--p1ai'], ['другой.рф']],
		['93.184.216.34', ['http://93.184.216.34/a'], ['93.184.216.35']],
		['', [], ['example.com']],
		['*', [], ['example.com']],
	])('%s', (entry, allowed, forbidden) => {
		const isElsewhere = (text: string) => linksElsewhere(say(text), [entry]).length > 0;
		expect(allowed.filter(isElsewhere)).toEqual([]);
		expect(forbidden.filter((text) => !isElsewhere(text))).toEqual([]);
	});
});

test.each<[string, boolean]>([
	['https://t.me/+AbCdEf123', true],
	['t.me/joinchat/AbCdEf', true],
	['telegram.me/%2BAbCdEf', true],
	['tg://join?invite=AbCdEf', true],
	['safew://join?invite=AbCdEf', true],
	['https://chat.example/+invite000001', true],
	['discord.gg/abc', true],
	['https://discord.com/invite/abc', true],
	['https://chat.whatsapp.com/AbC', true],
	['t.me/+4915112345678', false],
	['t.me/mygroup', false],
	['t.me/mygroup/+1', false],
	['https://example.com/joinchat', false],
	['discord.gg', false],
	['tg://resolve?domain=a', false],
])('%s lets people into a chat: %j', (link, isSo) => {
	expect(isInvitation(link)).toBe(isSo);
});

describe('the position of a link', () => {
	const placeIn = (update: Update) => {
		const [link] = new Context(update).texts.links;
		const { offset = -1, length = 0 } = placed(link, new Context(update));
		const { text } = update.message as { text: string };
		return [link, text.slice(offset, offset + length)];
	};

	test.each([
		['see https://evil.com/a(b)?c, now', 'https://evil.com/a(b)?c', 'https://evil.com/a(b)?c'],
		['😀😀 请看evil.com吧', 'evil.com', 'evil.com'],
		['to e\u200Bvil.com now', 'evil.com', 'e\u200Bvil.com'],
		['смотри evil[.]com тут', 'evil.com', 'evil[.]com'],
		[`${'good day, '.repeat(300)}evil.com ${'and so on '.repeat(100)}`, 'evil.com', 'evil.com'],
	])('in %s', (text, link, words) => {
		expect(placeIn(say(text))).toEqual([link, words]);
	});

	test('is right after words of another kind', () => {
		const entities = [{ type: 'text_link', offset: 4, length: 4, url: 'https://evil.com' }];
		expect(placeIn(say('the news', { entities }))).toEqual(['https://evil.com', 'news']);
	});

	test('is missing for a link in a button', () => {
		const reply_markup = { inline_keyboard: [[{ text: 'a', url: 'https://evil.com' }]] };
		const update = say('x', { reply_markup });
		expect(placed('https://evil.com', new Context(update))).toEqual({ text: 'https://evil.com' });
	});
});

test.each<[string, string[]]>([
	['联系@name谢谢', ['@name']],
	['@name，谢谢', ['@name']],
	['문의@name입니다', ['@name']],
	['تواصل@name', ['@name']],
	['пишите@name', ['@name']],
	['mia@example', []],
	['josé@example', []],
	['@josé', []],
	['联系mia@example.com', []],
])('mentions: %s', (text, mentions) => {
	expect(new Context(say(text)).texts.mentions).toEqual(mentions);
});

test('a text that is written to be slow is read in one pass', () => {
	const texts = [
		'a',
		'谢',
		'a谢',
		'a.',
		'.',
		'a-',
		'http://',
		'http://a.',
		'@a.',
		'a@',
		'(',
		'1.',
		'a_.',
		'(.)',
		'[dot',
		'a.com/',
		'a.com',
	];
	// If twice the text took four times as many steps, this length would take hours.
	for (const text of texts) {
		expect(new Context(say(text.repeat(100_000 / text.length))).texts.links).toBeDefined();
		expect(
			new Context(say(`a.com/${text.repeat(100_000 / text.length)}$`)).texts.links,
		).toBeDefined();
	}
});
