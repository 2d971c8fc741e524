import { badRequest } from '../world/refusal';

/** Deeper values overflow the stack of recursive functions such as JSON.stringify. */
const MOST_LEVELS = 100;

/** How deep the brackets of a JSON text nest; the text may be invalid. */
function depthOf(text: string): number {
	let depth = 0;
	let deepest = 0;
	let isQuoted = false;
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (isQuoted) {
			if (character === '\\') at++;
			else if (character === '"') isQuoted = false;
		} else if (character === '"') {
			isQuoted = true;
		} else if (character === '{' || character === '[') {
			deepest = Math.max(deepest, ++depth);
		} else if (character === '}' || character === ']') {
			depth--;
		}
	}
	return deepest;
}

/** Throws 400 for a JSON text of more than 100 levels. */
export function checkDepth(text: string): void {
	if (depthOf(text) <= MOST_LEVELS) return;
	throw badRequest(`JSON may be nested ${MOST_LEVELS} levels deep, not more`);
}
