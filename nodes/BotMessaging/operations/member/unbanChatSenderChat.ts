import { chatId } from '../../fields/chat';
import type { Operation } from '../../engine/define';
import { doneToChannel, senderChatId } from './channel';
import { CHANNEL_NOT_MODERATED } from './hints';

/** Service methods, 2.6. */
export const unbanChatSenderChat: Operation<'unbanChatSenderChat'> = {
	resource: 'member',
	value: 'unbanChatSenderChat',
	method: 'unbanChatSenderChat',
	effect: 'repeatable',
	ordered: false,
	name: 'Unban Channel',
	action: 'Unban a channel',
	description: 'Allow a banned channel to write to a chat again',
	hints: CHANNEL_NOT_MODERATED,
	fields: [chatId, senderChatId],
	output: doneToChannel,
};
