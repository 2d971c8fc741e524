import type { Field } from '../engine/define';
import { integer, optionalText, text as requiredText } from './encode';

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
			hint: 'The text is longer than the server takes in one message. Shorten Text, or split it over several messages.',
		},
	],
	wire: { encode: requiredText },
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
			hint: 'The caption is longer than the server takes. Shorten Caption, or send the rest as a message of its own.',
		},
	],
	wire: { encode: optionalText },
};

export const parseMode: Field = {
	displayName: 'Parse Mode',
	name: 'parseMode',
	type: 'options',
	options: [
		{ name: 'HTML', value: 'HTML', description: 'For example &lt;b&gt;bold&lt;/b&gt;' },
		{ name: 'Markdown', value: 'Markdown', description: 'For example *bold*' },
		{
			name: 'Markdown V2',
			value: 'MarkdownV2',
			description: 'For example *bold*. A backslash goes before signs such as . - and !',
		},
	],
	default: 'HTML',
	description:
		'How formatting in the text is written. Without this field the text is sent as it is.',
	refusals: [
		{
			description: "can't parse entities",
			hint: 'The formatting of the text is broken. Fix it, or remove Parse Mode to send the text as it is.',
		},
	],
	wire: 'asRead',
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
