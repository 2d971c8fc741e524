import { chatId } from '../../fields/chat';
import { rangeFields } from './deleting/messageRange';
import type { Operation } from '../../engine/define';
import { purge } from './deleting/purge';

/** Reference 5.2: for every message in a range. */
export const purgeMessages: Operation<'deleteMessages'> = {
	resource: 'message',
	value: 'purgeMessages',
	method: 'deleteMessages',
	effect: 'repeatable',
	ordered: false,
	name: 'Purge Messages',
	action: 'Purge a range of messages',
	description:
		'Delete all messages from one to another, and count them. The service deletes only messages from the last 48 hours.',
	fields: [chatId, ...rangeFields],
	run: purge,
};
