import type { RequestListener } from 'node:http';

export interface Upload {
	content: Buffer;
	filename: string;
}

export interface MessageOptions {
	parse_mode: 'HTML';
	reply_parameters: { message_id: number };
	reply_markup: { inline_keyboard: Array<Array<{ text: string; callback_data: string }>> };
}

export interface Restriction {
	chat_id: number;
	user_id: number;
	permissions: { can_send_messages: boolean };
	until_date: number;
}

/** A person in a chat. */
export interface Who {
	chat_id: number;
	user_id: number;
}

export interface LinkOptions {
	chat_id: number;
	name: string;
	creates_join_request?: boolean;
}

/** The part of a library's bot that the tests use. */
export interface Client {
	getMe(): Promise<object>;
	sendMessage(chatId: number, text: string, options?: MessageOptions): Promise<object>;
	/** Uploads an album of two; `caption` is the picture's. */
	sendAlbum(chatId: number, picture: Upload, caption: string, clip: Upload): Promise<object>;
	sendPhoto(chatId: number, photo: Upload, caption: string): Promise<object>;
	sendDocument(chatId: number, document: Upload): Promise<object>;
	copyMessage(chatId: number, fromChatId: number, messageId: number): Promise<unknown>;
	/** Calls getFile, and downloads from where the library expects the file. */
	download(fileId: string): Promise<Buffer>;
	deleteMessages(chatId: number, ids: number[]): Promise<unknown>;
	restrict(restriction: Restriction): Promise<unknown>;
	getChatMember(chatId: number, userId: number): Promise<object>;
	unban(who: Who & { only_if_banned: true }): Promise<unknown>;
	promote(who: Who & { can_delete_messages: true }): Promise<unknown>;
	createLink(options: LinkOptions): Promise<object>;
	editLink(options: LinkOptions & { invite_link: string }): Promise<object>;
	revokeLink(chatId: number, link: string): Promise<object>;
	/** Replaces the main link of a chat. */
	exportLink(chatId: number): Promise<string>;
	approve(who: Who): Promise<unknown>;
	decline(who: Who): Promise<unknown>;
	/** The library's error for a 403. */
	forbidden: object;
	/** Polls, and answers a text with "You said" and the text. Returns a function that stops it. */
	poll(): Promise<() => Promise<void>>;
	/** Answers the command `/ping` with "pong". */
	webhook(secret: string): {
		listener: RequestListener;
		set(url: string): Promise<unknown>;
		url(): Promise<string | undefined>;
		remove(): Promise<unknown>;
	};
}

/** What a library of plain calls is: each takes the parameters of the API. */
type PlainApi = Record<string, (params?: object) => Promise<never>>;

/** The calls of a library whose methods have the names and the parameters of the API, but for albums and downloads. */
export function plainCalls(given: object, fileOf: (upload: Upload) => unknown) {
	const api = given as PlainApi;
	return {
		getMe: async () => await api.getMe(),
		sendMessage: async (chat_id, text, options) =>
			await api.sendMessage({ chat_id, text, ...options }),
		sendPhoto: async (chat_id, photo, caption) =>
			await api.sendPhoto({ chat_id, photo: fileOf(photo), caption }),
		sendDocument: async (chat_id, document) =>
			await api.sendDocument({ chat_id, document: fileOf(document) }),
		copyMessage: async (chat_id, from_chat_id, message_id) =>
			await api.copyMessage({ chat_id, from_chat_id, message_id }),
		deleteMessages: async (chat_id, message_ids) =>
			await api.deleteMessages({ chat_id, message_ids }),
		restrict: async (restriction) => await api.restrictChatMember(restriction),
		getChatMember: async (chat_id, user_id) => await api.getChatMember({ chat_id, user_id }),
		unban: async (who) => await api.unbanChatMember(who),
		promote: async (who) => await api.promoteChatMember(who),
		createLink: async (options) => await api.createChatInviteLink(options),
		editLink: async (options) => await api.editChatInviteLink(options),
		revokeLink: async (chat_id, invite_link) =>
			await api.revokeChatInviteLink({ chat_id, invite_link }),
		exportLink: async (chat_id) => await api.exportChatInviteLink({ chat_id }),
		approve: async (who) => await api.approveChatJoinRequest(who),
		decline: async (who) => await api.declineChatJoinRequest(who),
	} satisfies Partial<Client>;
}
