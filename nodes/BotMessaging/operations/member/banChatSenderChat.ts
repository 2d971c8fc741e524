import { chatId } from '../../fields/chat';
import type { Operation } from '../../engine/define';
import { doneToChannel, senderChatId } from './channel';

/** Reference 5.4. */
export const banChatSenderChat: Operation<'banChatSenderChat'> = {
	resource: 'member',
	value: 'banChatSenderChat',
	method: 'banChatSenderChat',
	effect: 'repeatable',
	ordered: false,
	name: 'Ban Channel',
	action: 'Ban a channel',
	description: 'Prevent the owner of a channel from writing to a chat in the name of the channel',
	fields: [chatId, senderChatId],
	output: doneToChannel,
};
