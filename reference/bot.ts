import type { Family } from './shape';
import { CHAT } from './shared';

const AUDIENCE = { scope: { type: 'object' }, language_code: { type: 'string' } } as const;

/** The bot, its updates, files and commands, and its answers to presses and queries. */
export const BOT = {
	getMe: { documented: 'reference', params: {}, result: 'User' },
	getFile: {
		documented: 'service',
		params: { file_id: { type: 'string', required: true } },
		result: 'File',
	},
	getUserProfilePhotos: {
		documented: 'service',
		params: {
			user_id: { type: 'integer', required: true },
			offset: { type: 'integer' },
			limit: { type: 'integer', least: 1, most: 100 },
		},
		result: 'ProfilePhotos',
	},
	setMyDefaultAdministratorRights: {
		documented: 'service',
		params: { rights: { type: 'object' }, for_channels: { type: 'boolean' } },
		result: 'true',
	},
	getUpdates: {
		documented: 'reference',
		params: {
			offset: { type: 'integer' },
			limit: { type: 'integer', least: 1, most: 100 },
			timeout: { type: 'integer' },
			allowed_updates: { type: 'strings' },
		},
		result: 'Updates',
	},
	setWebhook: {
		documented: 'reference',
		params: {
			// An empty address removes the webhook.
			url: { type: 'string', required: 'ownWords' },
			certificate: { type: 'file' },
			ip_address: { type: 'string' },
			max_connections: { type: 'integer', least: 1, most: 100 },
			allowed_updates: { type: 'strings' },
			drop_pending_updates: { type: 'boolean' },
			secret_token: { type: 'string', least: 1, most: 256 },
		},
		result: 'true',
	},
	deleteWebhook: {
		documented: 'service',
		params: { drop_pending_updates: { type: 'boolean' } },
		result: 'true',
	},
	getWebhookInfo: { documented: 'service', params: {}, result: 'WebhookInfo' },
	setMyCommands: {
		documented: 'service',
		params: { commands: { type: 'objects', required: true, most: 100 }, ...AUDIENCE },
		result: 'true',
	},
	getMyCommands: { documented: 'service', params: AUDIENCE, result: 'BotCommands' },
	answerCallbackQuery: {
		documented: 'service',
		params: {
			callback_query_id: { type: 'string', required: true },
			text: { type: 'string', most: 200 },
			show_alert: { type: 'boolean' },
			url: { type: 'string' },
			cache_time: { type: 'integer' },
		},
		result: 'true',
	},
	answerInlineQuery: {
		documented: 'service',
		params: {
			inline_query_id: { type: 'string', required: true },
			results: { type: 'objects', required: true, most: 50 },
			cache_time: { type: 'integer' },
		},
		ignored: ['is_personal', 'next_offset', 'switch_pm_text', 'switch_pm_parameter'],
		result: 'true',
	},
} as const satisfies Family;

const PLAYER = { user_id: { type: 'integer', required: true } } as const;

/** A message with a game: `chat_id` with `message_id`, or `inline_message_id` instead of both. */
const CARRIER = {
	chat_id: { type: 'integer' },
	message_id: { type: 'integer' },
	inline_message_id: { type: 'string' },
} as const;

/** Dice and games (reference 5.2 and 5.7). */
export const GAMES = {
	sendDice: {
		documented: 'reference',
		params: {
			...CHAT,
			emoji: { type: 'string' },
			message_thread_id: { type: 'integer' },
			reply_parameters: { type: 'object' },
			reply_markup: { type: 'object' },
		},
		ignored: [
			'business_connection_id',
			'disable_notification',
			'protect_content',
			'allow_paid_broadcast',
			'message_effect_id',
		],
		result: 'Message',
	},
	sendGame: {
		documented: 'service',
		params: {
			...CHAT,
			game_short_name: { type: 'string', required: true },
			reply_markup: { type: 'object' },
		},
		result: 'Message',
	},
	setGameScore: {
		documented: 'service',
		params: {
			...PLAYER,
			score: { type: 'integer', required: true, least: 0 },
			force: { type: 'boolean' },
			disable_edit_message: { type: 'boolean' },
			...CARRIER,
		},
		result: 'Score',
	},
	getGameHighScores: {
		documented: 'reference',
		params: { ...PLAYER, ...CARRIER },
		result: 'GameHighScores',
	},
} as const satisfies Family;
