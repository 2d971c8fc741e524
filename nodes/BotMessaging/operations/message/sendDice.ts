import { numericChatId } from '../../fields/chat';
import { keyboards } from '../../fields/keyboard';
import { messageThreadId, replyParameters, sendAnyway, withoutReply } from '../../fields/message';
import { operation, type Field } from '../../engine/define';

const emoji: Field = {
	displayName: 'Kind',
	name: 'emoji',
	type: 'options',
	options: [
		{ name: 'Basketball', value: '🏀', description: '🏀 gives 1 to 5' },
		{ name: 'Bowling', value: '🎳', description: '🎳 gives 1 to 6' },
		{ name: 'Darts', value: '🎯', description: '🎯 gives 1 to 6' },
		{ name: 'Dice', value: '🎲', description: '🎲 gives 1 to 6' },
		{ name: 'Football', value: '⚽', description: '⚽ gives 1 to 5' },
		{ name: 'Slot Machine', value: '🎰', description: '🎰 gives 1 to 64' },
	],
	default: '🎲',
	description: 'The animation to send. The server draws the value.',
	// A closed field shows only the name of the choice, and names may not contain emoji.
	hint: '🏀 Basketball, 🎳 Bowling, 🎯 Darts, 🎲 Dice, ⚽ Football, 🎰 Slot Machine',
	wire: 'asRead',
};

/** Reference 5.7. */
export const sendDice = operation('message', 'sendDice', {
	effect: 'once',
	ordered: true,
	name: 'Send Dice',
	action: 'Send a dice',
	description: 'Send a dice, a dart, a ball or a slot machine with a random value',
	fields: [numericChatId, emoji, ...keyboards],
	additionalFields: [messageThreadId, replyParameters, sendAnyway],
	ifRefused: withoutReply,
});
