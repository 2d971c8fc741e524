import { DIALECTS, type Dialect } from '../dialects';
import type { MediaKind } from './mediaKinds';

/** What the emulator stores. Ids are integers; dates are Unix timestamps in seconds. */

export interface User {
	id: number;
	is_bot: boolean;
	first_name: string;
	username?: string;
	/** Of the person's app. */
	language_code?: string;
	/** Deleted or limited by the service. */
	is_deleted?: boolean;
	/** Of a bot, and only getMe tells it; false is privacy mode. */
	can_read_all_group_messages?: boolean;
}

export interface Chat {
	id: number;
	type: 'private' | 'group' | 'supergroup' | 'channel';
	title?: string;
	first_name?: string;
	username?: string;
	/** What a bot has put into the input box of the person of a private chat. */
	draft?: Draft;
	/** Only getChat gives it. */
	description?: string;
	/** What members may do who are not restricted; what is absent is allowed. */
	permissions?: Permissions;
	/** Ids of the channels in whose name nobody may write here. */
	banned_senders?: number[];
	/** The channel that the group belongs to; only getChat gives it. */
	linked_chat_id?: number;
	/** The number of the supergroup that it has become. */
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

/** These two are rights in channels only. */
export const CHANNEL_RIGHTS: readonly string[] = ['can_post_messages', 'can_edit_messages'];

export type Rights = Partial<Record<(typeof RIGHTS)[number], boolean>>;

export type Status = 'creator' | 'administrator' | 'member' | 'restricted' | 'left' | 'kicked';

export interface Member {
	chat_id: number;
	user_id: number;
	status: Status;
	custom_title?: string;
	/** Of an administrator; a creator has all. */
	rights?: Rights;
	/** Of an administrator who writes in the group's name. */
	is_anonymous?: boolean;
	/** Of an administrator whom a bot has promoted: its id. No other bot may change their rights. */
	promoted_by?: number;
	/** Of a restricted member; also of one who has left, whom the API still shows as restricted. */
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
	/** The user whose profile picture it is, or was. */
	profile_of?: number;
	/** Where the bytes are on disk; absent for files that a seed made up. */
	disk_path?: string;
}

export interface Message {
	message_id: number;
	chat_id: number;
	from_id: number;
	/** The channel, or the group itself, in whose name the person has written it. */
	sender_chat_id?: number;
	date: number;
	edit_date?: number;
	text?: string;
	caption?: string;
	parse_mode?: string;
	media_group_id?: string;
	reply_to_message_id?: number;
	reply_markup?: unknown;
	/** What it was sent with beside its content, by the API's names. */
	options?: Record<string, unknown>;
	/** The message that this one forwards, as it was then. */
	forward_origin?: object;
	/** Of a pinned message; the one that was pinned last has the highest. */
	pinned?: number;
	media?: { kind: MediaKind; file_id: string } & Extent;
	dice?: { emoji: string; value: number };
	game?: { short_name: string };
	/** What else it holds, by the API's names: a sticker, a poll and so on. */
	content?: Record<string, unknown>;
	new_chat_members?: number[];
	left_chat_member?: number;
	new_chat_title?: string;
	migrate_to_chat_id?: number;
	migrate_from_chat_id?: number;
	/** Deleted messages stay, so that a reader of the state can see what became of them. */
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
	/** Who has come in through it. */
	user_ids: number[];
}

/** Somebody waits to be let into a chat. */
export interface JoinRequest {
	chat_id: number;
	user_id: number;
	date: number;
	/** The link that they came by. */
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
	/** The kind of scope, with the chat and the user it is for. */
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
	/** The kinds asked for last; absent: the default. */
	allowed_updates?: string[];
	commands?: CommandList[];
	/** What it asks for as an administrator. */
	default_rights?: { groups?: object; channels?: object };
	webhook?: Webhook;
	/** Updates that are not confirmed yet, oldest first. */
	updates: Update[];
}

/** What becomes of a parameter that a method does not know. */
export const UNKNOWN_PARAMETERS = ['refuse', 'ignore'] as const;

/** Whether a chat gets a message that says who came or went. */
export const VISIT_MESSAGES = ['sent', 'none'] as const;
export const HTTP_WEBHOOKS = ['loopback', 'anywhere'] as const;

/**
 * Which methods the server has: all that the emulator knows, those of SafeW's newest documentation, or
 * those of the first source (reference 1), with the parameters that it shows.
 */
export const METHOD_PRESETS = ['all', 'safew', 'reference'] as const;

export interface Settings {
	/** How it behaves in what the documentation leaves open, or says in two ways. */
	dialect: Dialect;
	methods: (typeof METHOD_PRESETS)[number];
	/** Further methods that the server lacks. */
	missingMethods: string[];
	/** Sending requests a second that one bot may make; 0: no limit. */
	sendRatePerSecond: number;
	/** The same for one chat. */
	perChatSendRatePerSecond: number;
	/** How a request above the rate is refused. */
	rateLimitStyle: 'message_too_much' | '429';
	/** Seconds that a 429 asks to wait; 0: it does not say. */
	retryAfterSeconds: number;
	maxFileSizeBytes: number;
	/** Added before every answer of the API. */
	latencyMs: number;
	webhookRetryBaseMs: number;
	webhookMaxAttempts: number;
	/** Where a webhook may have an address without HTTPS. */
	httpWebhooks: (typeof HTTP_WEBHOOKS)[number];
	longPollMaxSeconds: number;
	/** `ignore` also reads values as loosely as ordinary clients send them. */
	unknownParameters: (typeof UNKNOWN_PARAMETERS)[number];
	/** `none`, as in a big group: only `chat_member` says who came or went. */
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
