import type { ParamsOf } from '../../../../reference';

/** Who was approved or declined, and in which chat. */
export const answerOutput = (
	success: boolean,
	{ chat_id: chatId, user_id: userId }: ParamsOf<'approveChatJoinRequest'>,
) => [{ success, chatId, userId }];
