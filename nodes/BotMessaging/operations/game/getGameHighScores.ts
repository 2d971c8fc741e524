import { userId } from '../../fields/user';
import { operation } from '../../engine/define';
import { carrierFields } from './gameMessage';

/** Reference 5.7: one carrier, which the form's choice guarantees. */
export const getGameHighScores = operation('game', 'getGameHighScores', {
	effect: 'read',
	ordered: false,
	name: 'Get High Scores',
	action: 'Get the high scores of a game',
	description: 'Get the score of a user, of the users ranked next to them, and of the best ones',
	fields: [...carrierFields, userId],
});
