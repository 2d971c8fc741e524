import type { Family } from './shape';
import { CAPTION, CHAT, DELIVERY, REPLY, SENDING, VIEWING } from './shared';

const MEGABYTE = 1_000_000;

const ABOUT_FILE = {
	...CHAT,
	...CAPTION,
	...SENDING,
} as const;

const DURATION = { duration: { type: 'integer' } } as const;

/** Photos, other files and albums (reference 5.3). */
export const MEDIA = {
	sendPhoto: {
		documented: 'service',
		params: {
			...ABOUT_FILE,
			photo: { type: 'file', required: true, most: 10 * MEGABYTE },
			...VIEWING,
		},
		result: 'Message',
	},
	sendVideo: {
		documented: 'reference',
		params: {
			...ABOUT_FILE,
			video: { type: 'file', required: true },
			...DURATION,
			width: { type: 'integer' },
			height: { type: 'integer' },
			...VIEWING,
			supports_streaming: { type: 'boolean' },
		},
		result: 'Message',
	},
	sendAudio: {
		documented: 'reference',
		params: {
			...ABOUT_FILE,
			audio: { type: 'file', required: true },
			...DURATION,
			performer: { type: 'string' },
			title: { type: 'string' },
		},
		result: 'Message',
	},
	sendVoice: {
		documented: 'reference',
		params: { ...ABOUT_FILE, voice: { type: 'file', required: true }, ...DURATION },
		result: 'Message',
	},
	sendDocument: {
		documented: 'service',
		params: {
			...ABOUT_FILE,
			document: { type: 'file', required: true, most: 100 * MEGABYTE },
			disable_content_type_detection: { type: 'boolean' },
		},
		result: 'Message',
	},
	sendMediaGroup: {
		documented: 'reference',
		params: {
			...CHAT,
			media: { type: 'objects', required: true, most: 10 },
			...DELIVERY,
			reply_to_message_id: REPLY.reply_to_message_id,
		},
		result: 'Messages',
	},
} as const satisfies Family;
