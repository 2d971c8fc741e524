import { numericChatId } from '../../fields/chat';
import { text } from '../../fields/encode';
import { messageId } from '../../fields/message';
import { oneOf } from '../../fields/oneOf';
import type { Field } from '../../engine/define';

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

/** The message that carries a game: one in a chat or an inline one (API reference, "getGameHighScores"). */
export const carrierFields = oneOf(
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
