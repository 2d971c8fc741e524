import { chatId } from '../../fields/chat';
import { memberId } from '../../fields/user';
import type { Operation } from '../../engine/define';
import { CHECK_CHAT_AND_USER } from './hints';

/** API reference, "getChatMember". */
export const getChatMember: Operation<'getChatMember'> = {
	resource: 'member',
	value: 'getChatMember',
	method: 'getChatMember',
	effect: 'read',
	ordered: false,
	name: 'Get',
	action: 'Get a member',
	description: 'Get the status and the rights of a member of a chat',
	hints: [
		CHECK_CHAT_AND_USER,
		{
			code: 403,
			reason: 'notMember',
			hint: 'The bot is not in this chat. Add it to the chat first.',
		},
	],
	fields: [chatId, memberId],
	output: (result, body) => [
		{
			chatId: body.chat_id,
			userId: body.user_id,
			...result,
		},
	],
};
