import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../engine/define';
import { anyMethod } from './bot/anyMethod';
import { deleteWebhook } from './bot/deleteWebhook';
import { getMe } from './bot/getMe';
import { getMyCommands } from './bot/getMyCommands';
import { getUpdates } from './bot/getUpdates';
import { getWebhookInfo } from './bot/getWebhookInfo';
import { setMyCommands } from './bot/setMyCommands';
import { setMyDefaultAdministratorRights } from './bot/setMyDefaultAdministratorRights';
import { setWebhook } from './bot/setWebhook';
import { answerCallbackQuery } from './callback/answerCallbackQuery';
import { getFile } from './file/getFile';
import { getGameHighScores } from './game/getGameHighScores';
import { answerInlineQuery } from './inline/answerInlineQuery';
import { createChatInviteLink } from './inviteLink/createChatInviteLink';
import { editChatInviteLink } from './inviteLink/editChatInviteLink';
import { exportChatInviteLink } from './inviteLink/exportChatInviteLink';
import { revokeChatInviteLink } from './inviteLink/revokeChatInviteLink';
import { approveChatJoinRequest } from './joinRequest/approveChatJoinRequest';
import { declineChatJoinRequest } from './joinRequest/declineChatJoinRequest';
import { banChatMember } from './member/banChatMember';
import { getChatMember } from './member/getChatMember';
import { restrictChatMember } from './member/restrictChatMember';
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
	getChatMember,
	createChatInviteLink,
	editChatInviteLink,
	revokeChatInviteLink,
	exportChatInviteLink,
	approveChatJoinRequest,
	declineChatJoinRequest,
	getFile,
	answerCallbackQuery,
	answerInlineQuery,
	getGameHighScores,
	getMe,
	getUpdates,
	setWebhook,
	deleteWebhook,
	getWebhookInfo,
	getMyCommands,
	setMyCommands,
	setMyDefaultAdministratorRights,
	anyMethod,
];

/** The operation that a node's parameters choose. */
export function chosenOperation({ resource, operation }: IDataObject): Operation | undefined {
	return operations.find(
		(candidate) => candidate.resource === resource && candidate.value === operation,
	);
}
