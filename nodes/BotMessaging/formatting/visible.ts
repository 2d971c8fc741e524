const LINE_BREAK = /\r\n?|[\n\u0085\u2028\u2029]/g;

/**
 * What has no look of its own: it can hide in a text, or turn its direction. A variation selector gives
 * an emoji its colours, and a joiner makes one emoji of two: there they stay.
 */
const UNSEEN =
	/(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D|\u200D(?!\p{Extended_Pictographic})|(?![\u200D\uFE0F])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Has nothing to see: blanks, and signs without a look. Joiners between letters or emoji are not alone. */
const NOTHING = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]*$/u;

/** Whether a text has nothing that a reader sees. */
export const isUnseen = (text: string): boolean => NOTHING.test(text);

const codeOf = (sign: string) =>
	`⟨U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** A text on one line in which everything can be seen: `⏎` for a line break, `⟨U+202E⟩` for the unseen. */
export const visible = (text: string): string =>
	text.replace(LINE_BREAK, ' ⏎ ').replace(/\t/g, ' ').replace(UNSEEN, codeOf);
