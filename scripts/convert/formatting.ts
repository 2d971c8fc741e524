import { codeOf, constantOf, isExpression } from './expression';
import { textOf, type TelegramNode } from './telegram';

/** Telegram's formats, in small letters as its server takes them too, and ours that read the same. */
const FORMATS: Record<string, string> = {
	html: 'telegramHtml',
	markdown: 'telegramMarkdown',
	markdownv2: 'telegramMarkdownV2',
};

/** What the Telegram node takes for a message without a format. */
export const DEFAULT_FORMAT = FORMATS.markdown;

/**
 * Our format for one of Telegram's. An expression is asked as it runs.
 *
 * @param otherwise what an empty or an unknown one means; nothing is no format
 */
export function formatOf(given: unknown, { note }: TelegramNode, otherwise = ''): string {
	const format = constantOf(given);
	if (!isExpression(format)) return FORMATS[textOf(format).toLowerCase()] ?? otherwise;
	const code = codeOf(format);
	if (code !== undefined) {
		return `={{ (${JSON.stringify(FORMATS)})[String(${code}).toLowerCase()] ?? '${otherwise}' }}`;
	}
	note('Parse Mode is put together by an expression. Set Format yourself.');
	return otherwise;
}
