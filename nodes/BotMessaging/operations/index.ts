import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Operation } from '../engine/define';
import { optionsIn } from '../fields/formField';
import { anyMethod } from './bot/anyMethod';
import { checkSetup } from './bot/checkSetup';
import { deleteWebhook } from './bot/deleteWebhook';
import { getMe } from './bot/getMe';
import { getMyCommands } from './bot/getMyCommands';
import { getUpdates } from './bot/getUpdates';
import { getWebhookInfo } from './bot/getWebhookInfo';
import { setMyCommands } from './bot/setMyCommands';
import { setMyDefaultAdministratorRights } from './bot/setMyDefaultAdministratorRights';
import { setWebhook } from './bot/setWebhook';
import { answerCallbackQuery } from './callback/answerCallbackQuery';
import { getChat } from './chat/getChat';
import { getChatAdministrators } from './chat/getChatAdministrators';
import { getChatMemberCount } from './chat/getChatMemberCount';
import { getManyChats } from './chat/getManyChats';
import { leaveChat } from './chat/leaveChat';
import { setChatPermissions } from './chat/setChatPermissions';
import { setChatTitle } from './chat/setChatTitle';
import { getFile } from './file/getFile';
import { getGameHighScores } from './game/getGameHighScores';
import { sendGame } from './game/sendGame';
import { setGameScore } from './game/setGameScore';
import { answerInlineQuery } from './inline/answerInlineQuery';
import { createChatInviteLink } from './inviteLink/createChatInviteLink';
import { editChatInviteLink } from './inviteLink/editChatInviteLink';
import { exportChatInviteLink } from './inviteLink/exportChatInviteLink';
import { revokeChatInviteLink } from './inviteLink/revokeChatInviteLink';
import { approveChatJoinRequest } from './joinRequest/approveChatJoinRequest';
import { declineChatJoinRequest } from './joinRequest/declineChatJoinRequest';
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
import { askForm } from './message/askForm';
import { check } from './message/check';
import { copyMessage } from './message/copyMessage';
import { deleteMessage } from './message/deleteMessage';
import { deleteMessages } from './message/deleteMessages';
import { editMessageReplyMarkup } from './message/editMessageReplyMarkup';
import { editMessageText } from './message/editMessageText';
import { forwardMessage } from './message/forwardMessage';
import { pinChatMessage } from './message/pinChatMessage';
import { purgeMessages } from './message/purgeMessages';
import { sendAndWait } from './message/sendAndWait';
import { sendAudio } from './message/sendAudio';
import { sendDice } from './message/sendDice';
import { sendDocument } from './message/sendDocument';
import { sendMediaGroup } from './message/sendMediaGroup';
import { sendMessage } from './message/sendMessage';
import { sendMessageDraft } from './message/sendMessageDraft';
import { sendPhoto } from './message/sendPhoto';
import { sendVideo } from './message/sendVideo';
import { sendVoice } from './message/sendVoice';
import { showMenu } from './message/showMenu';
import { streamAnswer } from './message/streamAnswer';
import { unpinChatMessage } from './message/unpinChatMessage';

export const resourceSelector: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	// In the order of the form and of the list of actions: the most used ones first.
	options: optionsIn({
		message: ['Message'],
		member: ['Member'],
		chat: ['Chat'],
		file: ['File'],
		inviteLink: ['Invite Link'],
		joinRequest: ['Join Request'],
		callback: ['Callback'],
		inline: ['Inline'],
		game: ['Game'],
		bot: ['Bot'],
	}),
	default: 'message',
};

/** Every operation of the node, in the order of the form. The most used ones of a resource come first. */
export const operations: Operation[] = [
	sendMessage,
	sendAndWait,
	askForm,
	deleteMessage,
	deleteMessages,
	purgeMessages,
	editMessageText,
	editMessageReplyMarkup,
	sendPhoto,
	sendDocument,
	sendVideo,
	sendAudio,
	sendVoice,
	sendMediaGroup,
	forwardMessage,
	copyMessage,
	pinChatMessage,
	unpinChatMessage,
	showMenu,
	check,
	sendMessageDraft,
	sendDice,
	streamAnswer,
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
	getManyChats,
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
	sendGame,
	setGameScore,
	getMe,
	getUpdates,
	setWebhook,
	deleteWebhook,
	getWebhookInfo,
	getMyCommands,
	setMyCommands,
	setMyDefaultAdministratorRights,
	checkSetup,
	anyMethod,
];

/** The operation that the parameters of a node choose. */
export function chosenOperation({ resource, operation }: IDataObject): Operation | undefined {
	return operations.find((one) => one.resource === resource && one.value === operation);
}
