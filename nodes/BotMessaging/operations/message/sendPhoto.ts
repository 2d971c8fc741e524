import { chatId } from '../../fields/chat';
import { fileExtras, fileFields } from '../../fields/media';
import { hasSpoiler, showCaptionAboveMedia } from '../../fields/sending';
import type { Operation } from '../../engine/define';
import { WRONG_FILE } from './hints';
import { sendInParts } from './sendInParts';

/** Service documentation, "sendPhoto". */
export const sendPhoto: Operation<'sendPhoto'> = {
	resource: 'message',
	value: 'sendPhoto',
	method: 'sendPhoto',
	effect: 'once',
	ordered: true,
	name: 'Send Photo',
	action: 'Send a photo',
	description: 'Send a photo or another picture from a file or by its file ID',
	hints: [
		{
			description: 'too big',
			reason: 'badFile',
			hint: 'The server accepts photos of up to 10 MB. Send a smaller photo, or use Send Document.',
		},
		...WRONG_FILE,
	],
	fields: [chatId, ...fileFields('photo', 'photo')],
	additionalFields: [...fileExtras, hasSpoiler, showCaptionAboveMedia],
	inParts: sendInParts,
};
