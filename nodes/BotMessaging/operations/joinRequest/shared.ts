import type { ParamsOf } from '../../../../reference';
import type { Hint } from '../../engine/hints';

export const NOT_WAITING: Hint[] = [
	{
		code: 403,
		reason: 'noRight',
		hint: 'Make the bot an administrator of the chat with the right to invite users.',
	},
	{
		code: 400,
		reason: 'notMember',
		hint: 'This person has no open join request: check Chat and User. Someone else may have answered the request already.',
	},
];

/** Who was let into which chat, or was not. */
export const answerOutput = (
	success: boolean,
	{ chat_id: chatId, user_id: userId }: ParamsOf<'approveChatJoinRequest'>,
) => [{ success, chatId, userId }];
