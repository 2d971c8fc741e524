import { createHash } from 'crypto';
import type { INodeExecutionData } from 'n8n-workflow';

import type { Body } from '../api/multipart';
import { shownText } from '../format';
import { identityOf } from './binary';
import type { Operation, Values } from './define';

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** 43 characters that change with any change in a value or in a file that it names. */
const fingerprintOf = (value: unknown) => digest(JSON.stringify(value));

/** Parameters that do not change which message it is: how it is sent and shown, and its place. */
const MANNER = new Set([
	...['parse_mode', 'entities', 'caption_entities', 'link_preview_options', 'reply_markup'],
	...['disable_notification', 'protect_content', 'has_spoiler', 'show_caption_above_media'],
	...['reply_to_message_id', 'reply_parameters', 'disable_content_type_detection'],
]);

const shown = (text: string, parseMode: string) => shownText(text, parseMode)?.text ?? text;

/** The plain words of a text in any format. */
const wordsOf = (text: string, parseMode: unknown): string =>
	[String(parseMode ?? ''), 'HTML', 'Markdown'].reduce(shown, text).replace(/\s+/g, ' ').trim();

/** What makes up a message: the chat, the text, the file. */
function contentOf(body: Body): Body {
	const entries = Object.entries(body).filter(([key]) => !MANNER.has(key));
	return Object.fromEntries(
		entries.map(([key, value]) => {
			const isText = (key === 'text' || key === 'caption') && typeof value === 'string';
			if (isText) return [key, wordsOf(value, body.parse_mode)];
			const isAlbum = key === 'media' && Array.isArray(value);
			return [key, isAlbum ? (value as Body[]).map(contentOf) : value];
		}),
	);
}

/**
 * Identifies one of several messages.
 *
 * @param bot from botOf
 */
export const fingerprintOfPart = (bot: string, body: Body) => fingerprintOf([bot, contentOf(body)]);

/** Values that an operation reads itself, outside of the body. */
function steeringOf({ run, fields, additionalFields = [] }: Operation, values: Values): unknown[] {
	if (!run) return [];
	const given = { ...(values.additionalFields as Values | undefined), ...values };
	const steering = [...fields, ...additionalFields].filter(({ wire }) => wire === 'formOnly');
	return steering.map(({ name }) => given[name] ?? null);
}

/**
 * Identifies an item's request: the bot, the operation, and its values. For a message, only the content
 * counts: otherwise, a retry with another format would send it twice.
 */
export function fingerprintOfRequest(
	bot: string,
	operation: Operation,
	body: Body,
	values: Values,
): string {
	const what = operation.effect === 'once' ? contentOf(body) : body;
	return fingerprintOf([bot, operation.value, what, steeringOf(operation, values)]);
}

/** Identifies the input of a run: the saved form and the items. */
export function fingerprintOfInput(form: unknown, items: INodeExecutionData[]): string {
	const hash = createHash('sha256').update(fingerprintOf(form));
	for (const { json, binary = {} } of items) {
		const files = Object.values(binary).map(identityOf);
		hash.update(fingerprintOf([json, files]));
	}
	return hash.digest('base64url');
}
