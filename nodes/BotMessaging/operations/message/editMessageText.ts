import { chatId } from '../../fields/chat';
import { editedButtons } from '../../fields/keyboard';
import {
	messageId,
	parseMode,
	shortText,
	entities,
	linkPreviewOptions,
} from '../../fields/message';
import { operation } from '../../engine/define';
import { changedOf } from '../done';

/** Reference 5.2. */
export const editMessageText = operation('message', 'editMessageText', {
	effect: 'repeatable',
	ordered: true,
	name: 'Edit Message Text',
	action: 'Edit a text message',
	description:
		'Change the text of a message sent by the bot. Without buttons, it loses those that it has.',
	fields: [chatId, messageId, shortText, ...editedButtons],
	additionalFields: [parseMode, entities, linkPreviewOptions],
	...changedOf,
});
