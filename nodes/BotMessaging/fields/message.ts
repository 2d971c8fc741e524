import { UserError } from '../api/errors';
import type { Encode, Field, Operation, Values } from '../engine/define';
import { chatId } from './chat';
import { choice, integer, json, optionalText } from './encode';
import { formatted, formattedText, inOneMessage } from './format';
import { choices, formOnly, sent, sentSwitch, toggle } from './formField';

export { parseMode } from './format';

export const messageId = sent(
	'messageId',
	'The ID of the message in its chat. The triggers output it as messageId.',
	integer,
	{ displayName: 'Message ID', required: true, placeholder: 'e.g. 42' },
);

export const text = sent('text', 'The text of the message', formattedText, {
	typeOptions: { rows: 3 },
	required: true,
	placeholder: 'e.g. Hello!',
});

/** The text of an operation that cannot split it. */
export const shortText: Field = {
	...text,
	wire: { encode: inOneMessage(formattedText) },
};

export const caption = sent('caption', 'Text shown with the media', formatted, {
	typeOptions: { rows: 2 },
	placeholder: 'e.g. Our new office',
});

/** A new text or caption for a copy; only the server knows which. */
export const copyCaption: Field = {
	...caption,
	description: 'The new text or caption of the copy, without formatting',
	wire: { encode: inOneMessage(formatted) },
};

// The numbers here are text fields: a number field needs a default, which would be sent if overlooked.

export const replyToMessageId = sent(
	'replyToMessageId',
	'The ID of the message to reply to',
	integer,
	{ displayName: 'Reply to Message ID', placeholder: 'e.g. 42' },
);

/** Servers ignore the API's own way (`allow_sending_without_reply`), so the node does it by itself. */
export const sendAnyway = formOnly(
	'allowSendingWithoutReply',
	'Whether to send the message without a reply if the message to reply to is gone',
	{ displayName: 'Send Anyway', ...toggle, default: true },
);

const REPLY_GONE = /\brepl(?:y|ied)\b.*not found|REPLY_MESSAGE_ID_INVALID/i;

/** What Send Anyway sends. */
export const withoutReply: Operation['ifRefused'] = ({ description }, body, values) => {
	const { [sendAnyway.name]: isWanted } = (values.additionalFields ?? {}) as Values;
	const { reply_to_message_id: target, reply_parameters: reply = target, ...alone } = body;
	const isGone = reply !== undefined && REPLY_GONE.test(description);
	return isWanted === true && isGone ? alone : undefined;
};

/** sendDice has an object of its own for the reply target (reference 5.7). */
export const replyParameters: Field = {
	...replyToMessageId,
	wire: {
		key: 'reply_parameters',
		encode: (value, label) => ({ message_id: integer(value, label) }),
	},
};

export const messageThreadId = sent(
	'messageThreadId',
	'The ID of the topic to send to. Applies only to groups with topics. The triggers output it as topicId.',
	integer,
	{ displayName: 'Topic ID', placeholder: 'e.g. 7' },
);

export const duration = sent('duration', 'The duration of the recording in seconds', integer, {
	displayName: 'Duration (Seconds)',
	placeholder: 'e.g. 90',
});

export const width = sent('width', 'The width of the video in pixels', integer, {
	displayName: 'Width (Pixels)',
	placeholder: 'e.g. 1280',
});

export const height = sent('height', 'The height of the video in pixels', integer, {
	displayName: 'Height (Pixels)',
	placeholder: 'e.g. 720',
});

/** The message to forward or copy. */
export const sourceFields: Field[] = [
	{
		...chatId,
		displayName: 'From Chat',
		name: 'fromChatId',
		description: 'The chat of the message. The triggers output it as chatId.',
	},
	messageId,
];

/** What can be added to a message beside its content (reference 5.2). */

export const disableNotification = sentSwitch(
	'disableNotification',
	'Silent',
	'Whether to send the message silently. People receive it without a sound.',
);

const protectContent = sentSwitch(
	'protectContent',
	'Protect Content',
	'Whether to protect the message from forwarding and saving',
);

/** How a message is sent, whatever is in it. */
export const delivery: Field[] = [disableNotification, protectContent, messageThreadId];

export const linkPreviewOptions = sent(
	'linkPreviewOptions',
	'How to preview a link in the text',
	choice({
		above: () => ({ show_above_text: true }),
		hide: () => ({ is_disabled: true }),
		large: () => ({ prefer_large_media: true }),
		small: () => ({ prefer_small_media: true }),
	}),
	{
		displayName: 'Link Preview',
		...choices('hide', {
			above: ['Above Text'],
			hide: ['Hide'],
			large: ['Large Picture'],
			small: ['Small Picture'],
		}),
	},
);

/** A list of MessageEntity. An empty one counts as not added, because it is the default. */
const entityList: Encode = (value, label) => {
	const data = json(value, label);
	const list: unknown[] = Array.isArray(data) ? data.filter((entry) => entry != null) : [data];
	if (!list.every((entry) => typeof entry === 'object' && !Array.isArray(entry))) {
		throw new UserError(
			`${label} must be a list of objects`,
			'For example [{"type": "bold", "offset": 0, "length": 5}]: the position of the formatted part, and its format.',
		);
	}
	return list.length > 0 ? list : undefined;
};

export const entities = sent(
	'entities',
	'Formatting as a list of positions in the text, instead of Format. With a Format other than None, the server ignores the list. An empty list has no effect.',
	entityList,
	{
		displayName: 'Entities (JSON)',
		type: 'json',
		default: '[]',
		hint: 'For example [{"type": "bold", "offset": 0, "length": 5}]',
	},
);

export const captionEntities: Field = {
	...entities,
	displayName: 'Caption Entities (JSON)',
	name: 'captionEntities',
	description:
		'Formatting as a list of positions in the caption, instead of Format. With a Format other than None, the server ignores the list. An empty list has no effect.',
};

export const showCaptionAboveMedia = sentSwitch(
	'showCaptionAboveMedia',
	'Caption Above Media',
	'Whether to show the caption above the photo or video instead of below',
);

export const hasSpoiler = sentSwitch(
	'hasSpoiler',
	'Spoiler',
	'Whether to blur the photo or video until someone taps it',
);

export const supportsStreaming = sentSwitch(
	'supportsStreaming',
	'Streaming',
	'Whether people can watch the video while it loads',
);

export const performer = sent(
	'performer',
	'The performer shown in the audio player',
	optionalText,
	{ placeholder: 'e.g. The Beatles' },
);

export const title = sent(
	'title',
	'The title of the track shown in the audio player',
	optionalText,
	{ placeholder: 'e.g. Yesterday' },
);

export const disableContentTypeDetection = sentSwitch(
	'disableContentTypeDetection',
	'Skip Type Detection',
	'Whether to send the file as it is, without detecting its type',
);

export const videoStartTimestamp = sent(
	'videoStartTimestamp',
	'The position at which the copied video starts to play',
	integer,
	{ displayName: 'Video Start (Seconds)', placeholder: 'e.g. 30' },
);
