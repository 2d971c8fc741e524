import {
	duration,
	height,
	width,
	hasSpoiler,
	showCaptionAboveMedia,
	supportsStreaming,
} from '../../fields/message';
import { operation } from '../../engine/define';
import { fileMessage } from './sendInParts';

/** Reference 5.3. */
export const sendVideo = operation('message', 'sendVideo', {
	effect: 'once',
	ordered: true,
	name: 'Send Video',
	action: 'Send a video',
	description: 'Send a video from a file, a URL or a file ID',
	...fileMessage(
		'video',
		'video',
		duration,
		height,
		width,
		hasSpoiler,
		showCaptionAboveMedia,
		supportsStreaming,
	),
});
