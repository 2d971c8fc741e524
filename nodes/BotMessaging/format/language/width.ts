import { graphemesOf } from '../graphemes';

/** Two columns wide: East Asian characters and emoji. */
const WIDE =
	/[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

const NARROW_ONLY = /^[\x20-\x7e]*$/;

/** Drawn on top of the character before, or invisible. */
const UNSEEN = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** How many columns a text takes in a fixed-width font. */
export function widthOf(text: string): number {
	if (NARROW_ONLY.test(text)) return text.length;
	let width = 0;
	for (const { segment } of graphemesOf(text)) {
		if (UNSEEN.test(segment)) continue;
		width += WIDE.test(segment) ? 2 : 1;
	}
	return width;
}
