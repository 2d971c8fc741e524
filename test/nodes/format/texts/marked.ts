const MARKS: Record<string, string> = {
	bold: 'b',
	italic: 'i',
	strikethrough: 's',
	spoiler: 'x',
	underline: 'u',
	text_mention: '@',
	code: 'c',
	pre: 'pre',
	blockquote: 'q',
	text_link: 'a',
};

interface Entity {
	type: string;
	offset: number;
	length: number;
	url?: string;
	language?: string;
}

/** A message as the server has it, in the notation of the texts. */
export function marked({ text, entities = [] }: { text: string; entities?: Entity[] }): string {
	let result = '';
	for (let at = 0; at <= text.length; at++) {
		const ended = entities.filter(({ offset, length }) => offset + length === at);
		result += '}'.repeat(ended.length);
		for (const { type, offset, url, language } of entities) {
			if (offset !== at) continue;
			result += `{${MARKS[type]}${language ? `:${language}` : ''} ${url ? `${url} ` : ''}`;
		}
		result += text[at] ?? '';
	}
	return result;
}
