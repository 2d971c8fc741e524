import type { ParamTable } from './shape';

/** Parameters shared by several methods. */

export const CHAT = { chat_id: { type: 'chat', required: true } } as const satisfies ParamTable;

export const MESSAGE = {
	...CHAT,
	message_id: { type: 'integer', required: true },
} as const satisfies ParamTable;

export const MEMBER = {
	...CHAT,
	user_id: { type: 'integer', required: true },
} as const satisfies ParamTable;

/** How a message reaches its readers. */
export const DELIVERY = {
	disable_notification: { type: 'boolean' },
	protect_content: { type: 'boolean' },
	message_thread_id: { type: 'integer' },
} as const satisfies ParamTable;

/** Two ways to name the message to reply to; the service takes one of them, never both. */
export const REPLY = {
	reply_to_message_id: { type: 'integer' },
	reply_parameters: { type: 'object' },
} as const satisfies ParamTable;

/** What a new message can have beside its content. */
export const SENDING = {
	...DELIVERY,
	...REPLY,
	reply_markup: { type: 'object' },
} as const satisfies ParamTable;

/** How a photo or a video is shown. */
export const VIEWING = {
	show_caption_above_media: { type: 'boolean' },
	has_spoiler: { type: 'boolean' },
} as const satisfies ParamTable;

/** A text: 1 to 4,096 characters, counted without its formatting. */
export const TEXT = {
	text: { type: 'string', required: true, least: 1, most: 4096 },
	parse_mode: { type: 'string' },
	entities: { type: 'objects' },
} as const satisfies ParamTable;

/** The text of a photo or another file: up to 1,024 characters, counted without its formatting. */
export const CAPTION = {
	caption: { type: 'string', most: 1024 },
	parse_mode: { type: 'string' },
	caption_entities: { type: 'objects' },
} as const satisfies ParamTable;
