import { userId } from '../../fields/user';
import type { Operation } from '../../engine/define';
import { carrierFields } from './gameMessage';

/** API reference, "getGameHighScores": one carrier, which the form's choice guarantees. */
export const getGameHighScores: Operation<'getGameHighScores'> = {
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
			reason: 'badValue',
			hint: 'Check that the message contains a game, and that Game Message matches how it was sent.',
		},
		{
			code: 403,
			reason: 'noRight',
			hint: 'The bot may not see these scores: only the bot that sent the game may.',
		},
		{
			code: 404,
			reason: 'messageGone',
			hint: 'Check User, Chat and Message ID: one of them does not exist.',
		},
	],
	fields: [...carrierFields, userId],
};
