import { chatId } from '../../fields/chat';
import { fileExtras, fileFields } from '../../fields/media';
import {
	duration,
	height,
	width,
	withoutReply,
	hasSpoiler,
	showCaptionAboveMedia,
	supportsStreaming,
} from '../../fields/message';
import { operation } from '../../engine/define';
import { sendInParts } from './sendInParts';

/** Reference 5.3. */
export const sendVideo = operation('message', 'sendVideo', {
	effect: 'once',
	ordered: true,
	name: 'Send Video',
	action: 'Send a video',
	description: 'Send a video from a file or by its file ID',
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
	ifRefused: withoutReply,
	inParts: sendInParts,
});
