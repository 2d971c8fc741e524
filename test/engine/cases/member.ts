import type { OperationCase } from './case';

const MUTED = {
	can_send_messages: false,
	can_send_media_messages: false,
	can_send_polls: false,
	can_send_other_messages: false,
	can_add_web_page_previews: false,
	can_change_info: false,
	can_invite_users: false,
	can_pin_messages: false,
};

/** API reference, "restrictChatMember", "banChatMember", "getChatMember", "getGameHighScores". */
export const memberCases: OperationCase[] = [
	{
		operation: 'restrictChatMember',
		valid: {
			parameters: { chatId: '-1001', userId: '1003', permissions: 'mute', until: 'permanent' },
			wire: { chat_id: -1001, user_id: 1003, permissions: MUTED },
			output: [{ success: true, chatId: -1001, userId: 1003, untilDate: null }],
			effect: ({ members }) =>
				expect(members).toContainEqual({
					chat_id: -1001,
					user_id: 1003,
					status: 'restricted',
					permissions: MUTED,
				}),
		},
		invalid: {
			parameters: { chatId: '-1001', userId: '@mia', permissions: 'mute' },
			message: 'User ID must be a whole number, but is "@mia"',
			hint: 'Give User ID as digits only',
		},
		refused: {
			parameters: { chatId: '-1001', userId: '1001', permissions: 'mute' },
			code: 403,
			message: "can't remove chat owner",
			hint: 'Owners and administrators of a chat cannot be muted, restricted or banned',
		},
	},
	{
		operation: 'banChatMember',
		valid: {
			parameters: { chatId: '@demo_group', userId: 1004, until: 'permanent' },
			wire: { chat_id: '@demo_group', user_id: 1004 },
			output: [{ success: true, chatId: '@demo_group', userId: 1004, untilDate: null }],
			effect: ({ members }) =>
				expect(members).toContainEqual({ chat_id: -1001, user_id: 1004, status: 'kicked' }),
		},
		invalid: {
			parameters: { chatId: '={{ $json.none }}', userId: '1004' },
			message: 'Chat ID is empty',
			hint: 'Fill in Chat ID',
		},
		refused: {
			parameters: { chatId: '-1001', userId: '424242' },
			code: 404,
			message: 'user not found',
			hint: 'Check User ID',
		},
	},
	{
		operation: 'getChatMember',
		valid: {
			parameters: { chatId: '-1001', userId: '1003' },
			wire: { chat_id: -1001, user_id: 1003 },
			output: [
				{
					user: { id: 1003, is_bot: false, first_name: 'Mia', username: 'mia' },
					status: 'member',
				},
			],
		},
		invalid: {
			parameters: { chatId: '-100.1', userId: '1003' },
			message: 'Chat ID must be a whole number, but is "-100.1"',
			hint: 'Give Chat ID as digits only',
		},
		refused: {
			parameters: { chatId: '-1004', userId: '1003' },
			code: 403,
			message: 'bot is not a member',
			hint: 'The bot is not in this chat. Add it to the chat first.',
		},
	},
	{
		operation: 'getGameHighScores',
		valid: {
			parameters: { userId: '1010', carrier: 'chat', chatId: '-1001', messageId: '5' },
			wire: { user_id: 1010, chat_id: -1001, message_id: 5 },
			output: [
				{ position: 1, user: { id: 1010, first_name: 'Player 1' }, score: 1000 },
				{ position: 2, user: { id: 1011, first_name: 'Player 2' }, score: 900 },
				{ position: 3, user: { id: 1012, first_name: 'Player 3' }, score: 800 },
			],
		},
		invalid: {
			parameters: { userId: '1010', carrier: 'chat', chatId: '-1001', messageId: '={{ "" }}' },
			message: 'Message ID is empty',
			hint: 'Fill in Message ID',
		},
		refused: {
			parameters: { userId: '1010', carrier: 'chat', chatId: '-1001', messageId: '4' },
			code: 400,
			message: 'the game does not exist',
			hint: 'Check that the message carries a game',
		},
	},
];
