import { operation } from '../../engine/define';
import { chatId } from '../../fields/chat';

/** Reference 5.5: every call ends the previous main link. */
export const exportChatInviteLink = operation('inviteLink', 'exportChatInviteLink', {
	effect: 'once',
	ordered: true,
	name: 'Replace Main Link',
	action: 'Replace the main invite link',
	description: 'Create a new main link for a chat. The previous main link stops working.',
	fields: [chatId],
	output: (result, { chat_id: chat }) => [{ chatId: chat, inviteLink: result }],
});
