// The page with the chats needs this table too, so it imports nothing that only Node has.
import type { ParamTable } from '../wire/params';

/** A kind of file: what the emulator knows of it, and the parameters of the method that sends it. */
interface Kind {
	/** How the page with the chats names it. */
	label: string;
	/** What a part may say it is. */
	allowed: RegExp;
	/** What a part is taken as that says nothing in particular. */
	assumed: string;
	/** The most bytes of one, and how a larger one is refused; without it, only the setting counts. */
	limit?: { bytes: number; code: 400 | 413 };
	/** What a message tells of it. */
	extent: Array<'width' | 'height' | 'duration'>;
	/** Whether a message tells its name. */
	isNamed: boolean;
	/** The parameters of its method, by hand from the API reference, beside those of all files. */
	params: ParamTable;
}

const MEGABYTE = 1_000_000;

const duration = { type: 'integer' } as const;

/** How a photo or a video is shown. */
export const VIEWING: ParamTable = {
	show_caption_above_media: { type: 'boolean' },
	has_spoiler: { type: 'boolean' },
};

/** Each kind of file by the API's name for it; `sendVideo` sends a `video`, and so on. */
export const MEDIA_KINDS = {
	photo: {
		label: 'Photo',
		allowed: /^image\/[\w.+-]+$/,
		assumed: 'image/jpeg',
		limit: { bytes: 10 * MEGABYTE, code: 400 },
		extent: ['width', 'height'],
		isNamed: false,
		params: VIEWING,
	},
	video: {
		label: 'Video',
		allowed: /^video\/[\w.+-]+$/,
		assumed: 'video/mp4',
		extent: ['width', 'height', 'duration'],
		isNamed: true,
		params: {
			duration,
			width: { type: 'integer' },
			height: { type: 'integer' },
			...VIEWING,
			supports_streaming: { type: 'boolean' },
		},
	},
	audio: {
		label: 'Audio',
		allowed: /^audio\/[\w.+-]+$/,
		assumed: 'audio/mpeg',
		extent: ['duration'],
		isNamed: true,
		params: { duration, performer: { type: 'string' }, title: { type: 'string' } },
	},
	voice: {
		label: 'Voice message',
		allowed: /^audio\/[\w.+-]+$/,
		assumed: 'audio/ogg',
		extent: ['duration'],
		isNamed: false,
		params: { duration },
	},
	document: {
		label: 'Document',
		allowed: /^[\w.+-]+\/[\w.+-]+$/,
		assumed: 'application/octet-stream',
		limit: { bytes: 100 * MEGABYTE, code: 413 },
		extent: [],
		isNamed: true,
		params: { disable_content_type_detection: { type: 'boolean' } },
	},
} satisfies Record<string, Kind>;

export type MediaKind = keyof typeof MEDIA_KINDS;

export const kindOf = (kind: MediaKind): Kind => MEDIA_KINDS[kind];
