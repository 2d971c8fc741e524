import { numericChatId } from '../../fields/chat';
import { text } from '../../fields/encode';
import { messageId } from '../../fields/message';
import { oneOf, sent } from '../../fields/formField';

const inlineMessageId = sent(
	'inlineMessageId',
	'The ID of the inline message. A press of its button contains it.',
	text,
	{ displayName: 'Inline Message ID', required: true, placeholder: 'e.g. AAAAABBBBB' },
);

/** The message that carries a game: one in a chat or an inline one (reference 5.7). */
export const carrierFields = oneOf(
	{
		displayName: 'Game Message',
		name: 'carrier',
		default: 'chat',
		description: 'Where the game was sent',
	},
	{
		chat: {
			name: 'Chat Message',
			description: 'A game that was sent to a chat',
			shows: [{ ...numericChatId, description: 'The chat with the game message' }, messageId],
		},
		inline: {
			name: 'Inline Message',
			description: 'A game that was sent through inline mode',
			shows: [inlineMessageId],
		},
	},
);
