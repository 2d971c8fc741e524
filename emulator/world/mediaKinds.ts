// The chat page uses this table too, so it imports nothing that needs Node.
import { METHODS } from '../../reference';

/** Facts about a kind of file. */
interface Kind {
	/** Its name on the chat page. */
	label: string;
	/** Content types that a part may declare. */
	allowed: RegExp;
	/** The content type to assume if a part declares none in particular. */
	assumed: string;
	/** Most bytes, and the code that refuses a larger file; without it, only the setting counts. */
	limit?: { bytes: number; code: 400 | 413 };
	/** Dimensions that a message includes. */
	extent: Array<'width' | 'height' | 'duration'>;
	/** Whether a message includes its file name. */
	isNamed: boolean;
}

/** Kinds of files by the API's names; `sendVideo` sends a `video`, and so on. */
export const MEDIA_KINDS = {
	photo: {
		label: 'Photo',
		allowed: /^image\/[\w.+-]+$/,
		assumed: 'image/jpeg',
		limit: { bytes: METHODS.sendPhoto.params.photo.most, code: 400 },
		extent: ['width', 'height'],
		isNamed: false,
	},
	video: {
		label: 'Video',
		allowed: /^video\/[\w.+-]+$/,
		assumed: 'video/mp4',
		extent: ['width', 'height', 'duration'],
		isNamed: true,
	},
	audio: {
		label: 'Audio',
		allowed: /^audio\/[\w.+-]+$/,
		assumed: 'audio/mpeg',
		extent: ['duration'],
		isNamed: true,
	},
	voice: {
		label: 'Voice message',
		allowed: /^audio\/[\w.+-]+$/,
		assumed: 'audio/ogg',
		extent: ['duration'],
		isNamed: false,
	},
	document: {
		label: 'Document',
		allowed: /^[\w.+-]+\/[\w.+-]+$/,
		assumed: 'application/octet-stream',
		limit: { bytes: METHODS.sendDocument.params.document.most, code: 413 },
		extent: [],
		isNamed: true,
	},
} satisfies Record<string, Kind>;

export type MediaKind = keyof typeof MEDIA_KINDS;

export const kindOf = (kind: MediaKind): Kind => MEDIA_KINDS[kind];
