import { chatId } from '../../fields/chat';
import type { Operation } from '../../engine/define';
import { doneToChannel, senderChatId } from './channel';
import { CHANNEL_NOT_MODERATED } from './hints';

/** Service methods, 2.6. */
export const banChatSenderChat: Operation<'banChatSenderChat'> = {
	resource: 'member',
	value: 'banChatSenderChat',
	method: 'banChatSenderChat',
	effect: 'repeatable',
	ordered: false,
	name: 'Ban Channel',
	action: 'Ban a channel',
	description: 'Prevent the owner of a channel from writing to a chat in the name of the channel',
	hints: CHANNEL_NOT_MODERATED,
	fields: [chatId, senderChatId],
	output: doneToChannel,
};
