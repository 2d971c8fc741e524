import type { ParamTable } from './params';

/** A kind of file: what the emulator knows of it, and the parameters of the method that sends it. */
interface Kind {
	/** How the page with the chats names it. */
	label: string;
	/** What a part may say it is. */
	allowed: RegExp;
	/** What a part is taken as that says nothing in particular. */
	assumed: string;
	/** What a message tells of it. */
	extent: Array<'width' | 'height' | 'duration'>;
	/** Whether a message tells its name. */
	isNamed: boolean;
	/** The parameters of its method, by hand from the API reference, beside those of all files. */
	params?: ParamTable;
}

const duration = { type: 'integer' } as const;

/** Each kind of file by the API's name for it; `sendVideo` sends a `video`, and so on. */
export const MEDIA_KINDS = {
	photo: {
		label: 'Photo',
		allowed: /^image\/[\w.+-]+$/,
		assumed: 'image/jpeg',
		extent: ['width', 'height'],
		isNamed: false,
	},
	video: {
		label: 'Video',
		allowed: /^video\/[\w.+-]+$/,
		assumed: 'video/mp4',
		extent: ['width', 'height', 'duration'],
		isNamed: true,
		params: { duration, width: { type: 'integer' }, height: { type: 'integer' } },
	},
	audio: {
		label: 'Audio',
		allowed: /^audio\/[\w.+-]+$/,
		assumed: 'audio/mpeg',
		extent: ['duration'],
		isNamed: true,
		params: { duration },
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
		extent: [],
		isNamed: true,
		params: {},
	},
} satisfies Record<string, Kind>;

export type MediaKind = keyof typeof MEDIA_KINDS;

export const kindOf = (kind: MediaKind): Kind => MEDIA_KINDS[kind];
