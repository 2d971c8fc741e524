import { oneKeyboard, inDigits } from '../format/characters';

/** Separators of list entries on one line, in Latin, Chinese, Japanese and Arabic script. */
export const SEPARATORS = ',;，；、،؛';

/** What separates entries that contain no spaces. */
export const BETWEEN = new RegExp(`[\\s${SEPARATORS}]+`);

/** Splits at commas, so entries may contain anything else; without any, at the commas of other scripts. */
export const partedByCommas = (list: string): string[] =>
	list.split(list.includes(',') ? ',' : /[，、،]/);

/**
 * Characters that people do not see, because they have no width or only change how another one is drawn;
 * strokes through letters and frames around them; and the line that only makes an Arabic word longer.
 */
const UNREAD =
	/[\u20D0-\u20FF\p{Cf}\uFE20-\uFE2F\p{Variation_Selector}\u034F\u0334-\u0338\u0489\u0640\u115F\u1160\u3164\uFFA0]/gu;

const pairs = (from: string, to: string) =>
	[...from].map((sign, index) => [sign, [...to][index]] as [string, string]);

/** Small capitals that Unicode does not map to normal letters. */
const SMALL_CAPITALS = new Map(pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɡɑ', 'abcdefghijklmnoprstuvwyzga'));
const IS_SMALL_CAPITAL = new RegExp(`[${[...SMALL_CAPITALS.keys()].join('')}]`, 'gu');

/** Letters in dark circles and squares. */
const FRAMED = /[\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}]/gu;
const unframed = (sign: string) =>
	String.fromCharCode(0x61 + ((sign.codePointAt(0)! - 0x1f150) % 32));

/** A fast path for most texts. */
const isSimple = (text: string) => /^[\x20-\x7E\s]*$/.test(text);

/** Turkish and Azerbaijani have an ı besides the i, and its capital is I. */
const lowerCase = (text: string) =>
	(/[ıİğĞ]/.test(text) ? text.toLocaleLowerCase('tr') : text.toLowerCase()).replace(
		/i\u0307/g,
		'i',
	);

/** Vietnamese spelling puts a tone on either vowel: `hòa` and `hoà`. The capital of đ is also that of ð. */
const vietnamese = (letters: string) =>
	letters
		.replace(/[òóỏõọ][ae]|[ùúủũụ]y/g, (vowels) => {
			const [first = '', tone = '', second = ''] = vowels.normalize('NFD');
			return (first + second + tone).normalize();
		})
		.replace(/[ðɖ]/g, 'đ');

/** A text with its case: normal widths and styles, one set of digits, nothing invisible. */
const bareOf = (text: string) =>
	text
		.replace(UNREAD, '')
		.replace(FRAMED, unframed)
		.replace(IS_SMALL_CAPITAL, (letter) => SMALL_CAPITALS.get(letter)!)
		.normalize('NFKC')
		// NFKC splits the Thai and Lao am, which dictionaries then miss.
		.replace(/\u0E4D\u0E32/g, '\u0E33')
		.replace(/\u0ECD\u0EB2/g, '\u0EB3')
		// In Cyrillic, a stress mark is not part of the letter.
		.replace(/(?<=\p{Script=Cyrillic})[\u0300\u0301]/gu, '');

const inSmall = (letters: string) =>
	oneKeyboard(inDigits(vietnamese(lowerCase(letters)))).replace(/ß/g, 'ss');

/** A normalized text: lowercase, normal widths and styles, nothing invisible. */
export function plain(text: string): string {
	return isSimple(text) ? text.toLowerCase() : inSmall(bareOf(text));
}

const HAS_I = /[Iİ]/;

/**
 * A plain text in each possible reading of its capitals: a Turkish I is an ı or, in longer words, an English
 * i. In short words, that would make a bad word of `SIK`, which means often.
 */
export function plainWays(text: string): string[] {
	if (!HAS_I.test(text)) return [plain(text)];
	const letters = bareOf(text);
	const turkish = inSmall(letters.replace(/I/g, 'ı'));
	const mixed = inSmall(letters.replace(/\p{L}{5,}/gu, (word) => word.toLowerCase()));
	return [...new Set([plain(text), turkish, mixed])];
}

/** Latin letters that are not just a letter with an accent. */
const LATIN = new Map([...pairs('łøđħı', 'lodhi'), ['æ', 'ae'], ['œ', 'oe'], ['þ', 'th']]);

/** A plain text without accents. Cyrillic й and ї stay; ё is often written as е. */
export function withoutAccents(text: string): string {
	if (isSimple(text)) return text;
	return text
		.normalize('NFD')
		.replace(/(?<=[\p{Script=Latin}\p{Script=Greek}е]\p{M}*)\p{M}/gu, '')
		.normalize('NFC')
		.replace(/[łøđħıæœþ]/g, (letter) => LATIN.get(letter)!);
}

/** Hebrew and Arabic vowel signs, which are used for learners, in prayers, or to hide a word. */
const VOWEL_SIGNS =
	/[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u0652\u0656-\u065F\u0670\u06D6-\u06ED]/g;

/** The variants of a plain text to search for words. Whatever a listed word has must be in the text. */
export function textsFor(text: string, ignoreAccents: boolean): string[] {
	if (isSimple(text)) return [text];
	const bare = text.replace(VOWEL_SIGNS, '');
	return [...new Set([text, bare, ...(ignoreAccents ? [withoutAccents(bare)] : [])])];
}

/**
 * Cyrillic, Greek and Armenian letters that look like a Latin one, in either case, and traditional Chinese signs
 * that are common in offers.
 */
const LOOKALIKES = new Map([
	...pairs('авеѕіјкмнорстухԁԛԝһӏь', 'abesijkmhopctyxdqwhlb'),
	...pairs('αβεηικνορτυχγω', 'abenikvoptuxyw'),
	...pairs('օսոհց', 'ounhg'),
	...pairs(
		'賺錢網這個們時來對說會過還沒電話號碼聯係繫開關業務員貸資產幣銀帳賬戶門優贈獎禮紅單輕鬆簡職經驗學無線視頻點擊連結進購買賣價專',
		'赚钱网这个们时来对说会过还没电话号码联系系开关业务员贷资产币银帐账户门优赠奖礼红单轻松简职经验学无线视频点击连结进购买卖价专',
	),
	...pairs(
		'長車飛機歡請問為從實現體讓給幾萬億歲數裡後兩當樣誰認識應發財費貨險證題賭場樂遊戲龍贏註冊載鏈帶導師團隊穩獲領試熱氣親愛漲訊薇',
		'长车飞机欢请问为从实现体让给几万亿岁数里后两当样谁认识应发财费货险证题赌场乐游戏龙赢注册载链带导师团队稳获领试热气亲爱涨讯微',
	),
]);

/** A word reduced to its looks. No merely plain word is written like this. */
export const looksOf = (word: string): string =>
	`~${[...word].map((letter) => LOOKALIKES.get(letter) ?? letter).join('')}`;

const LATIN_LETTER = /\p{Script=Latin}/u;
const LIKE_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;

/** Digits and symbols that stand for a letter; 1, ! and | are an i or an l. */
const STAND_INS = new Map(pairs('034578@$', 'oeastbas'));
const CYRILLIC_STAND_INS = new Map(pairs('0346', 'озчб'));

function withLetters(word: string): string[] {
	const cyrillic = word.replace(/[0346]/g, (sign) => CYRILLIC_STAND_INS.get(sign)!);
	const latin = word.replace(/[034578@$]/g, (sign) => STAND_INS.get(sign)!);
	const made = ['i', 'l'].map((one) => latin.replace(/[1!|]/g, one));
	return /\p{Script=Cyrillic}/u.test(word) ? [...made, cyrillic] : made;
}

/** How often a global pattern matches. */
export const count = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0;

/**
 * Whether digits and symbols in a word may be letters. `A55` and `M45` have too many of them. At the
 * beginning and the end, as in `1st` and `i5`, they are numbers unless there are three letters.
 */
function hasStandIns(word: string): boolean {
	if (!/[013-578@$!|]/.test(word)) return false;
	const letters = count(word, /\p{L}/gu);
	const digits = count(word, /\d/g);
	if (digits === 0) return letters > 0;
	const fewest = /^\d|\d$/.test(word) ? 3 : 1;
	return letters >= Math.max(fewest, count(word, /[\d@$!|]/g));
}

/** A word without letters repeated three times or more, as from a held key. */
function unstretched(word: string): string[] {
	if (!/(\p{L})\1\1/u.test(word)) return [word];
	return ['$1', '$1$1'].map((times) => word.replace(/(\p{L})\1\1+/gu, times)).concat(word);
}

/** Whether each word of a plain text has only one reading; true for most texts. */
export const isWritten = (text: string) =>
	/^[^\d@$!|\x80-\uFFFF]*$/.test(text) && !/([a-z])\1\1/.test(text);

/** The possible readings of a token: as it is, with letters for digits and symbols, and by its looks. */
export function readingsOf(token: string): string[] {
	if (/^[a-z]+$/.test(token)) return /(.)\1\1/.test(token) ? unstretched(token) : [token];
	const parts = token.split(/[@$!|]+/).filter(Boolean);
	const bare = /^[@$!|]*(.*[^@$!|])/su.exec(token)?.[1] ?? '';
	const meant = [token, bare].filter(hasStandIns).flatMap(withLetters);
	return [...new Set([...parts, ...meant])].flatMap(unstretched).flatMap((word) => {
		const isMixed = LATIN_LETTER.test(word) && LIKE_LATIN.test(word);
		return isMixed ? [word, looksOf(word)] : [word];
	});
}
