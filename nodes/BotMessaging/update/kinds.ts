import type { INodePropertyOptions } from 'n8n-workflow';

/** By kind, the name and the description in forms. */
const KINDS: Record<string, [name: string, description: string]> = {
	my_chat_member: ['Bot Membership Changed', 'The bot was added or removed, or its rights changed'],
	callback_query: ['Button Press', 'Someone pressed an inline button'],
	channel_post: ['Channel Post', 'A new post in a channel'],
	edited_channel_post: ['Channel Post Edited', 'A post in a channel was changed'],
	inline_query: ['Inline Query', 'Someone typed the bot’s name and a query in a chat'],
	chosen_inline_result: ['Inline Result Chosen', 'Someone sent a result of an inline query'],
	chat_join_request: ['Join Request', 'Someone asked to join a chat'],
	chat_member: ['Member Changed', 'A member joined, left, was banned or restricted'],
	message: ['Message', 'A new message of any kind, with text or media'],
	edited_message: ['Message Edited', 'A message was changed'],
	poll: ['Poll', 'The state of a poll changed'],
	poll_answer: ['Poll Answer', 'Someone voted in a poll'],
	message_reaction: ['Reaction', 'Someone added or removed a reaction to a message'],
};

/** The kinds of update a bot may be sent (reference 3.1). */
export const updateKinds: INodePropertyOptions[] = Object.entries(KINDS).map(
	([value, [name, description]]) => ({ name, value, description }),
);

/** `video_note` becomes `Video Note`. */
const labelOf = (value: string) =>
	value.replace(/_/g, ' ').replace(/\b\w/g, (letter) => letter.toUpperCase());

/** Choices sorted by name; `others` have custom names. */
const choicesOf = (values: string[], others: Record<string, string> = {}) =>
	[...values.map((value) => [value, labelOf(value)] as const), ...Object.entries(others)]
		.map(([value, name]) => ({ name, value }))
		.sort((a, b) => (a.name < b.name ? -1 : 1));

const MEDIA = 'animation audio document photo sticker video video_note voice'.split(' ');

/** The media types of a message. An animation has a document, too, so it comes before document. */
export const mediaTypes = choicesOf(MEDIA);

/** Message contents that are neither text nor a file, except polls. */
const CONTENTS = 'checklist contact dice game giveaway location paid_media story'.split(' ');

export const otherContents = [...CONTENTS, 'poll'];

const EVENTS = 'button command inline_query join join_request leave reaction text'.split(' ');

/** Kinds that can have an output of their own, with the values of `contentType`. */
export const contentKinds = choicesOf([...MEDIA, ...CONTENTS, ...EVENTS], {
	my_chat_member: 'Bot Membership',
});

/** Kinds of messages that can be forbidden, with the values of `contentType` and kindsAmong. */
export const lockableKinds = choicesOf([...MEDIA, ...otherContents], {
	buttonLink: 'Button With a Link',
	senderChat: 'In the Name of a Channel',
	viaBot: 'Via a Bot',
});

/** Scripts by their name in Unicode, but Japanese and Korean, which have several. */
export const scripts = choicesOf(
	[
		...['Armenian', 'Bengali', 'Georgian', 'Greek', 'Gujarati', 'Hebrew', 'Japanese', 'Khmer'],
		...['Korean', 'Lao', 'Sinhala', 'Tamil', 'Telugu', 'Thai'],
	],
	{
		Arabic: 'Arabic (Arabic, Persian, Urdu)',
		Myanmar: 'Burmese',
		Han: 'Chinese',
		Cyrillic: 'Cyrillic (Russian, Ukrainian)',
		Devanagari: 'Devanagari (Hindi, Nepali)',
		Ethiopic: 'Ethiopic (Amharic)',
		Latin: 'Latin (English, Vietnamese, Turkish)',
		Gurmukhi: 'Punjabi',
	},
);
