import { chatId } from '../../fields/chat';
import { fileExtras, fileFields } from '../../fields/media';
import { duration, withoutReply } from '../../fields/message';
import { operation } from '../../engine/define';
import { sendInParts } from './sendInParts';

/** Reference 5.3. */
export const sendVoice = operation('message', 'sendVoice', {
	effect: 'once',
	ordered: true,
	name: 'Send Voice',
	action: 'Send a voice message',
	description: 'Send a recording, shown as a voice message',
	fields: [chatId, ...fileFields('voice', 'voice message')],
	additionalFields: [...fileExtras, duration],
	ifRefused: withoutReply,
	inParts: sendInParts,
});
