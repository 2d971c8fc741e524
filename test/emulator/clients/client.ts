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
