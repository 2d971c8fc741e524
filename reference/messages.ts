import type { Family } from './shape';
import { CAPTION, CHAT, DELIVERY, MESSAGE, SENDING, TEXT } from './shared';

/** Texts, copies, pins and deletions (reference 5.2). */
export const MESSAGES = {
	sendMessage: {
		documented: 'reference',
		params: {
			...CHAT,
			...TEXT,
			link_preview_options: { type: 'object' },
			...SENDING,
			message_effect_id: { type: 'string' },
			allow_paid_broadcast: { type: 'boolean' },
			business_connection_id: { type: 'string' },
		},
		ignored: ['disable_web_page_preview'],
		result: 'Message',
	},
	editMessageText: {
		documented: 'reference',
		params: {
			...MESSAGE,
			...TEXT,
			link_preview_options: { type: 'object' },
			reply_markup: { type: 'object' },
		},
		result: 'Message',
	},
	editMessageReplyMarkup: {
		documented: 'service',
		params: { ...MESSAGE, reply_markup: { type: 'object' } },
		result: 'Message',
	},
	deleteMessage: { documented: 'service', params: MESSAGE, result: 'true' },
	deleteMessages: {
		documented: 'reference',
		params: {
			...CHAT,
			message_ids: { type: 'integers', required: true, most: 100 },
			return_failed: { type: 'boolean' },
		},
		result: 'Deletion',
	},
	copyMessage: {
		documented: 'service',
		params: {
			...MESSAGE,
			from_chat_id: { type: 'chat', required: true },
			caption: CAPTION.caption,
			show_caption_above_media: { type: 'boolean' },
			video_start_timestamp: { type: 'integer' },
			...SENDING,
		},
		ignored: ['parse_mode', 'caption_entities'],
		result: 'CopiedMessage',
	},
	forwardMessage: {
		documented: 'older',
		params: { ...MESSAGE, from_chat_id: { type: 'chat', required: true }, ...DELIVERY },
		result: 'Message',
	},
	pinChatMessage: {
		documented: 'service',
		params: { ...MESSAGE, disable_notification: { type: 'boolean' } },
		result: 'true',
	},
	unpinChatMessage: {
		documented: 'service',
		params: { ...CHAT, message_id: { type: 'integer' } },
		result: 'true',
	},
	sendMessageDraft: {
		documented: 'service',
		params: {
			...CHAT,
			...TEXT,
			draft_id: { type: 'integer', required: 'ownWords' },
			text: { ...TEXT.text, required: 'ownWords' },
		},
		result: 'true',
	},
} as const satisfies Family;
