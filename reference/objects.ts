/**
 * The API's results, as far as the documentation promises them (reference 6.1). An object may have
 * more fields than are listed here.
 */
export interface Entity {
	[field: string]: string | number | boolean | object | null | undefined;
}

export interface User extends Entity {
	id: number;
	is_bot: boolean;
	first_name?: string;
	username?: string;
}

export interface Chat extends Entity {
	id: number;
	type: 'private' | 'group' | 'supergroup' | 'channel';
	title?: string;
	username?: string;
}

export interface Message extends Entity {
	message_id: number;
	date: number;
	chat: Chat;
	from?: User;
	text?: string;
	caption?: string;
}

export interface ChatMember extends Entity {
	user: User;
	status: 'creator' | 'administrator' | 'member' | 'restricted' | 'left' | 'kicked';
}

export interface File extends Entity {
	file_id: string;
	file_unique_id: string;
	file_size?: number;
	file_path?: string;
}

export interface PhotoSize extends Entity {
	file_id: string;
	width: number;
	height: number;
}

export interface ProfilePhotos extends Entity {
	total_count: number;
	photos: PhotoSize[][];
}

export interface Update extends Entity {
	update_id: number;
}

export interface WebhookInfo extends Entity {
	/** Empty if the bot has none. */
	url: string;
	pending_update_count?: number;
	last_error_date?: number;
	last_error_message?: string;
	allowed_updates?: string[];
}

export interface InviteLink extends Entity {
	invite_link: string;
	creates_join_request: boolean;
	is_primary: boolean;
	is_revoked: boolean;
}

export interface BotCommand extends Entity {
	command: string;
	description: string;
}

export interface GameHighScore extends Entity {
	position: number;
	user: User;
	score: number;
}

/** The types of results, by name. */
export interface Results {
	true: true;
	count: number;
	link: string;
	User: User;
	Chat: Chat;
	Message: Message;
	Messages: Message[];
	/** One object in the older documentation, a list of one in the newest. */
	CopiedMessage: Array<{ message_id: number }> | { message_id: number };
	/** With `return_failed`, the outcome of each message; otherwise true. */
	Deletion:
		| true
		| {
				deleted_message_ids: number[];
				failed_message_ids: Array<{ message_id: number; description: string }>;
		  };
	ChatMember: ChatMember;
	ChatMembers: ChatMember[];
	File: File;
	ProfilePhotos: ProfilePhotos;
	Updates: Update[];
	WebhookInfo: WebhookInfo;
	InviteLink: InviteLink;
	BotCommands: BotCommand[];
	GameHighScores: GameHighScore[];
	/** True for an inline message, which the bot cannot see. */
	Score: Message | true;
}
