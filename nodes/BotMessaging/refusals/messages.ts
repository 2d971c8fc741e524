import type { RefusalRow } from './refusal';

export const MESSAGE = 'message_ids|range|message_id';

/** What servers say about messages, texts and buttons. */
export const ABOUT_MESSAGES: RefusalRow[] = [
	{
		says: 'message thread not found | TOPIC_DELETED | TOPIC_ID_INVALID',
		topicGone:
			'The chat has no such topic, or it was deleted. To write to General, send without a topic.',
		check: ['message_thread_id'],
	},
	{
		says: 'message thread is closed | TOPIC_CLOSED',
		topicGone:
			'The topic is closed. Open it again, or make the bot an administrator with the right to manage topics.',
		check: ['message_thread_id'],
	},
	{
		says: 'the chat is not a forum | CHANNEL_FORUM_MISSING',
		badValue: 'The chat has no topics.',
		check: ['chat_id', 'message_thread_id'],
	},
	{
		says: `message to be replied not found | message to reply not found | replied message not found
			| reply message not found | REPLY_MESSAGE_ID_INVALID | REPLY_TO_INVALID`,
		messageGone: 'The chat has no such message to reply to, or it was deleted.',
		check: ['reply_to_message_id|reply_parameters'],
	},
	{
		says: 'message to delete not found',
		method: /^delete/,
		messageGone:
			'The message does not exist, was deleted before, or belongs to another chat. If another published workflow of the same bot moderates this chat, it may have deleted the message first.',
		check: ['chat_id', MESSAGE],
	},
	{
		says: 'message to forward not found | message to copy not found',
		method: /^(forward|copy)/,
		messageGone: 'The bot must be in both chats, and the message must still be there.',
		check: ['chat_id', 'from_chat_id', MESSAGE],
	},
	{
		says: 'message to unpin not found',
		method: /^unpin/,
		messageGone: 'The chat has no such message, or it is not pinned.',
		check: ['chat_id', MESSAGE],
	},
	{
		says: `message to edit not found | message to pin not found | message not found
			| MESSAGE_ID_INVALID | MSG_ID_INVALID`,
		messageGone: 'The chat has no such message.',
		check: ['from_chat_id|chat_id', MESSAGE],
	},
	{
		says: 'message identifier is not specified | message identifiers are not specified',
		badValue: 'The server got no message ID.',
		check: [MESSAGE],
	},
	{
		says: 'too many message identifiers specified | too many messages to delete',
		method: /Messages$/,
		badValue: 'A request can have at most 100 messages.',
		check: [MESSAGE],
	},
	{
		says: 'message is not modified | MESSAGE_NOT_MODIFIED',
		method: /^(edit|setGameScore)/,
		alreadyDone: 'The message already has this content, so there is nothing to change.',
	},
	{
		says: "message can't be edited | MESSAGE_AUTHOR_REQUIRED | MESSAGE_EDIT_TIME_EXPIRED",
		method: /^edit/,
		noRight: 'A bot can edit only its own messages, and some of them only for a time.',
		check: [MESSAGE],
	},
	{
		says: "message can't be deleted | MESSAGE_DELETE_FORBIDDEN",
		noRight: 'The service does not let a bot delete this message. It may be older than 48 hours.',
	},
	{
		says: `message can't be forwarded | message can't be copied | CHAT_FORWARDS_RESTRICTED
			| message has protected content and can't be forwarded
			| administrators of the chat restricted message forwarding`,
		noRight:
			'Some messages cannot be forwarded or copied, such as protected messages and join messages. Filter them out with an If node.',
	},
	{
		says: 'there is no text in the message to edit',
		method: /^editMessageText$/,
		badValue:
			'The message has no text: it is a photo or another file, and this operation changes texts only.',
		check: [MESSAGE],
	},
	{
		says: `message text is empty | MESSAGE_EMPTY | text must be non-empty | text is empty
			| message must be non-empty`,
		method: /^(send|edit)/,
		badValue: 'The text is empty, or contains only spaces and formatting.',
		check: ['text'],
	},
	{
		says: 'MESSAGE_TOO_LONG | message is too long | text is too long',
		only: 'callback_query_id',
		tooLong: 'The answer to a button press can hold up to 200 characters. Shorten {text}.',
	},
	{
		says: 'MESSAGE_TOO_LONG | message is too long | text is too long',
		only: 'long_text',
		tooLong:
			'A message can hold up to 4,096 characters. Shorten {text}, or add Long Text to send the text in several messages.',
	},
	{
		says: 'MESSAGE_TOO_LONG | message is too long | text is too long',
		tooLong: 'A message can hold up to 4,096 characters. Shorten {text}.',
	},
	{
		says: 'MESSAGE_TOO_LONG | message is too long | text is too long',
		tooLong: 'A message can hold up to 4,096 characters. Shorten its text.',
	},
	{
		says: 'caption is too long | MEDIA_CAPTION_TOO_LONG | CAPTION_TOO_LONG',
		only: 'long_text',
		tooLong:
			'A caption can hold up to 1,024 characters. Shorten {caption}, or add Long Text to send the rest as a message.',
	},
	{
		says: 'caption is too long | MEDIA_CAPTION_TOO_LONG | CAPTION_TOO_LONG',
		tooLong: 'A caption can hold up to 1,024 characters. Shorten it.',
		check: ['caption'],
	},
	{
		says: 'ENTITIES_TOO_LONG',
		tooLong: 'The text has too much formatting. Remove some of it, or send several messages.',
	},
	{
		says: "can't parse entities | unsupported parse_mode",
		badValue:
			'The formatting of the text is broken. Fix it, or remove Format to send the text as it is. If the operation has If Formatting Is Refused, this option does so automatically.',
	},
	{
		says: `can't parse MessageEntity | entities must be | ENTITY_BOUNDS_INVALID
			| ENTITY_TEXTURL_INVALID | ENTITY_MENTION_USER_INVALID`,
		badValue:
			'Each entry of the list needs a type, and offset and length as numbers within the text. A link needs a complete address, and a mention a person whom the bot has met.',
		check: ['entities|caption_entities'],
	},
	{
		says: 'must be encoded in UTF-8',
		badValue: 'The text has characters that are broken, for example half of an emoji.',
		check: ['text', 'caption'],
	},
	{
		says: 'BUTTON_URL_INVALID | inline keyboard button URL … is invalid',
		badValue:
			'The address of a button is not valid. It must be complete, for example https://example.com, and must not lead to a private network.',
		check: ['reply_markup'],
	},
	{
		says: 'BUTTON_DATA_INVALID',
		badValue: 'The data of a button must have 1 to 64 bytes.',
		check: ['reply_markup'],
	},
	{
		says: 'BUTTON_USER_PRIVACY_RESTRICTED | BUTTON_USER_INVALID',
		badValue: 'A button leads to a person who does not allow this.',
		check: ['reply_markup'],
	},
	{
		says: 'BUTTON_POS_INVALID | first button must start the game | button of a game must be',
		badValue: 'The first button of a game must start the game, and no other button may.',
		check: ['reply_markup'],
	},
	{
		says: 'REPLY_MARKUP_TOO_LONG | reply markup is too long',
		tooLong: 'The message has too many buttons, or their data is too long.',
		check: ['reply_markup'],
	},
	{
		says: `can't parse inline keyboard button | can't parse reply keyboard markup
			| can't parse keyboard button | object expected as reply markup | inline keyboard expected
			| text buttons are unallowed in the inline keyboard | BUTTON_TYPE_INVALID
			| REPLY_MARKUP_INVALID | BUTTON_INVALID | BUTTON_TEXT_INVALID`,
		badValue:
			'The server does not accept the buttons. Each button needs a text, and one thing that it does.',
		check: ['reply_markup'],
	},
];
