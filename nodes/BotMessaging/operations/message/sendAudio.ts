import { duration, performer, title } from '../../fields/message';
import { operation } from '../../engine/define';
import { fileMessage } from './sendInParts';

/** Reference 5.3. */
export const sendAudio = operation('message', 'sendAudio', {
	effect: 'once',
	ordered: true,
	name: 'Send Audio',
	action: 'Send an audio file',
	description: 'Send music or another audio file, shown in an audio player',
	...fileMessage('audio', 'audio file', duration, performer, title),
});
