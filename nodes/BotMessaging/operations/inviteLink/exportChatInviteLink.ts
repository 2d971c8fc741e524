import type { Operation } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { MAY_NOT_INVITE } from './hints';

/** Service methods, "Invite links": every call ends the previous main link. */
export const exportChatInviteLink: Operation<'exportChatInviteLink'> = {
	resource: 'inviteLink',
	value: 'exportChatInviteLink',
	method: 'exportChatInviteLink',
	effect: 'once',
	ordered: true,
	name: 'Replace Main Link',
	action: 'Replace the main invite link',
	description: 'Create a new main link for a chat. The previous main link stops working.',
	hints: [
		MAY_NOT_INVITE,
		{
			code: 400,
			reason: 'badValue',
			hint: 'Check Chat: it must be a group or a channel, not a private chat.',
		},
	],
	fields: [chatId],
	output: (result, { chat_id: chat }) => [{ chatId: chat, inviteLink: result }],
};
