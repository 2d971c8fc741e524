import { userId } from '../../fields/user';
import { sent, sentSwitch } from '../../fields/formField';
import { integer } from '../../fields/encode';
import { outputOf } from '../../engine/result';
import { operation } from '../../engine/define';
import { carrierFields } from './gameMessage';

/** Reference 5.7: for an inline message, the server returns no Message. */
export const setGameScore = operation('game', 'setGameScore', {
	effect: 'repeatable',
	ordered: true,
	name: 'Set Score',
	action: 'Set the score of a player',
	description: 'Set the score of a person in a game and show it in the game message',
	fields: [
		...carrierFields,
		userId,
		sent(
			'score',
			'The new score: a whole number from 0 upwards. Without Force, it must be higher than the previous score.',
			integer,
			{ required: true, placeholder: 'e.g. 150' },
		),
	],
	additionalFields: [
		sentSwitch(
			'force',
			'Force',
			'Whether the score may also decrease, for example to correct a mistake',
		),
		sentSwitch(
			'disableEditMessage',
			'Keep Game Message',
			'Whether to keep the game message as it is, without the new score',
		),
	],
	output: (result, { inline_message_id: inlineMessageId }) =>
		result === true ? [{ success: true, inlineMessageId }] : outputOf(result),
	// Without Force, the server refuses a score that is not higher: after an unanswered attempt, its own.
	alreadyDone: {
		says: /score is not (higher|modified)|BOT_SCORE_NOT_MODIFIED/i,
		output: ({ chat_id: chatId, message_id: messageId, inline_message_id: inlineMessageId }) => [
			{ success: true, ...(inlineMessageId ? { inlineMessageId } : { chatId, messageId }) },
		],
	},
});
