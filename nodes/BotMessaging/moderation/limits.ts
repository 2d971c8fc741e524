import type { Place } from './findings';
import { count } from './spelling';

/** Parts that belong to no language: addresses, mentions, commands. */
const NO_LANGUAGE =
	/(?:https?|ftp|tg):\/\/[\x21-\x7E]+|(?<![\w@/])[@/]\w+(?:@\w+)?|(?<![\w.+-])[\w+-]+(?:[.@][\w-]+)+(?:[/?#:][\x21-\x7E]*)?/gi;

const languageOf = (text: string) =>
	/[:.@/]/.test(text) ? text.replace(NO_LANGUAGE, (sign) => ' '.repeat(sign.length)) : text;

/** Counts matches that come in rows, as letters do: one match per row is fast. */
function countInRows(text: string, rows: RegExp): number {
	const signs = text.match(rows)?.join('') ?? '';
	return signs.length - count(signs, /[\uD800-\uDBFF]/g);
}

/** With fewer letters, all may be capitals: `OK`, `USA`. */
const FEWEST_LETTERS = 10;

const CAPITALS = /[\p{Lu}\p{Lt}]/u;

/** The percentage of capitals; 0 if there are few letters with case. */
export function capitalsIn(text: string): number {
	if (!CAPITALS.test(text)) return 0;
	const language = languageOf(text);
	const capitals = countInRows(language, /[\p{Lu}\p{Lt}]+/gu);
	const cased = capitals + countInRows(language, /\p{Ll}+/gu);
	return cased < FEWEST_LETTERS ? 0 : (capitals / countInRows(language, /\p{L}+/gu)) * 100;
}

const MAY_BE_EMOJI = /[\p{Emoji_Presentation}\uFE0F]/u;

let emoji: RegExp | undefined;

/** Lazy: it takes a third of the package's load time. */
const anEmoji = () => (emoji ??= new RegExp('\\p{RGI_Emoji}|\\p{Emoji_Presentation}', 'gv'));

/** An emoji of several code points, such as a flag or a family, counts as one. */
export const emojiIn = (text: string): number =>
	MAY_BE_EMOJI.test(text) ? count(text, anEmoji()) : 0;

/** Characters as their writer counts them: a letter with its accents is one, and so is an emoji. */
export function charactersIn(text: string): number {
	const composed = text.normalize();
	return [...(MAY_BE_EMOJI.test(text) ? composed.replace(anEmoji(), 'x') : composed)].length;
}

export const linesIn = (text: string): number =>
	text.split(/\r\n|[\n-\r\u0085\u2028\u2029]/).length;

/** Some languages are written in several scripts. */
const SCRIPTS: Record<string, string[]> = {
	Japanese: ['Han', 'Hiragana', 'Katakana'],
	Korean: ['Han', 'Hangul'],
};

/** The first letters outside of these scripts, if they are more than this share of the words of a text. */
export function foreignLetters(
	scripts: string[],
	percent: number,
): (text: string) => (Place & { text: string }) | undefined {
	const own = scripts.flatMap((script) => SCRIPTS[script] ?? [script]);
	const shared = '\\p{Script=Common}\\p{Script=Inherited}';
	const known = own.map((script) => `\\p{Script_Extensions=${script}}`).join('') + shared;
	const foreign = new RegExp(`(?:(?![${known}])\\p{L}\\p{M}*)+`, 'gu');
	const letter = new RegExp(`(?!\\p{Script=Common})\\p{L}`, 'gu');
	return (whole) => {
		const language = languageOf(whole);
		const runs = [...language.matchAll(foreign)];
		const [first] = runs;
		const found = runs.reduce((sum, [run]) => sum + count(run, letter), 0);
		if (!first || found * 100 <= percent * count(language, letter)) return undefined;
		const { 0: text, index: offset } = first;
		return { text, offset, length: text.length };
	};
}
