import { userId } from '../../fields/user';
import type { Operation } from '../../engine/define';
import { carrierFields } from './gameMessage';

/** Reference 5.7: one carrier, which the form's choice guarantees. */
export const getGameHighScores: Operation<'getGameHighScores'> = {
	resource: 'game',
	value: 'getGameHighScores',
	method: 'getGameHighScores',
	effect: 'read',
	ordered: false,
	name: 'Get High Scores',
	action: 'Get the high scores of a game',
	description: 'Get the score of a user and of the users ranked next to them',
	fields: [...carrierFields, userId],
};
