import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../engine/define';
import { deleteWebhook } from './bot/deleteWebhook';
import { getMe } from './bot/getMe';
import { getUpdates } from './bot/getUpdates';
import { getWebhookInfo } from './bot/getWebhookInfo';
import { setWebhook } from './bot/setWebhook';
import { answerCallbackQuery } from './callback/answerCallbackQuery';
import { getChat } from './chat/getChat';
import { getChatAdministrators } from './chat/getChatAdministrators';
import { getChatMemberCount } from './chat/getChatMemberCount';
import { leaveChat } from './chat/leaveChat';
import { setChatPermissions } from './chat/setChatPermissions';
import { setChatTitle } from './chat/setChatTitle';
import { getGameHighScores } from './game/getGameHighScores';
import { banChatMember } from './member/banChatMember';
import { banChatSenderChat } from './member/banChatSenderChat';
import { demoteChatMember } from './member/demoteChatMember';
import { getChatMember } from './member/getChatMember';
import { getUserProfilePhotos } from './member/getUserProfilePhotos';
import { promoteChatMember } from './member/promoteChatMember';
import { restrictChatMember } from './member/restrictChatMember';
import { setChatAdministratorCustomTitle } from './member/setChatAdministratorCustomTitle';
import { unbanChatMember } from './member/unbanChatMember';
import { unbanChatSenderChat } from './member/unbanChatSenderChat';
import { deleteMessage } from './message/deleteMessage';
import { deleteMessages } from './message/deleteMessages';
import { editMessageText } from './message/editMessageText';
import { sendAudio } from './message/sendAudio';
import { sendDice } from './message/sendDice';
import { sendMediaGroup } from './message/sendMediaGroup';
import { sendMessage } from './message/sendMessage';
import { sendVideo } from './message/sendVideo';
import { sendVoice } from './message/sendVoice';

/** Every operation of the node; the first of a resource is what the form starts with. */
export const operations: Operation[] = [
	sendMessage,
	editMessageText,
	sendVideo,
	sendAudio,
	sendVoice,
	sendMediaGroup,
	sendDice,
	deleteMessage,
	deleteMessages,
	restrictChatMember,
	banChatMember,
	unbanChatMember,
	promoteChatMember,
	demoteChatMember,
	setChatAdministratorCustomTitle,
	getChatMember,
	getUserProfilePhotos,
	banChatSenderChat,
	unbanChatSenderChat,
	getChat,
	getChatAdministrators,
	getChatMemberCount,
	setChatTitle,
	setChatPermissions,
	leaveChat,
	answerCallbackQuery,
	getGameHighScores,
	getMe,
	getUpdates,
	setWebhook,
	deleteWebhook,
	getWebhookInfo,
];

/** The operation that a node's parameters choose. */
export function chosenOperation({ resource, operation }: IDataObject): Operation | undefined {
	return operations.find(
		(candidate) => candidate.resource === resource && candidate.value === operation,
	);
}
