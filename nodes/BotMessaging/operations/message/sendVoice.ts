import { chatId } from '../../fields/chat';
import { fileExtras, fileFields } from '../../fields/media';
import { duration } from '../../fields/message';
import type { Operation } from '../../engine/define';
import { WRONG_FILE } from './hints';
import { sendInParts } from './sendInParts';

/** API reference, "sendVoice". */
export const sendVoice: Operation<'sendVoice'> = {
	resource: 'message',
	value: 'sendVoice',
	method: 'sendVoice',
	effect: 'once',
	ordered: true,
	name: 'Send Voice',
	action: 'Send a voice message',
	description: 'Send a recording, shown as a voice message',
	hints: WRONG_FILE,
	fields: [chatId, ...fileFields('voice', 'voice message')],
	additionalFields: [...fileExtras, duration],
	inParts: sendInParts,
};
