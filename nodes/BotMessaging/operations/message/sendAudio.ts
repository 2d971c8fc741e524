import { chatId } from '../../fields/chat';
import { fileExtras, fileFields } from '../../fields/media';
import { duration, withoutReply, performer, title } from '../../fields/message';
import { operation } from '../../engine/define';
import { sendInParts } from './sendInParts';

/** Reference 5.3. */
export const sendAudio = operation('message', 'sendAudio', {
	effect: 'once',
	ordered: true,
	name: 'Send Audio',
	action: 'Send an audio file',
	description: 'Send music or another audio file, shown in an audio player',
	fields: [chatId, ...fileFields('audio', 'audio file')],
	additionalFields: [...fileExtras, duration, performer, title],
	ifRefused: withoutReply,
	inParts: sendInParts,
});
