import { codeOf, constantOf, isExpression } from './expression';
import { textOf, type TelegramNode } from './telegram';

/** Telegram's formats in lower case, as its server also accepts them, and our equivalents. */
const FORMATS: Record<string, string> = {
	html: 'telegramHtml',
	markdown: 'telegramMarkdown',
	markdownv2: 'telegramMarkdownV2',
};

/** The Telegram node's default format for messages. */
export const DEFAULT_FORMAT = FORMATS.markdown;

/**
 * Our format for one of Telegram's. An expression is mapped at run time.
 *
 * @param otherwise the format for an empty or unknown value; an empty text is no format
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
