/**
 * Signs that nobody sees, because they have no width or only say how another sign is drawn, and
 * accents on letters. The marks of other scripts are part of their words, and stay.
 */
const UNREAD =
	/[\p{Cf}\p{Variation_Selector}\u034F\u115F\u1160\u3164\uFFA0\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/gu;

/** Latin letters that are not just a letter with an accent. */
const LATIN: Record<string, string> = {
	ł: 'l',
	ø: 'o',
	đ: 'd',
	ħ: 'h',
	ı: 'i',
	ß: 'ss',
	æ: 'ae',
	œ: 'oe',
	þ: 'th',
};

const pairs = (from: string, to: string) =>
	[...from].map((sign, index) => [sign, to[index]] as [string, string]);

/** Cyrillic and Greek letters that look like a Latin one, small or as a capital. */
const LOOKALIKES = new Map([
	...pairs('авеѕіјкмнорстухԁԛԝһӏ', 'abesijkmhopctyxdqwhl'),
	...pairs('αβεηικνορτυχγω', 'abenikvoptuxyw'),
]);

/** Digits and signs that are written for a letter; 1, ! and | are an i or an l. */
const STAND_INS = new Map(pairs('034578@$', 'oeastbas'));

/** Scripts without blanks between words: each of their signs counts as a word. */
const UNSPACED =
	// Thai and Lao, Burmese, Khmer, Japanese, Chinese.
	'\\u0E00-\\u0EFF\\u1000-\\u109F\\u1780-\\u17FF\\u3040-\\u30FF\\u3400-\\u9FFF\\u{20000}-\\u{3FFFF}';

const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');

const TOKEN = /[\p{L}\p{M}\p{N}@$!|]+/gu;
/** The same where a text has signs that count as a word each. */
const TOKEN_OR_SIGN = new RegExp(
	`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}@$!|])+`,
	'gu',
);

/** Most texts are simple, and these go a shorter way. */
const isSimple = (text: string) => /^[\x20-\x7E\s]*$/.test(text);

/** A text as it is compared: small letters, no accents, no other widths or styles, nothing unseen. */
export function plain(text: string): string {
	if (isSimple(text)) return text.toLowerCase();
	const letters = text.normalize('NFKD').replace(UNREAD, '').toLowerCase();
	return letters.replace(/[łøđħıßæœþ]/g, (letter) => LATIN[letter]);
}

/** The words of a plain text, with the signs in and around them that may stand for a letter. */
export function tokensOf(text: string): string[] {
	if (isSimple(text)) return text.match(/[a-z0-9@$!|]+/g) ?? [];
	return text.match(IS_UNSPACED.test(text) ? TOKEN_OR_SIGN : TOKEN) ?? [];
}

/** A word by how it looks. No word that is only plain is written like this. */
export const looksOf = (word: string): string =>
	`~${[...word].map((letter) => LOOKALIKES.get(letter) ?? letter).join('')}`;

const OTHER_SCRIPT = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** Whether a plain text seems to be Latin, with letters of other scripts in it for their looks only. */
export function isDisguised(text: string): boolean {
	const others = text.match(new RegExp(OTHER_SCRIPT, 'gu'));
	return others !== null && /[a-z]/.test(text) && others.every((letter) => LOOKALIKES.has(letter));
}

function withLetters(word: string, one: string): string {
	const letters = word.replace(/[1!|]/g, one);
	return letters.replace(/[034578@$]/g, (sign) => STAND_INS.get(sign)!);
}

const hasStandIn = (word: string) => /[013-578@$!|]/.test(word) && /\p{L}/u.test(word);

/** What a token may be meant to be: as it is, with letters for digits and signs, and by its looks. */
export function readingsOf(token: string, isInDisguise: boolean): string[] {
	if (/^[a-z]+$/.test(token)) return [token];
	const parts = token.split(/[@$!|]+/).filter(Boolean);
	const bare = token.replace(/^[@$!|]+|[@$!|]+$/g, '');
	const meant = [token, bare]
		.filter(hasStandIn)
		.flatMap((word) => [withLetters(word, 'i'), withLetters(word, 'l')]);
	const words = [...new Set([...parts, ...meant])];
	const isMixed = (word: string) => isInDisguise || /[a-z]/.test(word);
	return words.flatMap((word) =>
		OTHER_SCRIPT.test(word) && isMixed(word) ? [word, looksOf(word)] : [word],
	);
}
