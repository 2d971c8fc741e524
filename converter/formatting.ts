import { constantOf, inCode, isExpression } from './expression';
import { textOf } from './workflow';

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
export function formatOf(given: unknown, otherwise = ''): string {
	const format = constantOf(given);
	if (!isExpression(format)) return FORMATS[textOf(format).toLowerCase()] ?? otherwise;
	return `={{ (${JSON.stringify(FORMATS)})[String(${inCode(format)}).toLowerCase()] ?? '${otherwise}' }}`;
}
