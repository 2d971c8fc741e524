import { chatId } from '../../fields/chat';
import { fileExtras, fileFields } from '../../fields/media';
import { duration } from '../../fields/message';
import { performer, title } from '../../fields/sending';
import type { Operation } from '../../engine/define';
import { WRONG_FILE } from './hints';
import { sendInParts } from './sendInParts';

/** API reference, "sendAudio". */
export const sendAudio: Operation<'sendAudio'> = {
	resource: 'message',
	value: 'sendAudio',
	method: 'sendAudio',
	effect: 'once',
	ordered: true,
	name: 'Send Audio',
	action: 'Send an audio file',
	description: 'Send music or another audio file, shown in an audio player',
	hints: WRONG_FILE,
	fields: [chatId, ...fileFields('audio', 'audio file')],
	additionalFields: [...fileExtras, duration, performer, title],
	inParts: sendInParts,
};
