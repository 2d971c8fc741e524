import { chatId } from '../../fields/chat';
import { text } from '../../fields/encode';
import { inlineKeyboard, replyMarkup } from '../../fields/keyboard';
import type { Operation } from '../../engine/define';

/** Service documentation, "sendGame". */
export const sendGame: Operation<'sendGame'> = {
	resource: 'game',
	value: 'sendGame',
	method: 'sendGame',
	effect: 'once',
	ordered: true,
	name: 'Send',
	action: 'Send a game',
	description: 'Send a game of the bot with a button to start it',
	hints: [
		{
			description: 'game short name',
			reason: 'badValue',
			hint: 'The bot has no game of this name. Check Game Short Name: it must be the name that you chose when you created the game.',
		},
		{
			code: 400,
			reason: 'badValue',
			hint: 'Check Game Short Name and the keyboard: its first button must start the game.',
		},
	],
	fields: [
		chatId,
		{
			displayName: 'Game Short Name',
			name: 'gameShortName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. my_game',
			description:
				'The short name of the game, as you set it with the bot assistant of the service',
			wire: { encode: (value, label) => text(value, label).trim() },
		},
	],
	additionalFields: [
		inlineKeyboard,
		{
			...replyMarkup,
			description:
				'The buttons as JSON, instead of the default button that starts the game: a list of rows, each a list of buttons. The first button must start the game. An empty list has no effect.',
			hint: 'For example [[{"text": "Play", "callback_game": {}}]]',
		},
	],
};
