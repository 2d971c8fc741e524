import { chatId } from '../../fields/chat';
import { memberId } from '../../fields/user';
import { untilFields } from '../../fields/until';
import type { Operation } from '../../engine/define';
import { CHECK_CHAT_AND_USER, NOT_MODERATED } from './hints';
import { doneUntil } from './done';

/** API reference, "banChatMember". */
export const banChatMember: Operation<'banChatMember'> = {
	resource: 'member',
	value: 'banChatMember',
	method: 'banChatMember',
	effect: 'repeatable',
	ordered: false,
	name: 'Ban',
	action: 'Ban or kick a member to remove them',
	description: 'Remove (kick) a member from a chat, and prevent them from rejoining',
	hints: [CHECK_CHAT_AND_USER, ...NOT_MODERATED],
	fields: [chatId, memberId, ...untilFields('permanent')],
	output: doneUntil,
};
