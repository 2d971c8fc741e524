import { Texts, type Rich } from '../../nodes/BotMessaging/format';

/** A text of the form as it is sent. */
export const wireText = (text: string, format: unknown) => new Texts().onWire(text, format);

/** A text on the wire as readers see it; undefined if the server refuses it. */
export const shownText = (text: string, parseMode: unknown) => new Texts().shown(text, parseMode);

/** A text as displayed: stretches of equal style, each with the names of its styles in order. */
export type Shown = Array<[text: string, ...styles: string[]]>;

/** Merges characters of equal style into stretches; white space outside of code becomes one space. */
export function stretches(signs: Iterable<[sign: string, styles: string[]]>): Shown {
	const result: Shown = [];
	let isSpace = true;
	for (const [sign, given] of signs) {
		const isCode = given.some((style) => /^(code|pre)/.test(style));
		const isGap = !isCode && /[ \n\t]/.test(sign);
		if (isGap && isSpace) continue;
		isSpace = isGap;
		const styles = isGap ? [] : [...new Set(given)].sort();
		const last = result.at(-1);
		if (last && last.slice(1).join() === styles.join()) last[0] += isGap ? ' ' : sign;
		else result.push([isGap ? ' ' : sign, ...styles]);
	}
	const last = result.at(-1);
	if (last?.length === 1) last[0] = last[0].trimEnd();
	if (last?.[0] === '') result.pop();
	return result;
}

/** A text of the package as stretches. */
export function shownOf({ text, spans }: Rich): Shown {
	const signs = [...text.split('')].map((sign, at): [string, string[]] => [
		sign,
		spans
			.filter(({ start, end }) => start <= at && at < end)
			.map(({ name, value }) => (value === undefined ? name : `${name} ${value}`)),
	]);
	return stretches(signs);
}
