import type { ParamsOf } from '../../../../reference';

/** Who was let into which chat, or was not. */
export const answerOutput = (
	success: boolean,
	{ chat_id: chatId, user_id: userId }: ParamsOf<'approveChatJoinRequest'>,
) => [{ success, chatId, userId }];
