import type { Int } from '../../../../reference';
import { integer } from '../../fields/encode';
import type { Field } from '../../engine/define';

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

/** What was done to which channel, for the steps that follow. */
export const doneToChannel = (
	result: unknown,
	{ chat_id: chatId, sender_chat_id: senderChatId }: { chat_id: Int; sender_chat_id: Int },
) => [{ success: result === true, chatId, senderChatId }];
