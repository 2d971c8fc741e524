import { fromHtml } from './html';
import { fromLanguageModel } from './language';
import { fromMarkdown } from './markdown';
import { toHtml, type Rich } from './rich';
import { TELEGRAM_FORMATS } from './telegram';

/** In the form, what is written as language models write it; on the wire it is HTML. */
export const LANGUAGE_MODEL = 'languageModel';

/** The formats that the service does not have. Each text in one is read here, and sent as HTML. */
const OURS = new Map<unknown, (text: string) => Rich>([
	[LANGUAGE_MODEL, fromLanguageModel],
	...Object.entries(TELEGRAM_FORMATS),
]);

/** Whether a format of the form is HTML on the wire, though no person writes it. */
export const isSentAsHtml = (format: unknown): boolean => OURS.has(format);

function read(text: string, parseMode: unknown): Rich | undefined {
	if (parseMode === 'HTML') return fromHtml(text);
	return parseMode ? fromMarkdown(text) : { text, spans: [] };
}

/** The texts of one item. Each is read once, and not at all if it was written here. */
export class Texts {
	private readonly known = new Map<string, Rich | undefined>();

	/** The text of the form in the format chosen there, as it is sent. */
	onWire(text: string, format: unknown): string {
		const rich = OURS.get(format)?.(text);
		if (!rich) return text;
		const html = toHtml(rich);
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
		if (!this.known.has(key)) this.known.set(key, read(text, parseMode));
		return this.known.get(key);
	}
}

/** The same for a text of its own. */
export const wireText = (text: string, format: unknown) => new Texts().onWire(text, format);

/** The same for a text of its own. */
export const shownText = (text: string, parseMode: unknown) => new Texts().shown(text, parseMode);
