import type { Field } from '../engine/define';
import { integer, optionalText, text as requiredText } from './encode';
import { formatted } from './format';

export { parseMode } from './format';

export const messageId: Field = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 42',
	description: 'The number of the message in its chat. The triggers give it as messageId.',
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
	description: 'What the message says',
	refusals: [
		{
			description: 'message is too long',
			hint: 'The text is longer than the server takes in one message. Shorten Text, or add the field Long Text to send it in several messages.',
		},
	],
	wire: { encode: formatted(requiredText) },
};

export const caption: Field = {
	displayName: 'Caption',
	name: 'caption',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. Our new office',
	description: 'Text shown below the media',
	refusals: [
		{
			description: 'caption is too long',
			hint: 'The caption is longer than the server takes. Shorten Caption, or add the field Long Text: the rest then follows as a message.',
		},
	],
	wire: { encode: formatted(optionalText) },
};

/** As text, because a number has to begin with one, which would be sent where it is forgotten. */
export const optionalInteger = { type: 'string', default: '', wire: { encode: integer } } as const;

export const replyToMessageId: Field = {
	...optionalInteger,
	displayName: 'Reply to Message ID',
	name: 'replyToMessageId',
	placeholder: 'e.g. 42',
	description: 'The number of the message to reply to',
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
	description: 'The number of the topic to send to. Only for groups that have topics.',
};

export const duration: Field = {
	...optionalInteger,
	displayName: 'Duration (Seconds)',
	name: 'duration',
	placeholder: 'e.g. 90',
	description: 'How long the recording is',
};

export const width: Field = {
	...optionalInteger,
	displayName: 'Width (Pixels)',
	name: 'width',
	placeholder: 'e.g. 1280',
	description: 'How wide the video is',
};

export const height: Field = {
	...optionalInteger,
	displayName: 'Height (Pixels)',
	name: 'height',
	placeholder: 'e.g. 720',
	description: 'How high the video is',
};
