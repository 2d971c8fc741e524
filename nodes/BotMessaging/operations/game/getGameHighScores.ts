import { UNKNOWN_CHAT, userId } from '../../fields/chat';
import { integer, text } from '../../fields/encode';
import { messageId } from '../../fields/message';
import type { Field, Operation } from '../../engine/define';

const carrier: Field = {
	displayName: 'Game Message',
	name: 'carrier',
	type: 'options',
	options: [
		{ name: 'Chat Message', value: 'chat', description: 'The game was sent to a chat' },
		{
			name: 'Inline Message',
			value: 'inline',
			description: 'The game was sent through inline mode',
		},
	],
	default: 'chat',
	description: 'What carries the game',
	wire: 'formOnly',
};

const gameChatId: Field = {
	displayName: 'Chat ID',
	name: 'chatId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. -1001234567890',
	description: 'The number of the chat that holds the game message',
	displayOptions: { show: { carrier: ['chat'] } },
	refusals: UNKNOWN_CHAT,
	wire: { encode: integer },
};

const inlineMessageId: Field = {
	displayName: 'Inline Message ID',
	name: 'inlineMessageId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. AAAAABBBBB',
	description: 'The ID of the inline message, as the button press reports it',
	displayOptions: { show: { carrier: ['inline'] } },
	wire: { encode: text },
};

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
		{
			code: 403,
			hint: 'The bot may not see these scores: only the bot that sent the game can.',
		},
		{
			code: 404,
			hint: 'Check User ID, Chat ID and Message ID: one of them does not exist.',
		},
	],
	fields: [
		carrier,
		gameChatId,
		{ ...messageId, displayOptions: { show: { carrier: ['chat'] } } },
		inlineMessageId,
		userId,
	],
};
