import { constantOf, inCode, isExpression } from './expression';
import { formatOf } from './formatting';
import { addedTo, noteFixed, type TelegramNode } from './telegram';
import { textOf, type Parameters } from './workflow';

export const NO_ATTRIBUTION =
	'The line “This message was sent automatically with n8n” is no longer added. Without it, an empty text is refused, and a single “_” is shown as it is written.';

export const WITH_ENDING =
	'A file whose name has no ending gets that of its type, as “report” becomes “report.pdf”.';

export const ALL_FILES =
	'With Download, a trigger fetches voice messages, audio files, stickers and files of edited messages, too. The Telegram Trigger fetched photos, documents and videos.';

/** Notes that need no action. */
export const REMARKS = [NO_ATTRIBUTION, WITH_ENDING, ALL_FILES];

/** The formats with which the Telegram node adds its line. Without a format, it uses Markdown. */
const WITH_LINE = ['', 'Markdown', 'HTML'];

/** Tells that the line is gone, if the Telegram node added it. */
export function noteNoLine(node: TelegramNode): void {
	const format = constantOf(addedTo(node).parse_mode);
	if (isExpression(format) || WITH_LINE.includes(textOf(format))) node.note(NO_ATTRIBUTION);
}

/** An optional field: its label in the Telegram node, and its conversion to ours. */
interface Extra {
	label: string;
	becomes?: (value: unknown, node: TelegramNode) => Parameters;
}

const sameAs = (label: string, name: string): Extra => ({
	label,
	becomes: (value) => ({ [name]: value }),
});

/**
 * A number that our form has as text; 0 is the Telegram node's default and means nothing.
 *
 * @param id our label for an id, which exists on Telegram only
 */
const numberAs = (label: string, name: string, id?: string): Extra => ({
	label,
	becomes: (value, node) => {
		if (id !== undefined) noteFixed(node, id, value);
		return textOf(value) === '' || value === 0 ? {} : { [name]: textOf(value) };
	},
});

/** All optional fields of the Telegram node. Those without `becomes` are dropped. */
const EXTRAS: Record<string, Extra> = {
	appendAttribution: {
		label: 'Append n8n Attribution',
		becomes: (value, node) => {
			if (value !== false) noteNoLine(node);
			return {};
		},
	},
	cache_time: {
		label: 'Cache Time',
		becomes: (value) => (value === 0 ? {} : { cacheTime: value }),
	},
	caption: sameAs('Caption', 'caption'),
	disable_notification: sameAs('Disable Notification', 'disableNotification'),
	disable_web_page_preview: {
		label: 'Disable WebPage Preview',
		becomes: (value) =>
			isExpression(value)
				? { linkPreviewOptions: `={{ ${inCode(value)} === true ? 'hide' : undefined }}` }
				: value === true
					? { linkPreviewOptions: 'hide' }
					: {},
	},
	duration: numberAs('Duration', 'duration'),
	fileName: sameAs('File Name', 'fileName'),
	height: numberAs('Height', 'height'),
	is_rtl: { label: 'Right-to-Left' },
	message_effect_id: { label: 'Message Effect ID' },
	message_thread_id: numberAs('Message Thread ID', 'messageThreadId', 'Topic ID'),
	// The server detects it.
	mimeType: { label: 'MIME Type', becomes: () => ({}) },
	parse_mode: {
		label: 'Parse Mode',
		becomes: (value) => {
			const parseMode = formatOf(value);
			return parseMode === '' ? {} : { parseMode };
		},
	},
	performer: sameAs('Performer', 'performer'),
	protect_content: sameAs('Protect Content', 'protectContent'),
	reply_to_message_id: numberAs('Reply To Message ID', 'replyToMessageId', 'Reply to Message ID'),
	show_alert: sameAs('Show Alert', 'showAlert'),
	skip_entity_detection: { label: 'Skip Entity Detection' },
	text: sameAs('Text', 'text'),
	thumb: { label: 'Thumbnail' },
	title: sameAs('Title', 'title'),
	url: sameAs('URL', 'url'),
	width: numberAs('Width', 'width'),
};

/**
 * The optional fields of a node of n8n, under our names.
 *
 * @param taken Telegram's names for the fields that our operation has; others are noted and dropped
 */
export function extras(node: TelegramNode, taken: string[]): Parameters {
	const found = Object.entries(addedTo(node)).map(([name, value]) => {
		const { label, becomes } = EXTRAS[name] ?? { label: name };
		if (becomes && taken.includes(name)) return becomes(value, node);
		const isSet = !/^(?:""|0|false|\{\})$/.test(JSON.stringify(value));
		if (isSet) node.note(`${label} was left out: there is no such field here.`);
		return {};
	});
	return Object.assign({}, ...found) as Parameters;
}
