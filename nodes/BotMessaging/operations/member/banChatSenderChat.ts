import { operation } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { sent } from '../../fields/formField';
import { integer } from '../../fields/encode';
import { doneTo } from '../done';

/** The channel that somebody used to write to a chat. */
export const senderChatId = sent(
	'senderChatId',
	'The ID of the channel. If a message was sent as a channel, the triggers output it as update.message.sender_chat.id.',
	integer,
	{ displayName: 'Channel ID', required: true, placeholder: 'e.g. -1009876543210' },
);

/** Reference 5.4. */
export const banChatSenderChat = operation('member', 'banChatSenderChat', {
	effect: 'repeatable',
	ordered: false,
	name: 'Ban Channel',
	action: 'Ban a channel',
	description: 'Prevent the owner of a channel from writing to a chat in the name of the channel',
	fields: [chatId, senderChatId],
	output: doneTo('chat_id', 'sender_chat_id'),
});
