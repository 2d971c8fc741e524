import { LANGUAGE_MODEL } from '../../../nodes/BotMessaging/format';
import { wireText } from '../../support/shown';
import { useEmulator } from '../../support/emulator';
import { blockTexts } from './texts/blocks';
import { inlineTexts } from './texts/inline';
import { marked } from './texts/marked';
import type { Text } from './texts/text';
import { worldTexts } from './texts/world';

const emulator = useEmulator();

const texts: Text[] = [...inlineTexts, ...blockTexts, ...worldTexts];

test('there are more than 200 different texts', () => {
	expect(texts.length).toBeGreaterThan(200);
	expect(new Set(texts.map(([written]) => written)).size).toBe(texts.length);
});

const THOUGHT: Text[] = [
	['<think>a</think>\n\n<think>b\n</think>\nOne', 'One'],
	['<think>a</think><thinking>b</thinking>One', 'One'],
	['One\n\n<think>a\n```\nb\n```\n</think>\n\nTwo', 'One\n\nTwo'],
	['One <reasoning>a</reasoning>two', 'One two'],
	['One\n<think>a', 'One'],
	['a\n\nb\n</think>\n\nOne', 'One'],
	['</think>\nOne', 'One'],
	['Write `<think>` and `</think>`', 'Write {c <think>} and {c </think>}'],
	['```\n<think>\n</think>\n```', '{pre <think>\n</think>}'],
	['A tag <think> has an end', 'A tag <think> has an end'],
];

test.each([...texts, ...THOUGHT])('%j', async (written, shown) => {
	const text = wireText(written, LANGUAGE_MODEL);
	// The server accepts no empty message.
	if (shown === '') return expect(text).toBe('');
	const { chats } = emulator.defaults;
	const params = { chat_id: chats.demoGroup, text, parse_mode: 'HTML' };
	const { body } = await emulator.api('sendMessage', params);
	expect(body).toMatchObject({ ok: true });
	expect(marked(body.result)).toBe(shown);
});
