import { PERMISSIONS, RIGHTS } from './entities';
import { MEDIA_KINDS } from './mediaKinds';

/** JSON Schemas of the state: everything that passes can be processed and shown. */

const integer = { type: 'integer' };
const count = { type: 'integer', minimum: 0 };
const string = { type: 'string' };
const boolean = { type: 'boolean' };
const integers = { type: 'array', items: integer };
const strings = { type: 'array', items: string };

/** An object with all of `required` and any of `optional`. */
const object = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
	type: 'object',
	properties: { ...required, ...optional },
	required: Object.keys(required),
	additionalProperties: false,
});

const listOf = (items: object) => ({ type: 'array', items });

const flags = (names: readonly string[]) =>
	object({}, Object.fromEntries(names.map((name) => [name, boolean])));

const mediaKind = { enum: Object.keys(MEDIA_KINDS) };
const extent = { width: count, height: count, duration: count };

const inlineKeyboard = {
	type: 'object',
	properties: {
		inline_keyboard: listOf(listOf({ type: 'object', properties: { text: string } })),
	},
};

const webhook = object(
	{
		url: string,
		has_custom_certificate: boolean,
		max_connections: { type: 'integer', minimum: 1, maximum: 100 },
	},
	{
		ip_address: string,
		secret_token: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,256}$' },
		last_error_date: integer,
		last_error_message: string,
	},
);

const draft = object(
	{ bot_id: integer, draft_id: integer, text: string },
	{ parse_mode: string, entities: listOf({ type: 'object' }) },
);

const update = { type: 'object', properties: { update_id: integer }, required: ['update_id'] };

export const entityLists = {
	bots: listOf(
		object(
			// Code that masks a token in a log recognises it by this shape.
			{ id: integer, token: { type: 'string', pattern: '^\\d+:[A-Za-z0-9_-]+$' } },
			{
				next_update_id: integer,
				allowed_updates: strings,
				commands: listOf(
					object({ scope: string, language_code: string, commands: listOf({ type: 'object' }) }),
				),
				default_rights: object({}, { groups: { type: 'object' }, channels: { type: 'object' } }),
				webhook,
				updates: listOf(update),
			},
		),
	),
	users: listOf(
		object(
			{ id: integer, is_bot: boolean, first_name: string },
			{
				username: string,
				language_code: string,
				is_deleted: boolean,
				can_read_all_group_messages: boolean,
			},
		),
	),
	chats: listOf(
		object(
			{ id: integer, type: { enum: ['private', 'group', 'supergroup', 'channel'] } },
			{
				title: string,
				first_name: string,
				username: string,
				description: string,
				permissions: flags(PERMISSIONS),
				banned_senders: integers,
				linked_chat_id: integer,
				migrated_to: integer,
				draft,
			},
		),
	),
	members: listOf(
		object(
			{
				chat_id: integer,
				user_id: integer,
				status: {
					enum: ['creator', 'administrator', 'member', 'restricted', 'left', 'kicked'],
				},
			},
			{
				custom_title: string,
				rights: flags(RIGHTS),
				is_anonymous: boolean,
				promoted_by: integer,
				permissions: flags(PERMISSIONS),
				until_date: integer,
			},
		),
	),
	messages: listOf(
		object(
			{ message_id: integer, chat_id: integer, from_id: integer },
			{
				date: integer,
				edit_date: integer,
				text: string,
				caption: string,
				parse_mode: string,
				media_group_id: string,
				reply_to_message_id: integer,
				reply_markup: inlineKeyboard,
				options: { type: 'object' },
				forward_origin: { type: 'object' },
				pinned: integer,
				media: object({ kind: mediaKind, file_id: string }, extent),
				dice: object({ emoji: string, value: integer }),
				game: object({ short_name: string }),
				content: { type: 'object' },
				new_chat_members: integers,
				left_chat_member: integer,
				new_chat_title: string,
				migrate_to_chat_id: integer,
				migrate_from_chat_id: integer,
				sender_chat_id: integer,
				deleted: boolean,
			},
		),
	),
	files: listOf(
		object(
			{ file_id: string, kind: mediaKind },
			{
				file_unique_id: string,
				file_path: string,
				file_name: string,
				mime_type: string,
				file_size: count,
				profile_of: integer,
				disk_path: string,
				...extent,
			},
		),
	),
	invite_links: listOf(
		object(
			{ invite_link: string, chat_id: integer, creator_id: integer },
			{
				name: string,
				expire_date: integer,
				member_limit: integer,
				creates_join_request: boolean,
				is_primary: boolean,
				is_revoked: boolean,
				user_ids: integers,
			},
		),
	),
	join_requests: listOf(
		object({ chat_id: integer, user_id: integer, date: integer }, { invite_link: string }),
	),
	games: listOf(
		object({
			short_name: string,
			title: string,
			scores: listOf(object({ user_id: integer, score: integer })),
			inline_message_ids: strings,
		}),
	),
};

export const callbackQueries = listOf(
	object(
		{
			id: string,
			bot_id: integer,
			user_id: integer,
			chat_id: integer,
			message_id: integer,
			data: string,
		},
		{ answer: object({}, { text: string, show_alert: boolean, url: string }) },
	),
);

export const inlineQueries = listOf(
	object(
		{ id: string, bot_id: integer, user_id: integer, query: string },
		{ answer: object({ results: listOf({ type: 'object' }), cache_time: integer }) },
	),
);
