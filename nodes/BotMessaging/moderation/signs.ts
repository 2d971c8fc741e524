/** A sign of a text as it is compared, and the part of the text that it was made of. */
export interface Sign {
	sign: string;
	offset: number;
	end: number;
}

const UNSEEN = /\p{Cf}/u;
const SEEN = /\P{Cf}/gu;

/** What is written after a letter and becomes one letter with it: accents, and parts of a Korean syllable. */
const IS_ADDED = /[\p{M}\u1161-\u1175\u11A8-\u11C2]/u;

const isComposed = (text: string) => text === text.normalize();

/**
 * The signs of a text that can be seen, composed: some keyboards write `ế` as an e with two accents
 * after it. What nobody sees does not part a word.
 */
export function signsOf(text: string): Sign[] {
	const seen = [...text.matchAll(SEEN)].map(({ 0: sign, index: offset }) => ({
		sign,
		offset,
		end: offset + sign.length,
	}));
	if (isComposed(text)) return seen;
	const letters: Sign[] = [];
	for (const { sign, offset, end } of seen) {
		const letter = letters.at(-1);
		if (letter && IS_ADDED.test(sign)) Object.assign(letter, { sign: letter.sign + sign, end });
		else letters.push({ sign, offset, end });
	}
	return letters.flatMap((letter) =>
		[...letter.sign.normalize()].map((sign) => ({ ...letter, sign })),
	);
}

/** As `signsOf`, quicker and without their places. */
export const spelled = (text: string): string[] =>
	!UNSEEN.test(text) && isComposed(text) ? [...text] : signsOf(text).map(({ sign }) => sign);
