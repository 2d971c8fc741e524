/**
 * Required fields of updates that can be 0 or empty. In any other field `null`, 0, an empty text and an empty
 * list say that the server has left it out (reference 6.1).
 */
export const VALUES_IF_EMPTY: readonly string[] = [
	...['update_id', 'message_id', 'id', 'date', 'query'],
	// Marks in a text, dice, places, and sizes of files.
	...['offset', 'length', 'value', 'latitude', 'longitude', 'duration', 'width', 'height'],
];

/** The optional fields of what an update brings, by object, as far as a bot reads them (reference 6.1). */
export const OPTIONAL_FIELDS = {
	message: [
		...['sender_chat', 'message_thread_id', 'is_topic_message', 'is_automatic_forward', 'via_bot'],
		...['forward_origin', 'forward_from', 'forward_from_chat', 'forward_date', 'edit_date'],
		...[
			'reply_to_message',
			'reply_to_story',
			'external_reply',
			'quote',
			'media_group_id',
			'reply_markup',
		],
		...['text', 'entities', 'caption', 'caption_entities', 'link_preview_options'],
		...['animation', 'audio', 'document', 'photo', 'sticker', 'video', 'video_note', 'voice'],
		...['checklist', 'contact', 'dice', 'game', 'giveaway', 'invoice', 'location', 'paid_media'],
		...['poll', 'story', 'venue', 'new_chat_members', 'left_chat_member', 'new_chat_title'],
		...['migrate_to_chat_id', 'migrate_from_chat_id', 'pinned_message', 'forum_topic_created'],
	],
	chat: ['title', 'username', 'first_name', 'last_name'],
	user: ['last_name', 'username', 'language_code'],
	press: ['message', 'inline_message_id', 'data', 'game_short_name'],
	file: ['file_size', 'file_name', 'mime_type', 'thumbnail'],
} as const;
