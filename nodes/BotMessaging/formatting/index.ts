import { fromHtml } from './html';
import { fromLanguageModel } from './language';
import { fromMarkdown } from './markdown';
import { toHtml, type Rich } from './rich';

export { split } from './split';
export { escapeHtml, toHtml, type Rich } from './rich';

/** In the form, what is written as language models write it; on the wire it is HTML. */
export const LANGUAGE_MODEL = 'languageModel';

/** What the form has as the format of a text, as it goes on the wire. */
export function wireText(text: string, format: unknown): string {
	return format === LANGUAGE_MODEL ? toHtml(fromLanguageModel(text)) : text;
}

/**
 * A text on the wire as its readers see it.
 *
 * @param parseMode as the API has it; without one, the text is shown as it is
 * @returns `undefined` where the server refuses the formatting
 */
export function shownText(text: string, parseMode: unknown): Rich | undefined {
	if (parseMode === 'HTML') return fromHtml(text);
	return parseMode ? fromMarkdown(text) : { text, spans: [] };
}
