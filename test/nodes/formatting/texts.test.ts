import { LANGUAGE_MODEL, wireText } from '../../../nodes/BotMessaging/formatting';
import { useEmulator } from '../../support/emulator';
import { blockTexts } from './texts/blocks';
import { inlineTexts } from './texts/inline';
import type { Text } from './texts/text';
import { worldTexts } from './texts/world';

const emulator = useEmulator();

const MARKS: Record<string, string> = {
	bold: 'b',
	italic: 'i',
	strikethrough: 's',
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
function marked({ text, entities = [] }: { text: string; entities?: Entity[] }): string {
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

const texts: Text[] = [...inlineTexts, ...blockTexts, ...worldTexts];

test('there are more than 200 of them, each once', () => {
	expect(texts.length).toBeGreaterThan(200);
	expect(new Set(texts.map(([written]) => written)).size).toBe(texts.length);
});

test.each(texts)('%j', async (written, shown) => {
	const text = wireText(written, LANGUAGE_MODEL);
	// The server takes no empty message.
	if (shown === '') return expect(text).toBe('');
	const { chats } = emulator.defaults;
	const params = { chat_id: chats.demoGroup, text, parse_mode: 'HTML' };
	const { body } = await emulator.api('sendMessage', params);
	expect(body).toMatchObject({ ok: true });
	expect(marked(body.result)).toBe(shown);
});
