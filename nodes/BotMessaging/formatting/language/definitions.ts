import type { Definitions } from './blocks';
import { unescaped } from './destinations';

const DEFINITION =
	/^\[(?!\^)((?:[^\\[\]]|\\[\s\S]){1,999})\]:[ \t]*\n?[ \t]*(<[^<>\n]*>|[^\s<]\S*)(?:[ \t]*\n?[ \t]*(?<=\s)(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)))?[ \t]*(?:\n|$)/;

/** The same without a title, for a destination that is followed by something else. */
const BARE =
	/^\[(?!\^)((?:[^\\[\]]|\\[\s\S]){1,999})\]:[ \t]*\n?[ \t]*(<[^<>\n]*>|[^\s<]\S*)[ \t]*(?:\n|$)/;

/** A label as labels are compared: in any case, with any white space. */
export const labelKey = (label: string) =>
	label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();

/**
 * Takes the definitions of links off the beginning of a paragraph (CommonMark, "Link reference
 * definitions"); of two with one label, the first counts. Returns what is left.
 */
export function takeDefinitions(lines: string[], definitions: Definitions): string[] {
	let text = lines.join('\n');
	while (text.startsWith('[')) {
		const match = DEFINITION.exec(text) ?? BARE.exec(text);
		const key = labelKey(match?.[1] ?? '');
		if (!match || key === '') break;
		const url = match[2].startsWith('<') ? match[2].slice(1, -1) : match[2];
		if (!definitions.has(key)) definitions.set(key, unescaped(url));
		text = text.slice(match[0].length);
	}
	return text === '' ? [] : text.split('\n');
}
