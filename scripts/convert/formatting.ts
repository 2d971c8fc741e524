import { isExpression, mapParts } from './expression';
import { textOf, type TelegramNode } from './telegram';

/**
 * The words of a text, rewritten where the two services read the same format differently (service
 * methods, section 4). Code in between is left as it is: nobody knows what it will give.
 */
const REWRITTEN: Record<string, (words: string) => string> = {
	// Here these signs format too, which they do not in Telegram's first Markdown.
	Markdown: (words) => words.replace(/(?<!\\)[~|]|(?<=^|\n)>/g, '\\$&'),
	// A backslash shows here before a sign that formats nothing.
	MarkdownV2: (words) => words.replace(/\\([^*_~|[\]()`>\\\w\s])/g, '$1'),
	HTML: (words) =>
		words
			.replace(/(<\/?)tg-spoiler>/g, '$1safew-spoiler>')
			.replace(/<span class="tg-spoiler">/g, '<span class="safew-spoiler">'),
};

/** A text in one of Telegram's formats, for the same format of the service. */
export function toServiceText(value: unknown, format: unknown, { note }: TelegramNode): string {
	const text = textOf(value);
	if (isExpression(text) && format === 'MarkdownV2') {
		note(
			'The text is in MarkdownV2. Telegram wants a backslash before signs such as . ! and -, but here it would be seen. Check that the expressions in the text do not put any there.',
		);
	}
	return mapParts(text, { words: REWRITTEN[textOf(format)] ?? ((words) => words) });
}
