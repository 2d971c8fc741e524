import type { Field, Operation, Values, Encode } from '../engine/define';
import { UserError } from '../api/errors';
import { integer, optionalText, text as requiredText, choice, json } from './encode';
import { formatted, formattedText, inOneMessage } from './format';
import { chatId } from './chat';

export { parseMode } from './format';

export const messageId: Field = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 42',
	description: 'The ID of the message in its chat. The triggers output it as messageId.',
	wire: { encode: integer },
};

export const text: Field = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	required: true,
	placeholder: 'e.g. Hello!',
	description: 'The text of the message',
	wire: { encode: formattedText(requiredText) },
};

/** The text of an operation that cannot split it. */
export const shortText: Field = {
	...text,
	wire: { encode: inOneMessage(formattedText(requiredText)) },
};

export const caption: Field = {
	displayName: 'Caption',
	name: 'caption',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. Our new office',
	description: 'Text shown below the media',
	wire: { encode: formatted(optionalText) },
};

/** A new text or caption for a copy; only the server knows which. */
export const copyCaption: Field = {
	...caption,
	description: 'The new text or caption of the copy, without formatting',
	wire: { encode: inOneMessage(formatted(optionalText)) },
};

/** A text field, because a number field needs a default, which would be sent if overlooked. */
const optionalInteger = { type: 'string', default: '', wire: { encode: integer } } as const;

export const replyToMessageId: Field = {
	...optionalInteger,
	displayName: 'Reply to Message ID',
	name: 'replyToMessageId',
	placeholder: 'e.g. 42',
	description: 'The ID of the message to reply to',
};

/** Servers ignore the API's own way (`allow_sending_without_reply`), so the node does it by itself. */
export const sendAnyway: Field = {
	displayName: 'Send Anyway',
	name: 'allowSendingWithoutReply',
	type: 'boolean',
	default: true,
	description: 'Whether to send the message without a reply if the message to reply to is gone',
	wire: 'formOnly',
};

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

export const messageThreadId: Field = {
	...optionalInteger,
	displayName: 'Topic ID',
	name: 'messageThreadId',
	placeholder: 'e.g. 7',
	description:
		'The ID of the topic to send to. Applies only to groups with topics. The triggers output it as topicId.',
};

export const duration: Field = {
	...optionalInteger,
	displayName: 'Duration (Seconds)',
	name: 'duration',
	placeholder: 'e.g. 90',
	description: 'The duration of the recording in seconds',
};

export const width: Field = {
	...optionalInteger,
	displayName: 'Width (Pixels)',
	name: 'width',
	placeholder: 'e.g. 1280',
	description: 'The width of the video in pixels',
};

export const height: Field = {
	...optionalInteger,
	displayName: 'Height (Pixels)',
	name: 'height',
	placeholder: 'e.g. 720',
	description: 'The height of the video in pixels',
};

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

export const disableNotification: Field = {
	displayName: 'Silent',
	name: 'disableNotification',
	type: 'boolean',
	default: true,
	description: 'Whether to send the message silently. People receive it without a sound.',
	wire: 'asRead',
};

const protectContent: Field = {
	displayName: 'Protect Content',
	name: 'protectContent',
	type: 'boolean',
	default: true,
	description: 'Whether to protect the message from forwarding and saving',
	wire: 'asRead',
};

/** How a message is sent, whatever is in it. */
export const delivery: Field[] = [disableNotification, protectContent, messageThreadId];

const PREVIEWS = {
	above: { show_above_text: true },
	hide: { is_disabled: true },
	large: { prefer_large_media: true },
	small: { prefer_small_media: true },
};

export const linkPreviewOptions: Field = {
	displayName: 'Link Preview',
	name: 'linkPreviewOptions',
	type: 'options',
	options: [
		{ name: 'Above Text', value: 'above' },
		{ name: 'Hide', value: 'hide' },
		{ name: 'Large Picture', value: 'large' },
		{ name: 'Small Picture', value: 'small' },
	],
	default: 'hide',
	description: 'How to preview a link in the text',
	wire: {
		encode: choice(
			Object.fromEntries(Object.entries(PREVIEWS).map(([name, preview]) => [name, () => preview])),
		),
	},
};

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

export const entities: Field = {
	displayName: 'Entities (JSON)',
	name: 'entities',
	type: 'json',
	default: '[]',
	description:
		'Formatting as a list of positions in the text, instead of Format. The server ignores the list if Format is set. An empty list has no effect.',
	hint: 'For example [{"type": "bold", "offset": 0, "length": 5}]',
	wire: { encode: entityList },
};

export const captionEntities: Field = {
	...entities,
	displayName: 'Caption Entities (JSON)',
	name: 'captionEntities',
	description:
		'Formatting as a list of positions in the caption, instead of Format. The server ignores the list if Format is set. An empty list has no effect.',
};

export const showCaptionAboveMedia: Field = {
	displayName: 'Caption Above Media',
	name: 'showCaptionAboveMedia',
	type: 'boolean',
	default: true,
	description: 'Whether to show the caption above the photo or video instead of below',
	wire: 'asRead',
};

export const hasSpoiler: Field = {
	displayName: 'Spoiler',
	name: 'hasSpoiler',
	type: 'boolean',
	default: true,
	description: 'Whether to blur the photo or video until someone taps it',
	wire: 'asRead',
};

export const supportsStreaming: Field = {
	displayName: 'Streaming',
	name: 'supportsStreaming',
	type: 'boolean',
	default: true,
	description: 'Whether people can watch the video while it loads',
	wire: 'asRead',
};

export const performer: Field = {
	displayName: 'Performer',
	name: 'performer',
	type: 'string',
	default: '',
	placeholder: 'e.g. The Beatles',
	description: 'The performer shown in the audio player',
	wire: { encode: optionalText },
};

export const title: Field = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Yesterday',
	description: 'The title of the track shown in the audio player',
	wire: { encode: optionalText },
};

export const disableContentTypeDetection: Field = {
	displayName: 'Skip Type Detection',
	name: 'disableContentTypeDetection',
	type: 'boolean',
	default: true,
	description: 'Whether to send the file as it is, without detecting its type',
	wire: 'asRead',
};

export const videoStartTimestamp: Field = {
	...optionalInteger,
	displayName: 'Video Start (Seconds)',
	name: 'videoStartTimestamp',
	placeholder: 'e.g. 30',
	description: 'The position at which the copied video starts to play',
};
