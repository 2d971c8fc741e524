import { chatId } from '../../fields/chat';
import { fileExtras, fileFields } from '../../fields/media';
import { duration, height, width } from '../../fields/message';
import { hasSpoiler, showCaptionAboveMedia, supportsStreaming } from '../../fields/sending';
import type { Operation } from '../../engine/define';
import { WRONG_FILE } from './hints';
import { sendInParts } from './sendInParts';

/** API reference, "sendVideo". */
export const sendVideo: Operation<'sendVideo'> = {
	resource: 'message',
	value: 'sendVideo',
	method: 'sendVideo',
	effect: 'once',
	ordered: true,
	name: 'Send Video',
	action: 'Send a video',
	description: 'Send a video from a file or by its file ID',
	hints: WRONG_FILE,
	fields: [chatId, ...fileFields('video', 'video')],
	additionalFields: [
		...fileExtras,
		duration,
		height,
		width,
		hasSpoiler,
		showCaptionAboveMedia,
		supportsStreaming,
	],
	inParts: sendInParts,
};
