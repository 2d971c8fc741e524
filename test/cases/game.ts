import { byId } from '../support/locators';
import { BUTTONS, type OperationCase } from './case';

const PLAY = { inline_keyboard: [[{ text: 'Play Demo Game', callback_game: {} }]] };

const MIA = { user_id: 1003, score: 500 };

/** Reference 5.7. */
export const gameCases: OperationCase[] = [
	{
		resource: 'game',
		operation: 'sendGame',
		promised: [`chatId gameShortName ${BUTTONS}`, ''],
		valid: [
			{
				parameters: { chatId: byId('-1001'), gameShortName: ' demo_game ' },
				wire: { chat_id: -1001, game_short_name: 'demo_game' },
				output: [
					expect.objectContaining({
						chatId: -1001,
						messageId: 6,
						game: expect.objectContaining({ title: 'Demo Game' }),
						reply_markup: PLAY,
					}),
				],
				effect: ({ messages }) =>
					expect(messages.at(-1)).toMatchObject({ game: { short_name: 'demo_game' } }),
			},
			{
				parameters: {
					chatId: byId('-1001'),
					gameShortName: 'demo_game',
					replyMarkup: 'json',
					replyMarkupJson:
						'[[{"text": "Go", "callback_game": {}}], [{"text": "Rules", "url": "https://bot.example.com"}]]',
				},
				wire: {
					chat_id: -1001,
					game_short_name: 'demo_game',
					reply_markup: {
						inline_keyboard: [
							[{ text: 'Go', callback_game: {} }],
							[{ text: 'Rules', url: 'https://bot.example.com' }],
						],
					},
				},
				output: [expect.objectContaining({ chatId: -1001, messageId: 6 })],
				effect: ({ messages }) =>
					expect(messages.at(-1).reply_markup.inline_keyboard).toHaveLength(2),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), gameShortName: '={{ $json.none }}' },
			message: 'Game Short Name is empty',
			hint: 'Fill in Game Short Name',
		},
		refused: {
			parameters: { chatId: byId('-1001'), gameShortName: 'chess' },
			code: 400,
			message: 'wrong game short name',
			hint: 'The bot has no game of this name',
		},
	},
	{
		resource: 'game',
		operation: 'setGameScore',
		promised: ['carrier chatId inlineMessageId messageId score userId', 'disableEditMessage force'],
		valid: [
			{
				parameters: {
					chatId: byId('-1001'),
					messageId: '5',
					userId: byId('1003'),
					score: '500',
					additionalFields: { force: true },
				},
				wire: { chat_id: -1001, message_id: 5, force: true, ...MIA },
				output: [
					expect.objectContaining({ chatId: -1001, messageId: 5, edit_date: expect.any(Number) }),
				],
				effect: ({ games }) => expect(games[0].scores).toContainEqual(MIA),
			},
			{
				parameters: {
					carrier: 'inline',
					inlineMessageId: 'inline-demo-game',
					userId: byId('1003'),
					score: '500',
					additionalFields: { disableEditMessage: true, force: false },
				},
				wire: {
					inline_message_id: 'inline-demo-game',
					disable_edit_message: true,
					force: false,
					...MIA,
				},
				output: [{ success: true, inlineMessageId: 'inline-demo-game' }],
				effect: ({ games }) => expect(games[0].scores).toContainEqual(MIA),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), messageId: '5', userId: byId('1003'), score: 'many' },
			message: 'Score must be a whole number, but is "many"',
			hint: 'Enter Score in digits only',
		},
		refused: {
			parameters: { chatId: byId('-1001'), messageId: '5', userId: byId('1003'), score: '450' },
			code: 400,
			message: 'the score is not higher',
			hint: 'Add Force to lower a score',
		},
	},
];
