import { chatId } from '../../fields/chat';
import { withoutReply } from '../../fields/message';
import { fileExtras, fileFields } from '../../fields/media';
import { hasSpoiler, showCaptionAboveMedia } from '../../fields/sending';
import type { Operation } from '../../engine/define';
import { sendInParts } from './sendInParts';

/** Reference 5.3. */
export const sendPhoto: Operation<'sendPhoto'> = {
	resource: 'message',
	value: 'sendPhoto',
	method: 'sendPhoto',
	effect: 'once',
	ordered: true,
	name: 'Send Photo',
	action: 'Send a photo',
	description: 'Send a photo or another picture from a file or by its file ID',
	fields: [chatId, ...fileFields('photo', 'photo')],
	additionalFields: [...fileExtras, hasSpoiler, showCaptionAboveMedia],
	ifRefused: withoutReply,
	inParts: sendInParts,
};
