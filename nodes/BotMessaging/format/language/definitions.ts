import { unescaped } from './destinations';

/** Where reference links go (CommonMark, "Link reference definitions"). */
export interface Definition {
	key: string;
	url: string;
	/** As written. */
	source: string;
}

const DEFINITION =
	/^\[(?!\^)((?:[^\\[\]]|\\[\s\S]){1,999})\]:[ \t]*\n?[ \t]*(<[^<>\n]*>|[^\s<]\S*)(?:[ \t]*\n?[ \t]*(?<=\s)(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)))?[ \t]*(?:\n|$)/;

/** The same without a title, for a destination followed by other text. */
const BARE =
	/^\[(?!\^)((?:[^\\[\]]|\\[\s\S]){1,999})\]:[ \t]*\n?[ \t]*(<[^<>\n]*>|[^\s<]\S*)[ \t]*(?:\n|$)/;

/** A label in the form used for comparison: case and white space do not matter. */
const labelKey = (label: string) => label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();

/** Splits a paragraph into the definitions at its beginning and the remaining lines. */
export function definitionsOf(lines: string[]): { definitions: Definition[]; rest: string[] } {
	const definitions: Definition[] = [];
	let text = lines.join('\n');
	while (text.startsWith('[')) {
		const [source, label = '', address = ''] = DEFINITION.exec(text) ?? BARE.exec(text) ?? [];
		const key = labelKey(label);
		if (source === undefined || key === '') break;
		const url = address.startsWith('<') ? address.slice(1, -1) : address;
		definitions.push({ key, url: unescaped(url), source: source.trimEnd() });
		text = text.slice(source.length);
	}
	return { definitions, rest: text === '' ? [] : text.split('\n') };
}

/** Looks up definitions for reference links; if two share a label, the first counts. */
export class References {
	/** Definitions that a link uses. */
	readonly used = new Set<Definition>();

	private readonly known = new Map<string, Definition>();

	/** @param room how many characters of addresses the links may repeat; further links stay text */
	constructor(
		definitions: Definition[],
		private room: number,
	) {
		for (const definition of definitions) {
			if (!this.known.has(definition.key)) this.known.set(definition.key, definition);
		}
	}

	get isEmpty(): boolean {
		return this.known.size === 0;
	}

	/** The address of a label. */
	find(label: string): string | undefined {
		const definition = this.known.get(labelKey(label));
		if (!definition || definition.url.length > this.room) return undefined;
		this.room -= definition.url.length;
		this.used.add(definition);
		return definition.url;
	}
}
