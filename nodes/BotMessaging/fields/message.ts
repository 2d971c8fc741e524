import type { Field, Operation, Values } from '../engine/define';
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
export const optionalInteger = { type: 'string', default: '', wire: { encode: integer } } as const;

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
