import { chatId, userId } from '../../fields/chat';
import { untilFields } from '../../fields/until';
import type { Operation } from '../../operation/define';
import { outcome } from './outcome';

/** API reference, "banChatMember". */
export const banChatMember: Operation = {
	resource: 'member',
	value: 'banChatMember',
	name: 'Ban',
	action: 'Ban or remove a member',
	description: 'Remove a member from a chat and keep them from coming back',
	fields: [chatId, userId, ...untilFields],
	output: outcome,
};
