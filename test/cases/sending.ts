import type { TestEmulator } from '../support/emulator';
import { NOT_FOUND } from '../support/dialect';
import { byId } from '../support/locators';
import { BUTTONS, unknownChat, type OperationCase } from './case';

const DELIVERY = 'disableNotification messageThreadId protectContent';

/** Mia's "Hello everybody!" in the demo group. */
const FROM_MIA = { fromChatId: byId('-1001'), messageId: '2' };

const GONE = {
	parameters: { chatId: byId('-1002'), fromChatId: byId('-1001'), messageId: '99' },
	code: NOT_FOUND,
	hint: 'Check Chat, From Chat and Message ID',
};

/** The trigger of a menu with two pages. */
const MENU = {
	menu: 'form',
	menuPages: {
		page: [
			{
				name: 'Start',
				text: 'Welcome!',
				buttons: { button: [{ label: 'Drinks', onPress: 'page', page: 'Drinks' }] },
			},
			{
				name: 'Drinks',
				text: 'What would you like?',
				buttons: {
					button: [
						{ label: 'Tea', onPress: 'start', value: 'tea' },
						{ label: 'Prices', onPress: 'link', link: 'https://example.com/prices' },
						{ label: 'Back', onPress: 'back', newRow: true },
					],
				},
			},
		],
	},
};

const MENU_DATA = /^\|[!-~]{1,63}$/;

const pinned = async ({ api }: TestEmulator) => {
	for (const message_id of [2, 3]) await api('pinChatMessage', { chat_id: -1001, message_id });
};

const oneButton = async ({ api }: TestEmulator) => {
	const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'yes' }]] };
	const params = { chat_id: -1001, text: 'Shall we?', reply_markup };
	return (await api('sendMessage', params)).body.result as object;
};

const writtenByOlga = async ({ act }: TestEmulator) => {
	await act('message', { user_id: 1001, chat_id: 1001, text: '/start' });
};

/** Reference 5.2. */
export const sendingCases: OperationCase[] = [
	{
		resource: 'message',
		operation: 'copyMessage',
		promised: [
			`chatId fromChatId messageId ${BUTTONS}`,
			`allowSendingWithoutReply caption replyToMessageId showCaptionAboveMedia videoStartTimestamp ${DELIVERY}`,
		],
		valid: [
			{
				parameters: {
					chatId: byId('-1002'),
					...FROM_MIA,
					replyMarkup: 'json',
					replyMarkupJson: '[[{"text": "Hi", "callback_data": "hi"}]]',
					additionalFields: {
						caption: 'Hello, all of you!',
						disableNotification: true,
						protectContent: true,
						replyToMessageId: '1',
					},
				},
				wire: {
					chat_id: -1002,
					from_chat_id: -1001,
					message_id: 2,
					caption: 'Hello, all of you!',
					disable_notification: true,
					protect_content: true,
					reply_to_message_id: 1,
					reply_markup: { inline_keyboard: [[{ text: 'Hi', callback_data: 'hi' }]] },
				},
				output: [{ chatId: -1002, messageId: 2, message_id: 2 }],
				effect: ({ messages }) =>
					expect(messages.at(-1)).toMatchObject({
						chat_id: -1002,
						from_id: 4839574812,
						text: 'Hello, all of you!',
						reply_to_message_id: 1,
						options: { disable_notification: true, protect_content: true },
					}),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1002'), fromChatId: byId(' '), messageId: '2' },
			message: 'From Chat is empty',
			hint: 'Fill in From Chat',
		},
		refused: { ...GONE, message: 'message to copy not found' },
	},
	{
		resource: 'message',
		operation: 'forwardMessage',
		promised: ['chatId fromChatId messageId', DELIVERY],
		valid: [
			{
				parameters: {
					chatId: byId('-1002'),
					...FROM_MIA,
					additionalFields: { disableNotification: false },
				},
				wire: { chat_id: -1002, from_chat_id: -1001, message_id: 2, disable_notification: false },
				output: [
					expect.objectContaining({
						chatId: -1002,
						messageId: 2,
						text: 'Hello everybody!',
						forward_origin: expect.objectContaining({
							type: 'user',
							sender_user: expect.objectContaining({ id: 1003 }),
						}),
					}),
				],
				effect: ({ messages }) =>
					expect(messages.at(-1)).toMatchObject({
						chat_id: -1002,
						text: 'Hello everybody!',
						forward_origin: { type: 'user' },
					}),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1002'), fromChatId: byId('-1001'), messageId: 'two' },
			message: 'Message ID must be a whole number, but is "two"',
			hint: 'Enter Message ID in digits only',
		},
		refused: { ...GONE, message: 'message to forward not found' },
	},
	{
		resource: 'message',
		operation: 'pinChatMessage',
		promised: ['chatId messageId', 'disableNotification'],
		valid: [
			{
				parameters: {
					chatId: byId('-1001'),
					messageId: '2',
					additionalFields: { disableNotification: true },
				},
				wire: { chat_id: -1001, message_id: 2, disable_notification: true },
				output: [{ success: true, chatId: -1001, messageId: 2 }],
				effect: ({ messages }) =>
					expect(messages.filter(({ pinned: place }: { pinned?: number }) => place)).toMatchObject([
						{ chat_id: -1001, message_id: 2 },
					]),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), messageId: '={{ $json.none }}' },
			message: 'Message ID is empty',
			hint: 'Fill in Message ID',
		},
		refused: {
			parameters: { chatId: byId('-1002'), messageId: '1' },
			code: 403,
			message: 'not enough rights to pin',
			hint: 'with the right to pin messages',
		},
	},
	{
		resource: 'message',
		operation: 'unpinChatMessage',
		promised: ['chatId messageId pinned', ''],
		valid: [
			{
				prepare: pinned,
				parameters: { chatId: byId('-1001'), pinned: 'latest' },
				wire: { chat_id: -1001 },
				output: [{ success: true, chatId: -1001, messageId: null }],
				effect: ({ messages }) =>
					expect(messages.filter(({ pinned: place }: { pinned?: number }) => place)).toMatchObject([
						{ chat_id: -1001, message_id: 2 },
					]),
			},
			{
				prepare: pinned,
				parameters: { chatId: byId('-1001'), pinned: 'one', messageId: '2' },
				refusedAgain: true,
				wire: { chat_id: -1001, message_id: 2 },
				output: [{ success: true, chatId: -1001, messageId: 2 }],
				effect: ({ messages }) =>
					expect(messages.filter(({ pinned: place }: { pinned?: number }) => place)).toMatchObject([
						{ chat_id: -1001, message_id: 3 },
					]),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), pinned: 'one', messageId: '={{ $json.none }}' },
			message: 'Message ID is empty',
			hint: 'Fill in Message ID',
		},
		refused: {
			parameters: { chatId: byId('-1001'), messageId: '2' },
			code: NOT_FOUND,
			message: 'message to unpin not found',
			hint: 'or it is not pinned',
		},
	},
	{
		resource: 'message',
		operation: 'editMessageReplyMarkup',
		promised: [`chatId messageId ${BUTTONS}`, ''],
		valid: [
			{
				prepare: oneButton,
				parameters: { chatId: byId('-1001'), messageId: '6' },
				wire: { chat_id: -1001, message_id: 6 },
				output: [
					expect.objectContaining({ chatId: -1001, messageId: 6, edit_date: expect.any(Number) }),
				],
				effect: ({ messages }) => expect(messages.at(-1)).not.toHaveProperty('reply_markup'),
			},
			{
				prepare: oneButton,
				parameters: {
					chatId: byId('-1001'),
					messageId: '={{ $json.message_id }}',
					replyMarkup: 'inlineKeyboard',
					inlineKeyboard: {
						rows: [{ buttons: { button: [{ text: 'No', callbackData: 'no' }] } }],
					},
				},
				wire: {
					chat_id: -1001,
					message_id: 6,
					reply_markup: { inline_keyboard: [[{ text: 'No', callback_data: 'no' }]] },
				},
				output: [
					expect.objectContaining({
						messageId: 6,
						text: 'Shall we?',
						reply_markup: { inline_keyboard: [[{ text: 'No', callback_data: 'no' }]] },
					}),
				],
				effect: ({ messages }) =>
					expect(messages.at(-1).reply_markup.inline_keyboard).toEqual([
						[{ text: 'No', callback_data: 'no' }],
					]),
			},
		],
		invalid: {
			parameters: {
				chatId: byId('-1001'),
				messageId: '4',
				replyMarkup: 'json',
				replyMarkupJson: '[[',
			},
			message: 'Keyboard (JSON) is not valid JSON',
			hint: 'Check quotes, commas and brackets',
		},
		refused: {
			parameters: { chatId: byId('-1001'), messageId: '999' },
			code: NOT_FOUND,
			message: 'message to edit not found',
			hint: 'The chat has no such message',
		},
	},
	{
		resource: 'message',
		operation: 'sendMessageDraft',
		promised: ['chatId draftId text', 'entities parseMode'],
		valid: [
			{
				prepare: writtenByOlga,
				parameters: {
					chatId: byId('1001'),
					draftId: '3',
					text: 'I would like to <b>book</b>',
					additionalFields: { parseMode: 'HTML' },
				},
				wire: {
					chat_id: 1001,
					draft_id: 3,
					text: 'I would like to <b>book</b>',
					parse_mode: 'HTML',
				},
				output: [{ success: true, chatId: 1001, draftId: 3 }],
				effect: ({ chats }) =>
					expect(chats).toContainEqual(
						expect.objectContaining({
							id: 1001,
							draft: {
								bot_id: 4839574812,
								draft_id: 3,
								text: 'I would like to <b>book</b>',
								parse_mode: 'HTML',
							},
						}),
					),
			},
		],
		invalid: {
			parameters: { chatId: byId('1001'), draftId: '0', text: 'Hello' },
			message: 'Draft ID must not be 0',
			hint: 'any other number',
		},
		refused: {
			parameters: { chatId: byId('1001'), text: 'Hello' },
			code: 400,
			message: 'CHAT_WRITE_FORBIDDEN',
			hint: 'This person has never written to the bot',
		},
	},
	{
		resource: 'message',
		operation: 'sendAndWait',
		method: 'sendMessage',
		promised: [
			'afterAnswer answersNeeded approvalOptions chatId limitType limitWaitTime maxDateAndTime message outputs replyList replyType responseType resumeAmount resumeUnit userIds whoMayAnswer',
			`answersNeeded dateFormat decimalSign escalateTo helpButton helpText ifFormatRefused linkPreviewOptions notice noticeForOthers noticeForWrongReplies oneNoEnds outcome parseMode remindAfter reminderText replyToMessageId textWhenTimeIsUp ${DELIVERY}`,
		],
		valid: [
			{
				waits: true,
				parameters: {
					chatId: byId('-1001'),
					message: 'May it *stay*?',
					additionalFields: { parseMode: 'Markdown', disableNotification: true },
				},
				wire: {
					chat_id: -1001,
					text: 'May it *stay*?',
					parse_mode: 'Markdown',
					disable_notification: true,
					reply_markup: {
						inline_keyboard: [
							[
								{ text: 'Approve', callback_data: expect.stringMatching(/^~![!-~]{1,62}$/) },
								{ text: 'Decline', callback_data: expect.stringMatching(/^~"[!-~]{1,62}$/) },
							],
						],
					},
				},
				output: [{ chatId: -1001, messageId: expect.any(Number) }],
				effect: ({ messages }) =>
					expect(messages.at(-1)).toMatchObject({ chat_id: -1001, text: 'May it *stay*?' }),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), message: 'Well?', approvalOptions: {} },
			message: 'Buttons has no button',
			hint: 'Add at least one button',
		},
		refused: unknownChat({ message: 'Well?' }),
	},
	{
		resource: 'message',
		operation: 'showMenu',
		method: 'sendMessage',
		promised: ['chatId page userId whoMayPress', `replyToMessageId ${DELIVERY}`],
		valid: [
			{
				trigger: MENU,
				parameters: {
					chatId: byId('-1001'),
					page: 'Drinks',
					whoMayPress: 'user',
					userId: byId('1003'),
					additionalFields: { disableNotification: true },
				},
				wire: {
					chat_id: -1001,
					text: 'What would you like?',
					disable_notification: true,
					reply_markup: {
						inline_keyboard: [
							[
								{ text: 'Tea', callback_data: expect.stringMatching(MENU_DATA) },
								{ text: 'Prices', url: 'https://example.com/prices' },
							],
							[{ text: 'Back', callback_data: expect.stringMatching(MENU_DATA) }],
						],
					},
				},
				output: [
					expect.objectContaining({
						chatId: -1001,
						messageId: expect.any(Number),
						text: 'What would you like?',
					}),
				],
				effect: ({ messages }) =>
					expect(messages.at(-1)).toMatchObject({ chat_id: -1001, text: 'What would you like?' }),
			},
		],
		invalid: {
			trigger: MENU,
			parameters: { chatId: byId('-1001'), page: 'Food' },
			message: 'Page "Food" does not exist in the menu of the trigger',
			hint: 'The pages are: Start, Drinks',
		},
		refused: { trigger: MENU, ...unknownChat() },
	},
	{
		resource: 'message',
		operation: 'askForm',
		method: 'sendMessage',
		promised: [
			'chatId defineForm formFields formTitle jsonOutput limitType limitWaitTime maxDateAndTime outputs personId resumeAmount resumeUnit',
			`backButton cancelButton changeButton dateFormat decimalSign doneButton helpButton noButton noticeForOldSteps noticeForOthers noticeForWrongAnswers replyLine replyToMessageId sendButton skipButton textWhenCancelled textWhenSent textWhenTimeIsUp yesButton ${DELIVERY}`,
		],
		valid: [
			{
				waits: true,
				parameters: {
					chatId: byId('-1001'),
					formTitle: 'Order',
					personId: '1003',
					formFields: {
						values: [
							{
								fieldLabel: 'Size?',
								fieldType: 'radio',
								fieldOptions: 'S, M',
								requiredField: true,
							},
							{ fieldLabel: 'Name?', fieldName: 'name' },
						],
					},
				},
				wire: {
					chat_id: -1001,
					text: 'Order\n\nSize? (1/2)',
					reply_markup: {
						inline_keyboard: [
							[{ text: 'S', callback_data: expect.stringMatching(/^=![!-~]{5,62}$/) }],
							[{ text: 'M', callback_data: expect.stringMatching(/^="[!-~]{5,62}$/) }],
							[{ text: 'Cancel', callback_data: expect.stringMatching(/^=#[!-~]{5,62}$/) }],
						],
					},
				},
				output: [{ chatId: -1001, messageId: expect.any(Number) }],
				effect: ({ messages }) => expect(messages.at(-1)).toMatchObject({ chat_id: -1001 }),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), personId: '1003' },
			message: 'Fields has no field',
			hint: 'Add at least one field',
		},
		refused: unknownChat({
			personId: '1003',
			formFields: { values: [{ fieldLabel: 'Name?' }] },
		}),
	},
];
