import { fromHtml } from './html';
import { fromLanguageModel } from './language';
import { fromMarkdown } from './markdown';
import { toHtml, type Formats, type Rich } from './rich';
import { fromTelegram, TELEGRAM_FORMATS } from './telegram';

export { fromLanguageModel, withoutThoughts } from './language';
export { split } from './split';
export { escapeHtml, toHtml, withAddresses, type Formats, type Rich } from './rich';

/** A format of the form for texts as language models write them; they are sent as HTML. */
export const LANGUAGE_MODEL = 'languageModel';

/** Formats that the service lacks. Their texts are parsed here and sent as HTML. */
const OURS = new Map<unknown, (text: string, formats: Formats) => Rich>([
	[LANGUAGE_MODEL, fromLanguageModel],
	...Object.entries(TELEGRAM_FORMATS),
]);

/** Whether a format of the form is sent as HTML although users do not write HTML. */
export const isSentAsHtml = (format: unknown): boolean => OURS.has(format);

function read(text: string, parseMode: unknown, formats: Formats): Rich | undefined {
	if (parseMode && formats === 'telegram') return fromTelegram(text, String(parseMode));
	if (parseMode === 'HTML') return fromHtml(text);
	return parseMode ? fromMarkdown(text) : { text, spans: [] };
}

/** The texts of one item. Each is read once, and not at all if it was written here. */
export class Texts {
	private readonly known = new Map<string, Rich | undefined>();

	constructor(private readonly formats: Formats = 'safew') {}

	/** Converts a text of the form from its format to what is sent. */
	onWire(text: string, format: unknown): string {
		const rich = OURS.get(format)?.(text, this.formats);
		if (!rich) return text;
		const html = this.html(rich);
		this.known.set(`HTML ${html}`, rich);
		return html;
	}

	/** Parses a text on the wire as its readers see it; undefined if the server refuses the formatting. */
	shown(text: string, parseMode: unknown): Rich | undefined {
		const key = `${String(parseMode)} ${text}`;
		if (!this.known.has(key)) this.known.set(key, read(text, parseMode, this.formats));
		return this.known.get(key);
	}

	/** Converts a text to HTML for the wire. */
	html(rich: Rich): string {
		return toHtml(rich, this.formats);
	}
}
