import { chatId } from '../../fields/chat';
import { operation } from '../../engine/define';
import { doneTo } from '../done';
import { senderChatId } from './banChatSenderChat';

/** Reference 5.4. */
export const unbanChatSenderChat = operation('member', 'unbanChatSenderChat', {
	effect: 'repeatable',
	ordered: false,
	name: 'Unban Channel',
	action: 'Unban a channel',
	description: 'Allow a banned channel to write to a chat again',
	fields: [chatId, senderChatId],
	output: doneTo('chat_id', 'sender_chat_id'),
});
