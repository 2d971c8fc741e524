import type { INodePropertyOptions } from 'n8n-workflow';

/** The kinds of update a bot may be sent (reference 3.1). */
export const updateKinds: INodePropertyOptions[] = [
	{
		name: 'Bot Membership Changed',
		value: 'my_chat_member',
		description: 'The bot was added or removed, or its rights changed',
	},
	{
		name: 'Button Press',
		value: 'callback_query',
		description: 'Someone pressed an inline button',
	},
	{ name: 'Channel Post', value: 'channel_post', description: 'A new post in a channel' },
	{
		name: 'Channel Post Edited',
		value: 'edited_channel_post',
		description: 'A post in a channel was changed',
	},
	{
		name: 'Inline Query',
		value: 'inline_query',
		description: 'Someone typed the bot’s name and a query in a chat',
	},
	{
		name: 'Inline Result Chosen',
		value: 'chosen_inline_result',
		description: 'Someone sent a result of an inline query',
	},
	{
		name: 'Join Request',
		value: 'chat_join_request',
		description: 'Someone asked to join a chat',
	},
	{
		name: 'Member Changed',
		value: 'chat_member',
		description: 'A member joined, left, was banned or restricted',
	},
	{
		name: 'Message',
		value: 'message',
		description: 'A new message of any kind, with text or media',
	},
	{ name: 'Message Edited', value: 'edited_message', description: 'A message was changed' },
	{ name: 'Poll', value: 'poll', description: 'The state of a poll changed' },
	{ name: 'Poll Answer', value: 'poll_answer', description: 'Someone voted in a poll' },
	{
		name: 'Reaction',
		value: 'message_reaction',
		description: 'Someone added or removed a reaction to a message',
	},
];

/** The media that a message can have. An animation has a document, too, and comes before it. */
export const mediaTypes = [
	{ name: 'Animation', value: 'animation' },
	{ name: 'Audio', value: 'audio' },
	{ name: 'Document', value: 'document' },
	{ name: 'Photo', value: 'photo' },
	{ name: 'Sticker', value: 'sticker' },
	{ name: 'Video', value: 'video' },
	{ name: 'Video Note', value: 'video_note' },
	{ name: 'Voice', value: 'voice' },
];

/** What an output of its own can be for: the values are those of contentTypeOf. */
export const contentKinds = [
	{ name: 'Animation', value: 'animation' },
	{ name: 'Audio', value: 'audio' },
	{ name: 'Bot Membership', value: 'my_chat_member' },
	{ name: 'Button', value: 'button' },
	{ name: 'Checklist', value: 'checklist' },
	{ name: 'Command', value: 'command' },
	{ name: 'Contact', value: 'contact' },
	{ name: 'Dice', value: 'dice' },
	{ name: 'Document', value: 'document' },
	{ name: 'Game', value: 'game' },
	{ name: 'Giveaway', value: 'giveaway' },
	{ name: 'Inline Query', value: 'inline_query' },
	{ name: 'Join', value: 'join' },
	{ name: 'Join Request', value: 'join_request' },
	{ name: 'Leave', value: 'leave' },
	{ name: 'Location', value: 'location' },
	{ name: 'Paid Media', value: 'paid_media' },
	{ name: 'Photo', value: 'photo' },
	{ name: 'Reaction', value: 'reaction' },
	{ name: 'Sticker', value: 'sticker' },
	{ name: 'Story', value: 'story' },
	{ name: 'Text', value: 'text' },
	{ name: 'Video', value: 'video' },
	{ name: 'Video Note', value: 'video_note' },
	{ name: 'Voice', value: 'voice' },
];

/** What a message can be locked for, beside its media. The values are those of contentTypeOf and kindsAmong. */
export const lockableKinds = [
	...mediaTypes,
	{ name: 'Button With a Link', value: 'buttonLink' },
	{ name: 'Checklist', value: 'checklist' },
	{ name: 'Contact', value: 'contact' },
	{ name: 'Dice', value: 'dice' },
	{ name: 'Game', value: 'game' },
	{ name: 'Giveaway', value: 'giveaway' },
	{ name: 'In the Name of a Channel', value: 'senderChat' },
	{ name: 'Location', value: 'location' },
	{ name: 'Paid Media', value: 'paid_media' },
	{ name: 'Poll', value: 'poll' },
	{ name: 'Story', value: 'story' },
	{ name: 'Via a Bot', value: 'viaBot' },
].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Scripts by their name in Unicode, but Japanese and Korean, which have several. */
export const scripts = [
	{ name: 'Arabic (Arabic, Persian, Urdu)', value: 'Arabic' },
	{ name: 'Armenian', value: 'Armenian' },
	{ name: 'Bengali', value: 'Bengali' },
	{ name: 'Burmese', value: 'Myanmar' },
	{ name: 'Chinese', value: 'Han' },
	{ name: 'Cyrillic (Russian, Ukrainian)', value: 'Cyrillic' },
	{ name: 'Devanagari (Hindi, Nepali)', value: 'Devanagari' },
	{ name: 'Ethiopic (Amharic)', value: 'Ethiopic' },
	{ name: 'Georgian', value: 'Georgian' },
	{ name: 'Greek', value: 'Greek' },
	{ name: 'Gujarati', value: 'Gujarati' },
	{ name: 'Hebrew', value: 'Hebrew' },
	{ name: 'Japanese', value: 'Japanese' },
	{ name: 'Khmer', value: 'Khmer' },
	{ name: 'Korean', value: 'Korean' },
	{ name: 'Lao', value: 'Lao' },
	{ name: 'Latin (English, Vietnamese, Turkish)', value: 'Latin' },
	{ name: 'Punjabi', value: 'Gurmukhi' },
	{ name: 'Sinhala', value: 'Sinhala' },
	{ name: 'Tamil', value: 'Tamil' },
	{ name: 'Telugu', value: 'Telugu' },
	{ name: 'Thai', value: 'Thai' },
];
