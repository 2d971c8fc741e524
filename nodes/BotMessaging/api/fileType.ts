import { hasExtension } from './fileName';

/** The type of a file of which nothing is known. */
export const UNKNOWN = 'application/octet-stream';

interface Kind {
	type: string;
	/** The usual ending comes first. */
	endings: string[];
	/** How its first bytes begin, each as one character. */
	begins?: RegExp;
}

const kind = (type: string, endings: string, begins?: RegExp): Kind => ({
	type,
	endings: endings.split(' '),
	begins,
});

/** What people send in chats. An archive can be many things, so it is not told by its bytes. */
const KINDS: Kind[] = [
	kind('image/jpeg', 'jpg jpeg', /^\xff\xd8\xff/),
	kind('image/png', 'png', /^\x89PNG/),
	kind('image/gif', 'gif', /^GIF8/),
	kind('image/webp', 'webp', /^RIFF[^]{4}WEBP/),
	kind('image/svg+xml', 'svg'),
	kind('video/mp4', 'mp4 m4v', /^[^]{4}ftyp(?!qt|M4A)/),
	kind('video/quicktime', 'mov', /^[^]{4}ftypqt/),
	kind('video/webm', 'webm', /^\cZE\xdf\xa3/),
	kind('audio/mpeg', 'mp3', /^(?:ID3|\xff[\xf3\xfb])/),
	kind('audio/ogg', 'ogg oga opus', /^OggS/),
	kind('audio/mp4', 'm4a', /^[^]{4}ftypM4A/),
	kind('audio/x-m4a', 'm4a'),
	kind('audio/wav', 'wav', /^RIFF[^]{4}WAVE/),
	kind('application/pdf', 'pdf', /^%PDF-/),
	kind('application/zip', 'zip'),
	kind('application/json', 'json'),
	kind('application/xml', 'xml'),
	kind('text/plain', 'txt'),
	kind('text/csv', 'csv'),
	kind('text/html', 'html htm'),
	kind('application/msword', 'doc'),
	kind('application/vnd.ms-excel', 'xls'),
	kind('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'),
	kind('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'),
	kind('application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'),
];

const endingOf = (name: string) => (hasExtension(name) ? name.split('.').pop()!.toLowerCase() : '');

/** Whether the name says what a file is: `.bin` is what programs write that do not know. */
const isTelling = (name: string) => !['', 'bin'].includes(endingOf(name));

/** Whether the first bytes of a file would say more than its name and its type. */
export const needsBytes = (name: string, type: string) =>
	(type === '' || type === UNKNOWN) && !isTelling(name);

/**
 * A file's name and type, each completed by the other, or by the file's first bytes. A name that says
 * what the file is stays; the type is `undefined` if it cannot be told.
 *
 * @param type as the sender says it, e.g. `image/png`; empty if that says nothing
 * @param ending of the file, if somebody knows it, e.g. `png`
 */
export function completed(
	name: string,
	type: string,
	head?: Uint8Array,
	ending?: string,
): { name: string; type: string | undefined } {
	const bytes = Buffer.from(head?.subarray(0, 16) ?? []).toString('latin1');
	const isKnown = type !== '' && type !== UNKNOWN;
	const found = isKnown
		? KINDS.find((one) => one.type === type.toLowerCase())
		: (KINDS.find(({ endings }) => endings.includes(endingOf(name))) ??
			KINDS.find(({ begins }) => begins?.test(bytes)));
	const [usual = ending] = found?.endings ?? [];
	const stem = name.replace(/(?<=.)\.bin$/i, '');
	return {
		name: isTelling(name) || !usual ? name : `${stem}.${usual}`,
		type: isKnown ? type : found?.type,
	};
}
