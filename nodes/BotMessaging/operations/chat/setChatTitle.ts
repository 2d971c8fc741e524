import type { MostOf } from '../../../../reference';
import { chatId } from '../../fields/chat';
import { text, withinLength } from '../../fields/encode';
import type { Operation } from '../../engine/define';
import { CHECK_CHAT, lacking } from './hints';
import { chatDone, NOT_MODIFIED } from './done';

/** Service methods, 2.6; older documentation of the service says 128. */
const LONGEST: MostOf<'setChatTitle', 'title'> = 255;

/** Service methods, 2.6. */
export const setChatTitle: Operation<'setChatTitle'> = {
	resource: 'chat',
	value: 'setChatTitle',
	method: 'setChatTitle',
	effect: 'repeatable',
	ordered: true,
	name: 'Set Title',
	action: 'Set the title of a chat',
	description: 'Rename a group or a channel',
	hints: [
		...lacking('change the chat info'),
		{
			description: 'too long',
			reason: 'tooLong',
			hint: 'Shorten Title. Some servers take at most 128 characters.',
		},
		{
			...CHECK_CHAT,
			hint: `${CHECK_CHAT.hint} If Title has more than 128 characters, shorten it.`,
		},
	],
	fields: [
		chatId,
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Support Group',
			description:
				'The new title, up to 255 characters. Some servers accept only 128. Everyone in the chat sees the change.',
			wire: { encode: (value, label) => withinLength(text(value, label), LONGEST, label) },
		},
	],
	output: (result, body) => chatDone(result === true, body, { title: body.title }),
	alreadyDone: {
		says: NOT_MODIFIED,
		output: (body) => chatDone(true, body, { title: body.title }),
	},
};
