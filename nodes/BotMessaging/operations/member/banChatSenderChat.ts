import { operation, type Field } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { integer } from '../../fields/encode';
import { doneToChannel } from '../done';

/** The channel that somebody used to write to a chat. */
export const senderChatId: Field = {
	displayName: 'Channel ID',
	name: 'senderChatId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. -1009876543210',
	description:
		'The ID of the channel. If a message was sent as a channel, the triggers output it in update.message.sender_chat.',
	wire: { encode: integer },
};

/** Reference 5.4. */
export const banChatSenderChat = operation('member', 'banChatSenderChat', {
	effect: 'repeatable',
	ordered: false,
	name: 'Ban Channel',
	action: 'Ban a channel',
	description: 'Prevent the owner of a channel from writing to a chat in the name of the channel',
	fields: [chatId, senderChatId],
	output: doneToChannel,
});
