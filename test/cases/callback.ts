import type { OperationCase } from './case';

/** Reference 5.6. */
export const callbackCases: OperationCase[] = [
	{
		resource: 'callback',
		operation: 'answerCallbackQuery',
		promised: ['callbackQueryId', 'cacheTime showAlert text url'],
		valid: [
			{
				prepare: async ({ api, act }) => {
					const { body } = await api('sendMessage', {
						chat_id: -1001,
						text: 'Undo?',
						reply_markup: { inline_keyboard: [[{ text: 'Undo', callback_data: 'undo' }]] },
					});
					return await act('press', {
						chat_id: -1001,
						user_id: 1003,
						message_id: body.result.message_id,
						callback_data: 'undo',
					});
				},
				parameters: {
					callbackQueryId: '={{ $json.query_id }}',
					additionalFields: { text: 'Done', showAlert: false, cacheTime: 0 },
				},
				wire: {
					callback_query_id: expect.any(String),
					text: 'Done',
					show_alert: false,
					cache_time: 0,
				},
				output: [{ success: true, callbackQueryId: expect.any(String) }],
				effect: ({ callback_queries: queries }) =>
					expect(queries).toMatchObject([
						{ data: 'undo', answer: { text: 'Done', show_alert: false } },
					]),
			},
		],
		invalid: {
			parameters: { callbackQueryId: '={{ $json.none }}' },
			message: 'Callback Query ID is empty',
			hint: 'Fill in Callback Query ID',
		},
		refused: {
			parameters: { callbackQueryId: '1' },
			code: 400,
			message: 'query is too old',
			hint: 'A button press can be answered only once, and only shortly afterwards',
		},
	},
];
