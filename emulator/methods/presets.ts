import type { Settings } from '../world/entities';

/** The methods of SafeW's newest documentation (service methods). */
const SAFEW = [
	...['getMe', 'getFile', 'getUserProfilePhotos', 'setMyDefaultAdministratorRights'],
	...['getUpdates', 'setWebhook', 'deleteWebhook', 'getWebhookInfo'],
	...['sendMessage', 'editMessageText', 'editMessageReplyMarkup', 'deleteMessage'],
	...['deleteMessages', 'copyMessage', 'pinChatMessage', 'unpinChatMessage', 'sendDice'],
	...['sendPhoto', 'sendVideo', 'sendVoice', 'sendAudio', 'sendDocument', 'sendMediaGroup'],
	...['sendMessageDraft', 'getChat', 'getChatMemberCount', 'getChatAdministrators', 'leaveChat'],
	...['getChatMember', 'setChatTitle', 'setChatPermissions', 'banChatMember', 'unbanChatMember'],
	...['restrictChatMember', 'banChatSenderChat', 'unbanChatSenderChat', 'promoteChatMember'],
	...['setChatAdministratorCustomTitle', 'createChatInviteLink', 'editChatInviteLink'],
	...['revokeChatInviteLink', 'exportChatInviteLink', 'approveChatJoinRequest'],
	...['declineChatJoinRequest', 'answerCallbackQuery', 'answerInlineQuery', 'sendGame'],
	...['setGameScore', 'getGameHighScores', 'setMyCommands', 'getMyCommands'],
];

/** Whether a server with these settings has a method, named as in the documentation. */
export function isOffered(name: string, { methods: preset, missingMethods }: Settings): boolean {
	if (missingMethods.includes(name)) return false;
	return preset === 'all' || SAFEW.includes(name);
}
