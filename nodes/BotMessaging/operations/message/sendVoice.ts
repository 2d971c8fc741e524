import { duration } from '../../fields/message';
import { operation } from '../../engine/define';
import { fileMessage } from './sendInParts';

/** Reference 5.3. */
export const sendVoice = operation('message', 'sendVoice', {
	effect: 'once',
	ordered: true,
	name: 'Send Voice',
	action: 'Send a voice message',
	description: 'Send a recording, shown as a voice message',
	...fileMessage('voice', 'voice message', duration),
});
