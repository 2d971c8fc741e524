import { fromHtml } from './html';
import { fromLanguageModel } from './language';
import { fromMarkdown } from './markdown';
import { toHtml, type Formats, type Rich } from './rich';
import { fromTelegram, TELEGRAM_FORMATS } from './telegram';

/** In the form, what is written as language models write it; on the wire it is HTML. */
export const LANGUAGE_MODEL = 'languageModel';

/** The formats that the service does not have. Each text in one is read here, and sent as HTML. */
const OURS = new Map<unknown, (text: string, formats: Formats) => Rich>([
	[LANGUAGE_MODEL, fromLanguageModel],
	...Object.entries(TELEGRAM_FORMATS),
]);

/** Whether a format of the form is HTML on the wire, though no person writes it. */
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

	/** The text of the form in the format chosen there, as it is sent. */
	onWire(text: string, format: unknown): string {
		const rich = OURS.get(format)?.(text, this.formats);
		if (!rich) return text;
		const html = this.html(rich);
		this.known.set(`HTML ${html}`, rich);
		return html;
	}

	/**
	 * A text on the wire as its readers see it.
	 *
	 * @param parseMode as the API has it; without one, the text is shown as it is
	 * @returns `undefined` if the server refuses the formatting
	 */
	shown(text: string, parseMode: unknown): Rich | undefined {
		const key = `${String(parseMode)} ${text}`;
		if (!this.known.has(key)) this.known.set(key, read(text, parseMode, this.formats));
		return this.known.get(key);
	}

	/** A text as HTML on the wire. */
	html(rich: Rich): string {
		return toHtml(rich, this.formats);
	}
}

/** The same for a text of its own. */
export const wireText = (text: string, format: unknown, formats?: Formats) =>
	new Texts(formats).onWire(text, format);

/** The same for a text of its own. */
export const shownText = (text: string, parseMode: unknown, formats?: Formats) =>
	new Texts(formats).shown(text, parseMode);
