import type { MostOf } from '../../../../reference';
import { chatId } from '../../fields/chat';
import { sent } from '../../fields/formField';
import { text, withinLength } from '../../fields/encode';
import { operation } from '../../engine/define';
import { doneOrAlready, NOT_MODIFIED } from '../done';

/** Reference 5.4; older documentation of the service says 128. */
const LONGEST: MostOf<'setChatTitle', 'title'> = 255;

/** Reference 5.4. */
export const setChatTitle = operation('chat', 'setChatTitle', {
	effect: 'repeatable',
	ordered: true,
	name: 'Set Title',
	action: 'Set the title of a chat',
	description: 'Rename a group or a channel',
	fields: [
		chatId,
		sent(
			'title',
			'The new title, up to 255 characters. Some servers accept only 128. Everyone in the chat sees the change.',
			(value, label) => withinLength(text(value, label), LONGEST, label),
			{ required: true, placeholder: 'e.g. Support Group' },
		),
	],
	...doneOrAlready(NOT_MODIFIED, 'chat_id', 'title'),
});
