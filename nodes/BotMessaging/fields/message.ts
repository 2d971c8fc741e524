import type { Field } from '../engine/define';
import type { Hint } from '../engine/hints';
import { integer, optionalText, text as requiredText } from './encode';
import { formatted, formattedText, inOneMessage } from './format';

export { parseMode } from './format';

export const messageId: Field = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 42',
	description: 'The ID of the message in its chat. The triggers output it as messageId.',
	refusals: [
		{
			description: 'MESSAGE_ID_INVALID',
			reason: 'messageGone',
			hint: 'The chat has no such message. Check Chat and Message ID.',
		},
	],
	wire: { encode: integer },
};

/** The same hint for each way in which servers say it. */
const tooLong = (descriptions: string[], hint: string): Hint[] =>
	descriptions.map((description) => ({ description, reason: 'tooLong', hint }));

export const text: Field = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	required: true,
	placeholder: 'e.g. Hello!',
	description: 'The text of the message',
	refusals: tooLong(
		['message is too long', 'MESSAGE_TOO_LONG'],
		'A message can hold up to 4,096 characters. Shorten Text or, if the operation has it, add Long Text to send the text in several messages.',
	),
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
	refusals: tooLong(
		['caption is too long', 'CAPTION_TOO_LONG'],
		'A caption can hold up to 1,024 characters. Shorten Caption or, if the operation has it, add Long Text to send the rest as a message.',
	),
	wire: { encode: formatted(optionalText) },
};

/** What a copy says: a text or a caption, and only the server knows which. */
export const copyCaption: Field = {
	...caption,
	description: 'The new text or caption of the copy, without formatting',
	wire: { encode: inOneMessage(formatted(optionalText)) },
};

/** As text, because a number field needs a number to begin with, which would be sent if it were overlooked. */
export const optionalInteger = { type: 'string', default: '', wire: { encode: integer } } as const;

export const replyToMessageId: Field = {
	...optionalInteger,
	displayName: 'Reply to Message ID',
	name: 'replyToMessageId',
	placeholder: 'e.g. 42',
	description: 'The ID of the message to reply to',
	refusals: [
		{
			description: 'replied',
			reason: 'messageGone',
			hint: 'Check Reply to Message ID: the chat has no such message, or it was deleted.',
		},
	],
};

/** sendDice names the reply target in an object of its own (API reference, "sendDice"). */
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
	description: 'The ID of the topic to send to. Applies only to groups with topics.',
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
