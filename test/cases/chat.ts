import type { TestEmulator } from '../support/emulator';
import { NOT_FOUND } from '../support/dialect';
import { byId, byUsername } from '../support/locators';
import type { OperationCase } from './case';

const LOCKED = {
	can_send_messages: false,
	can_send_media_messages: false,
	can_send_polls: false,
	can_send_other_messages: false,
	can_add_web_page_previews: false,
	can_change_info: false,
	can_invite_users: false,
	can_pin_messages: false,
};

const ALL_ALLOWED = Object.fromEntries(Object.keys(LOCKED).map((name) => [name, true]));

const titled = (title: string) => expect.objectContaining({ id: -1001, title });

/** The item of an administrator in the demo group. */
const administrator = (userId: number, status: string) =>
	expect.objectContaining({
		chatId: -1001,
		userId,
		status,
		custom_title: null,
		is_anonymous: false,
		can_delete_messages: true,
		can_post_messages: false,
	});

const writeInTwoChats = async ({ act }: TestEmulator) => {
	await act('message', { chat_id: -1001, user_id: 1003, text: 'in the group' });
	await act('message', { chat_id: 1003, user_id: 1003, text: 'in private' });
};

/** Reference 5.4. */
export const chatCases: OperationCase[] = [
	{
		resource: 'chat',
		operation: 'getManyChats',
		method: 'getWebhookInfo',
		promised: ['limit returnAll', 'chatKinds withLost'],
		valid: [
			{
				prepare: writeInTwoChats,
				parameters: { returnAll: true },
				wire: {},
				contentType: undefined,
				output: [
					{ chatId: 1003, type: 'private', title: 'Mia', username: 'mia', isLost: false },
					{
						chatId: -1001,
						type: 'group',
						title: 'Demo Group',
						username: 'demo_group',
						isLost: false,
					},
				],
			},
			{
				prepare: writeInTwoChats,
				parameters: { limit: 1, additionalFields: { chatKinds: ['group', 'channel'] } },
				wire: {},
				contentType: undefined,
				output: [
					{
						chatId: -1001,
						type: 'group',
						title: 'Demo Group',
						username: 'demo_group',
						isLost: false,
					},
				],
			},
		],
		invalid: {
			parameters: { limit: 0 },
			message: 'Limit is 0, which is not possible',
			hint: 'Give Limit a whole number from 1 upwards',
		},
		refused: {
			parameters: {},
			credential: { botToken: '4839574812:AAWrong' },
			code: 401,
			message: 'Unauthorized',
			hint: 'paste the complete bot token again',
		},
	},
	{
		resource: 'chat',
		operation: 'getChat',
		promised: ['chatId', ''],
		valid: [
			{
				parameters: { chatId: byUsername('@demo_group') },
				wire: { chat_id: '@demo_group' },
				output: [
					{
						chatId: -1001,
						id: -1001,
						type: 'group',
						title: 'Demo Group',
						username: 'demo_group',
						first_name: null,
						description: null,
						permissions: ALL_ALLOWED,
					},
				],
			},
			{
				parameters: { chatId: byId('1003') },
				wire: { chat_id: 1003 },
				output: [
					{
						chatId: 1003,
						id: 1003,
						type: 'private',
						title: null,
						username: 'mia',
						first_name: 'Mia',
						description: null,
						permissions: null,
					},
				],
			},
			{
				prepare: async ({ control }) => {
					const described = { id: -1005, type: 'group', title: 'Cats', description: 'About cats' };
					const members = [{ chat_id: -1005, user_id: 4839574812, status: 'member' }];
					await control('post', 'seed', { chats: [described], members });
				},
				parameters: { chatId: byId('-1005') },
				wire: { chat_id: -1005 },
				output: [expect.objectContaining({ chatId: -1005, description: 'About cats' })],
			},
		],
		invalid: {
			parameters: { chatId: byId('={{ $json.none }}') },
			message: 'Chat is empty',
			hint: 'Fill in Chat',
		},
		refused: {
			parameters: { chatId: byId('-1004') },
			code: 403,
			message: 'bot is not a member',
			hint: 'The bot is not in this chat. Add it to the chat first.',
		},
	},
	{
		resource: 'chat',
		operation: 'getChatAdministrators',
		promised: ['chatId', ''],
		valid: [
			{
				parameters: { chatId: byId('-1001') },
				wire: { chat_id: -1001 },
				output: [
					administrator(1001, 'creator'),
					administrator(1002, 'administrator'),
					administrator(4839574812, 'administrator'),
				],
			},
			{
				prepare: async ({ control }) => {
					const milan = { chat_id: -1001, user_id: 1002, status: 'administrator' };
					await control('post', 'seed', { members: [{ ...milan, custom_title: 'Support' }] });
				},
				parameters: { chatId: byId('-1001') },
				wire: { chat_id: -1001 },
				output: [
					administrator(1001, 'creator'),
					administrator(4839574812, 'administrator'),
					expect.objectContaining({ userId: 1002, custom_title: 'Support' }),
				],
			},
		],
		invalid: {
			parameters: { chatId: byId('-100.1') },
			message: 'Chat must be a whole number, but is "-100.1"',
			hint: 'Enter Chat in digits only',
		},
		refused: {
			parameters: { chatId: byId('1003') },
			code: 400,
			message: 'no administrators in the private chat',
			hint: 'This does not work with this kind of chat',
		},
	},
	{
		resource: 'chat',
		operation: 'getChatMemberCount',
		promised: ['chatId', ''],
		valid: [
			{
				parameters: { chatId: byId('-1001') },
				wire: { chat_id: -1001 },
				output: [{ chatId: -1001, memberCount: 5 }],
			},
		],
		invalid: {
			parameters: { chatId: byId('={{ null }}') },
			message: 'Chat is empty',
			hint: 'Fill in Chat',
		},
		refused: {
			parameters: { chatId: byId('-77') },
			code: NOT_FOUND,
			message: 'chat not found',
			hint: 'Check Chat',
		},
	},
	{
		resource: 'chat',
		operation: 'setChatTitle',
		promised: ['chatId title', ''],
		valid: [
			{
				parameters: { chatId: byId('-1001'), title: 'Support' },
				wire: { chat_id: -1001, title: 'Support' },
				output: [{ success: true, chatId: -1001, title: 'Support' }],
				effect: ({ chats, messages }) => {
					expect(chats).toContainEqual(titled('Support'));
					expect(messages.at(-1)).toMatchObject({ new_chat_title: 'Support' });
				},
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), title: 'x'.repeat(256) },
			message: 'Title has 256 characters, but the limit is 255',
			hint: 'Shorten Title',
		},
		refused: {
			parameters: { chatId: byId('-1002'), title: 'Support' },
			code: 403,
			message: 'not enough rights',
			hint: 'with the right to change the chat info',
		},
	},
	{
		resource: 'chat',
		operation: 'setChatPermissions',
		promised: [
			'canAddWebPagePreviews canChangeInfo canInviteUsers canPinMessages canSendMediaMessages canSendMessages canSendOtherMessages canSendPolls chatId permissions',
			'',
		],
		valid: [
			{
				parameters: { chatId: byId('-1001'), permissions: 'mute' },
				wire: { chat_id: -1001, permissions: LOCKED },
				output: [{ success: true, chatId: -1001, permissions: LOCKED }],
				effect: ({ chats }) =>
					expect(chats).toContainEqual(expect.objectContaining({ id: -1001, permissions: LOCKED })),
			},
			{
				parameters: { chatId: byId('-1001'), canSendPolls: true },
				wire: {
					chat_id: -1001,
					permissions: { ...LOCKED, can_send_messages: true, can_send_polls: true },
				},
				output: [
					{
						success: true,
						chatId: -1001,
						permissions: { ...LOCKED, can_send_messages: true, can_send_polls: true },
					},
				],
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), permissions: '={{ "locked" }}' },
			message: 'Permissions has no choice "locked"',
			hint: 'allowAll, custom, mute, textOnly',
		},
		refused: {
			parameters: { chatId: byId('1003'), permissions: 'mute' },
			code: 400,
			message: 'for groups only',
			hint: 'This does not work with this kind of chat',
		},
	},
	{
		resource: 'chat',
		operation: 'leaveChat',
		promised: ['chatId', ''],
		valid: [
			{
				parameters: { chatId: byId('-1002') },
				wire: { chat_id: -1002 },
				output: [{ success: true, chatId: -1002 }],
				effect: ({ members }) =>
					expect(members).toContainEqual({
						chat_id: -1002,
						user_id: 4839574812,
						status: 'left',
					}),
			},
		],
		invalid: {
			parameters: { chatId: byId('={{ $json.none }}') },
			message: 'Chat is empty',
			hint: 'Fill in Chat',
		},
		refused: {
			parameters: { chatId: byId('-1004') },
			code: 403,
			message: 'bot is not a member',
			hint: 'The bot is not in this chat',
		},
	},
];
