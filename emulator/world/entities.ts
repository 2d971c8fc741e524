import { DIALECTS, type Dialect } from '../dialects';
import type { MediaKind } from './mediaKinds';

/** What the emulator stores. Ids are integers; dates are Unix timestamps in seconds. */

export interface User {
	id: number;
	is_bot: boolean;
	first_name: string;
	username?: string;
	/** The language of the person's app. */
	language_code?: string;
	/** Deleted or limited by the service. */
	is_deleted?: boolean;
	/** Only for bots, and only in getMe; false is privacy mode. */
	can_read_all_group_messages?: boolean;
}

export interface Chat {
	id: number;
	type: 'private' | 'group' | 'supergroup' | 'channel';
	title?: string;
	first_name?: string;
	username?: string;
	/** What a bot put into the input box of a private chat. */
	draft?: Draft;
	/** Only in getChat. */
	description?: string;
	/** What unrestricted members may do; an absent permission is granted. */
	permissions?: Permissions;
	/** Ids of channels that nobody may write as here. */
	banned_senders?: number[];
	/** The channel that the group belongs to; only getChat gives it. */
	linked_chat_id?: number;
	/** The id of the supergroup that replaced this group. */
	migrated_to?: number;
}

export interface Draft {
	bot_id: number;
	draft_id: number;
	text: string;
	parse_mode?: string;
	entities?: unknown;
}

/** ChatPermissions in the order of the documentation (reference 6.3). */
export const PERMISSIONS = [
	'can_send_messages',
	'can_send_media_messages',
	'can_send_polls',
	'can_send_other_messages',
	'can_add_web_page_previews',
	'can_change_info',
	'can_invite_users',
	'can_pin_messages',
] as const;

export type Permissions = Partial<Record<(typeof PERMISSIONS)[number], boolean>>;

/** An administrator's rights (reference 6.2). */
export const RIGHTS = [
	'can_manage_chat',
	'can_post_messages',
	'can_edit_messages',
	'can_delete_messages',
	'can_manage_video_chats',
	'can_restrict_members',
	'can_promote_members',
	'can_change_info',
	'can_invite_users',
	'can_pin_messages',
] as const;

/** These two rights exist only in channels. */
export const CHANNEL_RIGHTS: readonly string[] = ['can_post_messages', 'can_edit_messages'];

export type Rights = Partial<Record<(typeof RIGHTS)[number], boolean>>;

export type Status = 'creator' | 'administrator' | 'member' | 'restricted' | 'left' | 'kicked';

export interface Member {
	chat_id: number;
	user_id: number;
	status: Status;
	custom_title?: string;
	/** Only for an administrator; a creator has all rights. */
	rights?: Rights;
	/** Whether an administrator writes as the group. */
	is_anonymous?: boolean;
	/** The id of the bot that promoted this administrator. No other bot may change their rights. */
	promoted_by?: number;
	/** Only for a restricted member, even after leaving, because the API still shows them as restricted. */
	permissions?: Permissions;
	/** When a restriction or ban ends; absent when it is permanent. */
	until_date?: number;
}

/** Width and height in pixels, duration in seconds. */
export interface Extent {
	width?: number;
	height?: number;
	duration?: number;
}

export interface StoredFile extends Extent {
	file_id: string;
	file_unique_id: string;
	file_path: string;
	kind: MediaKind;
	file_name: string;
	mime_type: string;
	/** Bytes. */
	file_size: number;
	/** The user whose current or former profile picture it is. */
	profile_of?: number;
	/** Path of the bytes; absent for files that a seed made up. */
	disk_path?: string;
}

export interface Message {
	message_id: number;
	chat_id: number;
	from_id: number;
	/** The channel, or the group itself, that the person wrote as. */
	sender_chat_id?: number;
	date: number;
	edit_date?: number;
	text?: string;
	caption?: string;
	parse_mode?: string;
	media_group_id?: string;
	reply_to_message_id?: number;
	reply_markup?: unknown;
	/** Options that it was sent with, by the API's names. */
	options?: Record<string, unknown>;
	/** The forwarded message, as it was at that time. */
	forward_origin?: object;
	/** Only for a pinned message; the highest number was pinned last. */
	pinned?: number;
	media?: { kind: MediaKind; file_id: string } & Extent;
	dice?: { emoji: string; value: number };
	game?: { short_name: string };
	/** Other content, by the API's names: a sticker, a poll and so on. */
	content?: Record<string, unknown>;
	new_chat_members?: number[];
	left_chat_member?: number;
	new_chat_title?: string;
	migrate_to_chat_id?: number;
	migrate_from_chat_id?: number;
	/** Deleted messages stay, so that the state shows what happened to them. */
	deleted: boolean;
}

/** An invitation to a chat (reference 5.5). */
export interface InviteLink {
	invite_link: string;
	chat_id: number;
	creator_id: number;
	name?: string;
	expire_date?: number;
	member_limit?: number;
	creates_join_request: boolean;
	is_primary: boolean;
	is_revoked: boolean;
	/** Who joined through it. */
	user_ids: number[];
}

/** A request to join a chat. */
export interface JoinRequest {
	chat_id: number;
	user_id: number;
	date: number;
	/** The link that it came through. */
	invite_link?: string;
}

export interface Game {
	short_name: string;
	title: string;
	scores: Array<{ user_id: number; score: number }>;
	/** Inline messages that carry the game. */
	inline_message_ids: string[];
}

export interface CallbackQuery {
	id: string;
	bot_id: number;
	user_id: number;
	chat_id: number;
	message_id: number;
	data: string;
	answer?: { text?: string; show_alert?: boolean; url?: string };
}

/** What somebody typed after a bot's name. */
export interface InlineQuery {
	id: string;
	bot_id: number;
	user_id: number;
	query: string;
	answer?: { results: object[]; cache_time: number };
}

/** The commands that an app offers some people. */
export interface CommandList {
	/** The kind of scope, with its chat and user. */
	scope: string;
	language_code: string;
	commands: object[];
}

export interface Update {
	update_id: number;
	[kind: string]: unknown;
}

export interface Webhook {
	url: string;
	has_custom_certificate: boolean;
	ip_address?: string;
	max_connections: number;
	secret_token?: string;
	last_error_date?: number;
	last_error_message?: string;
}

export interface Bot {
	id: number;
	token: string;
	next_update_id: number;
	/** The kinds requested last; absent for the default. */
	allowed_updates?: string[];
	commands?: CommandList[];
	/** The rights that it asks for as an administrator. */
	default_rights?: { groups?: object; channels?: object };
	webhook?: Webhook;
	/** Unconfirmed updates, oldest first. */
	updates: Update[];
}

/** How to treat a parameter that a method does not know. */
export const UNKNOWN_PARAMETERS = ['refuse', 'ignore'] as const;

/** Whether a chat gets a message when somebody joins or leaves. */
export const VISIT_MESSAGES = ['sent', 'none'] as const;
export const HTTP_WEBHOOKS = ['loopback', 'anywhere'] as const;

/**
 * Which methods the server has: all that the emulator knows, those of SafeW's newest documentation, or
 * those of the first source (reference 1), with the parameters that it shows.
 */
export const METHOD_PRESETS = ['all', 'safew', 'reference'] as const;

export interface Settings {
	/** How it behaves if the documentation is silent or contradicts itself. */
	dialect: Dialect;
	methods: (typeof METHOD_PRESETS)[number];
	/** Further methods that the server lacks. */
	missingMethods: string[];
	/** Sending requests per second for one bot; 0 for no limit. */
	sendRatePerSecond: number;
	/** The same for one chat. */
	perChatSendRatePerSecond: number;
	/** How a request above the rate is refused. */
	rateLimitStyle: 'message_too_much' | '429';
	/** Seconds to wait in a 429; 0 to leave them out. */
	retryAfterSeconds: number;
	maxFileSizeBytes: number;
	/** Added before every answer of the API. */
	latencyMs: number;
	webhookRetryBaseMs: number;
	webhookMaxAttempts: number;
	/** Which hosts may have a webhook without HTTPS. */
	httpWebhooks: (typeof HTTP_WEBHOOKS)[number];
	longPollMaxSeconds: number;
	/** `ignore` also reads values as loosely as ordinary clients send them. */
	unknownParameters: (typeof UNKNOWN_PARAMETERS)[number];
	/** `none` is as in a big group: only `chat_member` tells who joined or left. */
	visitMessages: (typeof VISIT_MESSAGES)[number];
}

export const DEFAULT_SETTINGS: Settings = {
	dialect: DIALECTS.safew,
	methods: 'all',
	missingMethods: [],
	sendRatePerSecond: 0,
	perChatSendRatePerSecond: 0,
	rateLimitStyle: 'message_too_much',
	retryAfterSeconds: 1,
	maxFileSizeBytes: 2 * 1024 ** 3,
	latencyMs: 0,
	webhookRetryBaseMs: 1000,
	webhookMaxAttempts: 8,
	httpWebhooks: 'loopback',
	longPollMaxSeconds: 50,
	unknownParameters: 'refuse',
	visitMessages: 'sent',
};
