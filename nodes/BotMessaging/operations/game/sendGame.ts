import { chatId } from '../../fields/chat';
import { sent } from '../../fields/formField';
import { text } from '../../fields/encode';
import { gameButtons } from '../../fields/keyboard';
import { operation } from '../../engine/define';

/** Reference 5.7. */
export const sendGame = operation('game', 'sendGame', {
	effect: 'once',
	ordered: true,
	name: 'Send',
	action: 'Send a game',
	description: 'Send a game of the bot with a button to start it',
	fields: [
		chatId,
		sent(
			'gameShortName',
			'The short name of the game, as you set it with the bot assistant of the service',
			(value, label) => text(value, label).trim(),
			{ required: true, placeholder: 'e.g. my_game' },
		),
		...gameButtons,
	],
});
