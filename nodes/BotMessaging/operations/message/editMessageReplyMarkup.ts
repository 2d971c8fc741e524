import { chatId } from '../../fields/chat';
import { editedButtons } from '../../fields/keyboard';
import { messageId } from '../../fields/message';
import { operation } from '../../engine/define';
import { changedOf } from '../done';

/** Reference 5.2. */
export const editMessageReplyMarkup = operation('message', 'editMessageReplyMarkup', {
	effect: 'repeatable',
	ordered: true,
	name: 'Edit Buttons',
	action: 'Edit or remove buttons',
	description: 'Change the buttons below a message of the bot. Without buttons, they are removed.',
	fields: [chatId, messageId, ...editedButtons],
	...changedOf,
});
