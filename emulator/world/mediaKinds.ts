// The page with the chats needs this table too, so it imports nothing that only Node has.
import { METHODS } from '../../reference';

/** A kind of file: what the emulator knows of it. */
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
}

/** Each kind of file by the API's name for it; `sendVideo` sends a `video`, and so on. */
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
