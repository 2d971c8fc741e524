import type { RefusalRow } from './refusal';

export const TOO_LARGE = 'The server does not accept files of this size. Send a smaller file.';

const NO_PHOTO =
	'IMAGE_PROCESS_FAILED | PHOTO_EXT_INVALID | PHOTO_SAVE_FILE_INVALID | PHOTO_INVALID';
const TOO_WIDE =
	'The photo is too wide, too high or too narrow: width and height together can be up to 10,000 pixels, and one at most 20 times the other.';
const UNREADABLE = 'The server cannot read the file, or does not support its format.';
/** For the operation that has this field. */
const AS_DOCUMENT = 'set {if_photo_refused} to Send as Document.';

/** What servers say about files. */
export const ABOUT_FILES: RefusalRow[] = [
	{
		says: 'photo is too big | too big for a photo | file is too big',
		badFile: `The server accepts photos of up to 10 MB. Send a smaller photo, or ${AS_DOCUMENT}`,
	},
	{
		says: 'file is too big',
		only: 'file_id',
		badFile:
			'The server offers files for download only up to a size limit, usually 20 MB. Send larger files again by their File ID.',
	},
	{
		says: `file is too big | photo is too big | video is too big | audio is too big
			| voice is too big | document is too big | too big for a photo | FILE_PART_TOO_BIG
			| Request Entity Too Large`,
		badFile: TOO_LARGE,
	},
	{
		says: `wrong file identifier | wrong remote file identifier specified | invalid file_id
			| wrong remote file id specified | wrong file id | invalid file id
			| wrong file_id or the file is temporarily unavailable | FILE_ID_INVALID
			| FILE_REFERENCE_EXPIRED | FILE_REFERENCE_INVALID | MEDIA_FILE_INVALID`,
		badFile:
			'The server does not know this file. Check File ID: it must be the fileId from a trigger, or the file_id from a message, of the same bot.',
	},
	{
		says: 'The file is gone | the bytes of this file are not here',
		badFile:
			'The server keeps a file only for some time. Ask for the file again, and get it soon after it arrives.',
	},
	{
		says: `failed to get HTTP URL content | wrong type of the web page content | wrong URL host
			| WEBPAGE_CURL_FAILED | WEBPAGE_MEDIA_EMPTY | EXTERNAL_URL_INVALID | can't upload file by URL
			| wrong HTTP URL`,
		badFile:
			'The server could not get the file from its address, or there is no file of this kind. Check the address, or send the file itself.',
	},
	{ says: 'PHOTO_INVALID_DIMENSIONS', badFile: `${TOO_WIDE} Make it smaller, or ${AS_DOCUMENT}` },
	{
		says: 'PHOTO_INVALID_DIMENSIONS',
		badFile: `${TOO_WIDE} Make it smaller, or use Send Document.`,
	},
	{ says: NO_PHOTO, badFile: `${UNREADABLE} Check the file, or ${AS_DOCUMENT}` },
	{
		says: `${NO_PHOTO} | VIDEO_FILE_INVALID | VIDEO_CONTENT_TYPE_INVALID | DOCUMENT_INVALID
			| MEDIA_INVALID | MEDIA_EMPTY | unsupported file format | unsupported … file format`,
		badFile: `${UNREADABLE} Check the file, or use Send Document.`,
	},
	{
		says: "can't use file of type | type of file mismatch | MEDIA_TYPE_INVALID",
		badFile:
			'The file is of another kind than the operation sends. Use the operation for that kind.',
	},
	{
		says: 'file must be non-empty | FILE_PARTS_INVALID | FILE_PART_EMPTY',
		badFile: 'The file is empty.',
	},
	{
		says: `there is no photo in the request | there is no video in the request
			| there is no audio in the request | there is no voice in the request
			| there is no document in the request | file part … is missing`,
		badFile: 'The server got no file.',
	},
	{
		says: `MEDIA_GROUPED_INVALID | can't be mixed with other media types
			| can't use the media of the specified type in the album`,
		badFile:
			'These kinds of file cannot be in one album: photos and videos go together, audio files and documents only with their own kind.',
		check: ['media'],
	},
	{
		says: `there must be 2 to 10 media | too many media | too many messages to send as an album
			| too much messages to send as an album`,
		badFile: 'An album has 2 to 10 files.',
		check: ['media'],
	},
	{
		says: "can't parse InputMedia | invalid media format",
		badFile: 'The server does not accept the list of files.',
		check: ['media'],
	},
];
