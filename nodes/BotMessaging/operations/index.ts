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
import { sendGame } from './game/sendGame';
import { setGameScore } from './game/setGameScore';
import { banChatMember } from './member/banChatMember';
import { banChatSenderChat } from './member/banChatSenderChat';
import { demoteChatMember } from './member/demoteChatMember';
import { getChatMember } from './member/getChatMember';
import { getUserProfilePhotos } from './member/getUserProfilePhotos';
import { promoteChatMember } from './member/promoteChatMember';
import { restrictChatMember } from './member/restrictChatMember';
import { copyMessage } from './message/copyMessage';
import { setChatAdministratorCustomTitle } from './member/setChatAdministratorCustomTitle';
import { unbanChatMember } from './member/unbanChatMember';
import { unbanChatSenderChat } from './member/unbanChatSenderChat';
import { deleteMessage } from './message/deleteMessage';
import { deleteMessages } from './message/deleteMessages';
import { editMessageReplyMarkup } from './message/editMessageReplyMarkup';
import { editMessageText } from './message/editMessageText';
import { forwardMessage } from './message/forwardMessage';
import { pinChatMessage } from './message/pinChatMessage';
import { sendAudio } from './message/sendAudio';
import { sendDice } from './message/sendDice';
import { sendDocument } from './message/sendDocument';
import { sendMediaGroup } from './message/sendMediaGroup';
import { sendMessage } from './message/sendMessage';
import { sendMessageDraft } from './message/sendMessageDraft';
import { sendPhoto } from './message/sendPhoto';
import { sendVideo } from './message/sendVideo';
import { sendVoice } from './message/sendVoice';
import { unpinChatMessage } from './message/unpinChatMessage';

/** Every operation of the node; the first of a resource is what the form starts with. */
export const operations: Operation[] = [
	sendMessage,
	editMessageText,
	editMessageReplyMarkup,
	sendPhoto,
	sendDocument,
	sendVideo,
	sendAudio,
	sendVoice,
	sendMediaGroup,
	sendDice,
	copyMessage,
	forwardMessage,
	pinChatMessage,
	unpinChatMessage,
	sendMessageDraft,
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
	sendGame,
	setGameScore,
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
