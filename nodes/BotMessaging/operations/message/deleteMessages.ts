import { chatId } from '../../fields/chat';
import { messageIdFields } from './deleting/messageIds';
import type { Operation } from '../../engine/define';
import { combineItems, deleteInBatches } from './deleting/deleteInBatches';

/** Reference 5.2: at most 100 ids a request, over all items of a chat. */
export const deleteMessages: Operation<'deleteMessages'> = {
	resource: 'message',
	value: 'deleteMessages',
	method: 'deleteMessages',
	effect: 'repeatable',
	ordered: false,
	name: 'Delete Messages',
	action: 'Delete messages',
	description: 'Delete any number of messages of a chat',
	fields: [chatId, ...messageIdFields],
	additionalFields: [
		combineItems,
		{
			displayName: 'Report Each Message',
			name: 'returnFailed',
			type: 'boolean',
			default: true,
			description:
				'Whether to return one item per message, with the reason if it was not deleted. Otherwise, each input item returns one item with the counts.',
			wire: 'formOnly',
		},
		{
			displayName: 'One Total per Chat',
			name: 'totalPerChat',
			type: 'boolean',
			default: true,
			description:
				'Whether to return one item per chat with the counts of all its input items, instead of one per input item. Report Each Message comes before this.',
			wire: 'formOnly',
		},
	],
	run: deleteInBatches,
};
