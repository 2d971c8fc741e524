import { allDeleted, deletedIn, failedIn, nothingSaid, unknownIn } from '../support/deletions';
import type { Message } from '../support/emulator';
import { NOT_FOUND, saysWhatIsDeleted } from '../support/dialect';
import { byId } from '../support/locators';
import { madeRows } from '../support/madeSpam';
import { addressThatStreams } from '../support/tap';
import { BUTTONS, KEYBOARDS, unknownChat, type OperationCase } from './case';

const DEMO_GROUP = { id: -1001, type: 'group', title: 'Demo Group', username: 'demo_group' };
const BOT = { id: 4839574812, is_bot: true, first_name: 'Demo Bot', username: 'demo_bot' };

/** The bot's next message in the demo group. */
const sent = ({
	message_id = 6,
	...content
}: {
	message_id?: number;
	[name: string]: unknown;
}) => ({
	chatId: -1001,
	messageId: message_id,
	message_id,
	from: BOT,
	chat: DEMO_GROUP,
	date: expect.any(Number),
	...content,
});

const deletedOf = ({ messages }: { messages: Message[] }) =>
	messages.filter(({ deleted }) => deleted).map(({ message_id: id }) => id);

/** A trigger's item for a message, by default in the demo group. */
const triggered = (text: string, userId: number, chatId = -1001) => ({
	updateType: 'message',
	update: {
		update_id: 1,
		message: {
			message_id: 5,
			date: 1,
			chat: { id: chatId, type: 'group' },
			from: { id: userId, is_bot: false, first_name: 'Mia' },
			text,
		},
	},
});

const checking = (rules: object) => ({
	message: '={{ $json }}',
	rules,
	additionalFields: { ignoreAdministrators: true },
});

/** Reference 5.2 and 5.7. */
export const messageCases: OperationCase[] = [
	{
		resource: 'message',
		operation: 'check',
		method: 'getChatAdministrators',
		promised: ['message rules', 'ignoreAdministrators'],
		valid: [
			{
				prepare: async () => triggered('😀 C4SINO at evil.com', 1003),
				parameters: checking({ words: 'casino', linksTo: 'evil.com', locked: ['sticker'] }),
				wire: { chat_id: -1001 },
				output: [
					{
						isBroken: true,
						brokenRules: ['link', 'words'],
						words: ['casino'],
						found: [
							{ rule: 'link', text: 'evil.com', offset: 13, length: 8 },
							{ rule: 'words', text: 'C4SINO', offset: 3, length: 6 },
						],
						spamScore: null,
						chatId: -1001,
						messageId: 5,
						userId: 1003,
					},
				],
			},
			{
				prepare: async () => triggered('casino', 1001),
				parameters: checking({ words: 'casino' }),
				wire: { chat_id: -1001 },
				output: [
					{
						isBroken: false,
						brokenRules: [],
						words: [],
						found: [],
						spamScore: null,
						chatId: -1001,
						messageId: 5,
						userId: 1001,
					},
				],
			},
			{
				prepare: async () => triggered('Earn 500$ a day with crypto, write to our manager', 1003),
				parameters: checking({ spamRows: JSON.stringify(madeRows(120, 1)) }),
				wire: { chat_id: -1001 },
				output: [
					{
						isBroken: true,
						brokenRules: ['spam'],
						words: [],
						found: expect.any(Array),
						spamScore: expect.any(Number),
						chatId: -1001,
						messageId: 5,
						userId: 1003,
					},
				],
			},
		],
		invalid: {
			prepare: async () => triggered('casino', 1003),
			parameters: checking({ patterns: '(?=a)b' }),
			message: 'Forbidden Patterns: (?=a)b has (?=, which can take too long',
			hint: 'Write the pattern without them.',
		},
		refused: {
			prepare: async () => triggered('casino', 1003, -1077),
			parameters: checking({ words: 'casino' }),
			code: NOT_FOUND,
			message: 'chat not found',
			hint: 'does not know the chat',
		},
	},
	{
		resource: 'message',
		operation: 'streamAnswer',
		method: 'sendMessage',
		promised: [
			`chatId answerSource prompt url requestBody ${BUTTONS}`,
			'allowPrivateAddresses allowSendingWithoutReply binaryPropertyNames disableNotification linkPreviewOptions messageThreadId protectContent replyToMessageId stopButton stopUserId systemMessage',
		],
		needed: { allowPrivateAddresses: true },
		valid: [
			{
				prepare: async () => await addressThatStreams('Here: **bold**'),
				parameters: {
					chatId: byId('-1001'),
					answerSource: 'address',
					url: '={{ $json.url }}',
					requestBody: '={{ { chatInput: "Hi" } }}',
					replyMarkup: 'json',
					replyMarkupJson: '[[{"text": "Again", "callback_data": "again"}]]',
					additionalFields: {
						allowPrivateAddresses: true,
						disableNotification: true,
						linkPreviewOptions: 'hide',
						messageThreadId: '7',
						protectContent: true,
						replyToMessageId: '2',
					},
				},
				wire: {
					chat_id: -1001,
					text: 'Here: <b>bold</b>',
					parse_mode: 'HTML',
					disable_notification: true,
					link_preview_options: { is_disabled: true },
					message_thread_id: 7,
					protect_content: true,
					reply_to_message_id: 2,
					reply_markup: { inline_keyboard: [[{ text: 'Again', callback_data: 'again' }]] },
				},
				output: [
					{
						...sent({
							text: 'Here: bold',
							entities: [{ type: 'bold', offset: 6, length: 4 }],
							message_thread_id: 7,
							reply_to_message: expect.objectContaining({ message_id: 2 }),
							reply_markup: { inline_keyboard: [[{ text: 'Again', callback_data: 'again' }]] },
						}),
						messageIds: [6],
						answer: 'Here: **bold**',
						stopped: false,
					},
				],
				effect: ({ messages }) =>
					expect(messages.at(-1)).toMatchObject({ text: 'Here: <b>bold</b>' }),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), answerSource: 'address', url: 'answers' },
			message: 'URL is no address',
			hint: 'Enter the complete URL',
		},
		refused: {
			...unknownChat({
				answerSource: 'address',
				url: '={{ $json.url }}',
				additionalFields: { allowPrivateAddresses: true },
			}),
			prepare: async () => await addressThatStreams('Hello'),
		},
	},
	{
		resource: 'message',
		operation: 'sendMessage',
		promised: [
			`chatId text ${KEYBOARDS}`,
			'allowSendingWithoutReply disableNotification entities ifFormatRefused linkPreviewOptions longText messageThreadId parseMode protectContent replyToMessageId',
		],
		valid: [
			{
				parameters: {
					chatId: byId('-1001'),
					text: 'Shall <b>we</b>?',
					replyMarkup: 'json',
					replyMarkupJson: '[[{"text": "Yes", "callback_data": "yes"}]]',
					additionalFields: { parseMode: 'HTML', replyToMessageId: '2' },
				},
				wire: {
					chat_id: -1001,
					text: 'Shall <b>we</b>?',
					parse_mode: 'HTML',
					reply_to_message_id: 2,
					reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] },
				},
				output: [
					sent({
						text: 'Shall we?',
						entities: [{ type: 'bold', offset: 6, length: 2 }],
						reply_to_message: expect.objectContaining({ message_id: 2 }),
						reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] },
					}),
				],
				effect: ({ messages }) =>
					expect(messages.at(-1)).toMatchObject({
						chat_id: -1001,
						message_id: 6,
						from_id: BOT.id,
						text: 'Shall <b>we</b>?',
						parse_mode: 'HTML',
						reply_to_message_id: 2,
					}),
			},
			{
				parameters: {
					chatId: byId('-1001'),
					text: '=<b>Sum</b>: {{ 1 + 2 }}',
					replyMarkup: 'inlineKeyboard',
					inlineKeyboard: {
						rows: [{ buttons: { button: [{ text: 'Undo', callbackData: 'undo:1' }] } }],
					},
					additionalFields: {
						entities: '[{"type": "bold", "offset": 0, "length": 3}]',
						linkPreviewOptions: 'hide',
						disableNotification: true,
						protectContent: true,
						messageThreadId: '7',
					},
				},
				wire: {
					chat_id: -1001,
					text: '<b>Sum</b>: 3',
					entities: [{ type: 'bold', offset: 0, length: 3 }],
					link_preview_options: { is_disabled: true },
					disable_notification: true,
					protect_content: true,
					message_thread_id: 7,
					reply_markup: { inline_keyboard: [[{ text: 'Undo', callback_data: 'undo:1' }]] },
				},
				output: [
					sent({
						text: '<b>Sum</b>: 3',
						entities: [{ type: 'bold', offset: 0, length: 3 }],
						message_thread_id: 7,
						reply_markup: { inline_keyboard: [[{ text: 'Undo', callback_data: 'undo:1' }]] },
					}),
				],
				effect: ({ messages }) =>
					expect(messages.at(-1)).toMatchObject({
						text: '<b>Sum</b>: 3',
						reply_markup: { inline_keyboard: [[{ text: 'Undo', callback_data: 'undo:1' }]] },
						options: {
							link_preview_options: { is_disabled: true },
							disable_notification: true,
							protect_content: true,
						},
					}),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), text: '={{ $json.none }}' },
			message: 'Text is empty',
			hint: 'Fill in Text',
		},
		refused: {
			parameters: { chatId: byId('-1004'), text: 'Hello' },
			code: 403,
			message: 'bot is not a member',
			hint: 'The bot is not in this chat. Add it to the chat first.',
		},
	},
	{
		resource: 'message',
		operation: 'editMessageText',
		promised: [`chatId messageId text ${BUTTONS}`, 'entities linkPreviewOptions parseMode'],
		valid: [
			{
				parameters: { chatId: byId('-1001'), messageId: '4', text: 'Good evening' },
				wire: { chat_id: -1001, message_id: 4, text: 'Good evening' },
				output: [
					sent({
						message_id: 4,
						text: 'Good evening',
						edit_date: expect.any(Number),
						changed: true,
					}),
				],
				effect: ({ messages }) =>
					expect(messages).toContainEqual(
						expect.objectContaining({ chat_id: -1001, message_id: 4, text: 'Good evening' }),
					),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), messageId: 'four', text: 'Good evening' },
			message: 'Message ID must be a whole number, but is "four"',
			hint: 'Enter Message ID in digits only',
		},
		refused: {
			parameters: {
				chatId: byId('-1001'),
				messageId: '999',
				text: 'Good evening',
			},
			code: NOT_FOUND,
			message: 'message to edit not found',
			hint: 'The chat has no such message',
		},
	},
	{
		resource: 'message',
		operation: 'sendDice',
		promised: [
			`chatId emoji ${KEYBOARDS}`,
			'allowSendingWithoutReply messageThreadId replyToMessageId',
		],
		valid: [
			{
				parameters: {
					chatId: byId('-1001'),
					emoji: '🎯',
					additionalFields: { replyToMessageId: '1', messageThreadId: '7' },
				},
				wire: {
					chat_id: -1001,
					emoji: '🎯',
					message_thread_id: 7,
					reply_parameters: { message_id: 1 },
				},
				output: [
					sent({
						dice: { emoji: '🎯', value: expect.any(Number) },
						message_thread_id: 7,
						reply_to_message: expect.objectContaining({ message_id: 1 }),
					}),
				],
				effect: ({ messages }) =>
					expect(messages.at(-1)).toMatchObject({
						chat_id: -1001,
						reply_to_message_id: 1,
						dice: { emoji: '🎯', value: expect.any(Number) },
					}),
			},
			{
				parameters: { chatId: byId('-1001'), emoji: '🎰' },
				wire: { chat_id: -1001, emoji: '🎰' },
				output: [sent({ dice: { emoji: '🎰', value: expect.any(Number) } })],
				effect: ({ messages }) =>
					expect(messages.at(-1)).toMatchObject({
						dice: { emoji: '🎰', value: expect.any(Number) },
					}),
			},
		],
		invalid: {
			parameters: { chatId: byId('@demo_group'), emoji: '🎲' },
			message: 'Chat must be a number here, but is "@demo_group"',
			hint: 'This operation does not work with a username',
		},
		refused: {
			prepare: async ({ fault }) =>
				await fault({ kind: 'error', status: 400, description: 'EMOTICON_STICKERPACK_MISSING' }),
			parameters: { chatId: byId('-1001'), emoji: '🎯' },
			code: 400,
			message: 'EMOTICON_STICKERPACK_MISSING',
			hint: 'Check Kind.',
		},
	},
	{
		resource: 'message',
		operation: 'deleteMessages',
		promised: [
			'age ageUnit chatId firstMessageId lastMessageId messageDate messageId messageIds messageSelection',
			'combineItems returnFailed totalPerChat',
		],
		valid: [
			{
				parameters: { chatId: byId('-1001'), messageSelection: 'list', messageIds: '1, 2' },
				wire: { chat_id: -1001, message_ids: [1, 2], return_failed: true },
				output: saysWhatIsDeleted ? [allDeleted(-1001, 2)] : [nothingSaid(-1001, 2)],
				effect: (state) => expect(deletedOf(state)).toEqual([1, 2]),
			},
			{
				parameters: {
					chatId: byId('-1001'),
					messageSelection: 'list',
					messageIds: '2, 4, 999',
					additionalFields: { returnFailed: true },
				},
				wire: { chat_id: -1001, message_ids: [2, 4, 999], return_failed: true },
				output: saysWhatIsDeleted
					? [
							deletedIn(-1001)(2),
							deletedIn(-1001)(4),
							failedIn(-1001)(999, 'message to delete not found', 'messageGone'),
						]
					: [2, 4, 999].map(unknownIn(-1001)),
				effect: (state) => expect(deletedOf(state)).toEqual([2, 4]),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), messageSelection: 'list', messageIds: '1, two' },
			message: 'Message IDs must be a whole number, but is "two"',
			hint: 'Enter Message IDs in digits only',
		},
		refused: {
			parameters: { chatId: byId('-1004'), messageSelection: 'list', messageIds: '1' },
			code: 403,
			message: 'bot is not a member',
			hint: 'The bot is not in this chat. Add it to the chat first.',
		},
	},
	{
		resource: 'message',
		operation: 'purgeMessages',
		method: 'deleteMessages',
		promised: ['chatId firstMessageId lastMessageId', ''],
		valid: [
			{
				parameters: { chatId: byId('-1001'), firstMessageId: '2', lastMessageId: '7' },
				wire: { chat_id: -1001, message_ids: [2, 3, 4, 5, 6, 7], return_failed: true },
				output: [
					{
						chatId: -1001,
						firstMessageId: 2,
						lastMessageId: 7,
						requested: 6,
						deleted: saysWhatIsDeleted ? 4 : 0,
						notFound: saysWhatIsDeleted ? 2 : 0,
						failed: 0,
						unknown: saysWhatIsDeleted ? 0 : 6,
						description: '',
						errorReason: '',
					},
				],
				effect: (state) => expect(deletedOf(state)).toEqual([2, 3, 4, 5]),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), firstMessageId: '7', lastMessageId: '2' },
			message: 'Last Message ID: the range from 7 to 2 goes downwards',
			hint: 'Choose a range that goes upwards',
		},
		refused: {
			parameters: { chatId: byId('-1004'), firstMessageId: '1', lastMessageId: '2' },
			code: 403,
			message: 'bot is not a member',
			hint: 'The bot is not in this chat. Add it to the chat first.',
		},
	},
	{
		resource: 'message',
		operation: 'deleteMessage',
		promised: ['chatId messageId', ''],
		valid: [
			{
				parameters: { chatId: byId('-1001'), messageId: '3' },
				wire: { chat_id: -1001, message_id: 3 },
				output: [{ deleted: true, chatId: -1001, messageId: 3 }],
				effect: ({ messages }) =>
					expect(messages).toContainEqual(
						expect.objectContaining({ chat_id: -1001, message_id: 3, deleted: true }),
					),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), messageId: '3.5' },
			message: 'Message ID must be a whole number, but is "3.5"',
			hint: 'Enter Message ID in digits only',
		},
		refused: {
			parameters: { chatId: byId('-1002'), messageId: '1' },
			code: 400,
			message: 'not enough rights to delete message',
			hint: 'Make it an administrator with the right to delete messages',
		},
	},
];
