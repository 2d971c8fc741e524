import { numericChatId, userId } from '../../fields/chat';
import { text } from '../../fields/encode';
import { messageId } from '../../fields/message';
import { oneOf } from '../../fields/oneOf';
import type { Field, Operation } from '../../engine/define';

const inlineMessageId: Field = {
	displayName: 'Inline Message ID',
	name: 'inlineMessageId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. AAAAABBBBB',
	description: 'The ID of the inline message, as the button press reports it',
	wire: { encode: text },
};

const carrierFields = oneOf(
	{
		displayName: 'Game Message',
		name: 'carrier',
		default: 'chat',
		description: 'What carries the game',
	},
	{
		chat: {
			name: 'Chat Message',
			description: 'The game was sent to a chat',
			shows: [
				{
					...numericChatId,
					description: 'The chat that holds the game message',
				},
				messageId,
			],
		},
		inline: {
			name: 'Inline Message',
			description: 'The game was sent through inline mode',
			shows: [inlineMessageId],
		},
	},
);

/** API reference, "getGameHighScores": one carrier, which the form's choice guarantees. */
export const getGameHighScores: Operation = {
	resource: 'game',
	value: 'getGameHighScores',
	method: 'getGameHighScores',
	effect: 'read',
	ordered: false,
	name: 'Get High Scores',
	action: 'Get the high scores of a game',
	description: 'Get the score of a user and of the users ranked next to them',
	hints: [
		{
			code: 400,
			hint: 'Check that the message carries a game, and that Game Message says where it was sent.',
		},
		{ code: 403, hint: 'The bot may not see these scores: only the bot that sent the game can.' },
		{ code: 404, hint: 'Check User ID, Chat ID and Message ID: one of them does not exist.' },
	],
	fields: [...carrierFields, userId],
};
