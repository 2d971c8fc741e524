import type { TestEmulator } from '../support/emulator';
import { NOT_FOUND } from '../support/dialect';
import { byId, byUsername } from '../support/locators';
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

const NO_RIGHTS = {
	is_anonymous: false,
	can_manage_chat: false,
	can_post_messages: false,
	can_edit_messages: false,
	can_delete_messages: false,
	can_manage_video_chats: false,
	can_restrict_members: false,
	can_promote_members: false,
	can_change_info: false,
	can_invite_users: false,
	can_pin_messages: false,
};

/** Makes somebody an administrator of the demo group, promoted by the bot, with the right to pin. */
async function seedAdministrator({ control }: TestEmulator, user_id: number): Promise<void> {
	const rights = { can_manage_chat: true, can_pin_messages: true };
	const promoted_by = 4839574812;
	const member = { chat_id: -1001, user_id, status: 'administrator', rights, promoted_by };
	await control('post', 'seed', { members: [member] });
}

/** A channel, and two pictures of Mia's, the newer one last. */
async function seedChannelAndPhotos({ control }: TestEmulator): Promise<void> {
	const photo = { kind: 'photo', profile_of: 1003, width: 640, height: 640 };
	await control('post', 'seed', {
		chats: [{ id: -1100, type: 'channel', title: 'News' }],
		files: ['old', 'new'].map((name) => ({ ...photo, file_id: `${name}-photo` })),
	});
}

const photoSize = (name: string) => ({
	file_id: `${name}-photo`,
	file_unique_id: `${name}-photo`,
	file_size: 0,
	width: 640,
	height: 640,
});

/** The state's entry for an administrator whom the bot promoted. */
const promoted = (user_id: number, rights: object) => ({
	chat_id: -1001,
	user_id,
	status: 'administrator',
	is_anonymous: false,
	promoted_by: 4839574812,
	rights: expect.objectContaining(rights),
});

/** The best three, and Mia with her neighbours. */
const MIAS_SCORES = [
	[1, 1010, 'Player 1', 1000],
	[2, 1011, 'Player 2', 900],
	[3, 1012, 'Player 3', 800],
	[5, 1014, 'Player 5', 600],
	[6, 1015, 'Player 6', 500],
	[7, 1003, 'Mia', 450],
	[8, 1016, 'Player 7', 400],
	[9, 1017, 'Player 8', 300],
].map(([position, id, first_name, score]) => ({ position, user: { id, first_name }, score }));

/** A moment in two hours, give or take a minute, in Unix seconds. */
const inTwoHours = {
	asymmetricMatch: (value: unknown) => Math.abs(Number(value) - (Date.now() / 1000 + 7200)) < 60,
};

/** Reference 5.4 and 5.7. */
export const memberCases: OperationCase[] = [
	{
		resource: 'member',
		operation: 'restrictChatMember',
		promised: [
			'canAddWebPagePreviews canChangeInfo canInviteUsers canPinMessages canSendMediaMessages canSendMessages canSendOtherMessages canSendPolls chatId permissions until untilAmount untilDate untilUnit userId',
			'deleteMinutes',
		],
		valid: [
			{
				parameters: {
					chatId: byId('-1001'),
					userId: byId('1003'),
					permissions: 'mute',
					until: 'permanent',
				},
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
			{
				parameters: {
					chatId: byId('-1001'),
					userId: byId('1004'),
					permissions: 'textOnly',
					until: 'duration',
					untilAmount: '2',
					untilUnit: 'hours',
				},
				wire: {
					chat_id: -1001,
					user_id: 1004,
					permissions: { ...MUTED, can_send_messages: true },
					until_date: inTwoHours,
				},
				output: [{ success: true, chatId: -1001, userId: 1004, untilDate: inTwoHours }],
				effect: ({ members }) =>
					expect(members).toContainEqual({
						chat_id: -1001,
						user_id: 1004,
						status: 'restricted',
						permissions: { ...MUTED, can_send_messages: true },
						until_date: inTwoHours,
					}),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), userId: byId('@mia'), permissions: 'mute' },
			message: 'User must be a whole number, but is "@mia"',
			hint: 'Enter User in digits only',
		},
		refused: {
			parameters: { chatId: byId('-1001'), userId: byId('1001'), permissions: 'mute' },
			code: 403,
			message: "can't remove chat owner",
			hint: 'The owner of a chat cannot be muted, restricted or banned',
		},
	},
	{
		resource: 'member',
		operation: 'banChatMember',
		promised: ['chatId until untilAmount untilDate untilUnit userId', 'deleteMinutes'],
		valid: [
			{
				parameters: {
					chatId: byUsername('@demo_group'),
					userId: byId('={{ 1004 }}'),
					until: 'permanent',
				},
				wire: { chat_id: '@demo_group', user_id: 1004 },
				output: [{ success: true, chatId: '@demo_group', userId: 1004, untilDate: null }],
				effect: ({ members }) =>
					expect(members).toContainEqual({ chat_id: -1001, user_id: 1004, status: 'kicked' }),
			},
			{
				parameters: {
					chatId: byId('-1001'),
					userId: byId('1004'),
					until: 'duration',
					untilAmount: '2',
					untilUnit: 'hours',
				},
				wire: { chat_id: -1001, user_id: 1004, until_date: inTwoHours },
				output: [{ success: true, chatId: -1001, userId: 1004, untilDate: inTwoHours }],
			},
		],
		invalid: {
			parameters: { chatId: byId('={{ $json.none }}'), userId: byId('1004') },
			message: 'Chat is empty',
			hint: 'Fill in Chat',
		},
		refused: {
			parameters: { chatId: byId('-1001'), userId: byId('424242') },
			code: NOT_FOUND,
			message: 'user not found',
			hint: 'Check User',
		},
	},
	{
		resource: 'member',
		operation: 'unbanChatMember',
		promised: ['chatId onlyIfBanned userId', ''],
		valid: [
			{
				prepare: async ({ api }) =>
					void (await api('banChatMember', { chat_id: -1001, user_id: 1004 })),
				parameters: { chatId: byId('-1001'), userId: byId('1004') },
				wire: { chat_id: -1001, user_id: 1004, only_if_banned: true },
				output: [{ success: true, chatId: -1001, userId: 1004 }],
				effect: ({ members }) =>
					expect(members).toContainEqual({ chat_id: -1001, user_id: 1004, status: 'left' }),
			},
			{
				parameters: { chatId: byId('-1001'), userId: byId('1004') },
				wire: { chat_id: -1001, user_id: 1004, only_if_banned: true },
				output: [{ success: true, chatId: -1001, userId: 1004 }],
				effect: ({ members }) =>
					expect(members).toContainEqual({ chat_id: -1001, user_id: 1004, status: 'member' }),
			},
			{
				parameters: { chatId: byId('-1001'), userId: byId('1004'), onlyIfBanned: false },
				wire: { chat_id: -1001, user_id: 1004, only_if_banned: false },
				output: [{ success: true, chatId: -1001, userId: 1004 }],
				effect: ({ members }) =>
					expect(members).toContainEqual({ chat_id: -1001, user_id: 1004, status: 'left' }),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), userId: byId('1004'), onlyIfBanned: '={{ "perhaps" }}' },
			message: 'Only If Banned must be true or false, but is "perhaps"',
			hint: 'Switch Only If Banned on or off',
		},
		refused: {
			parameters: { chatId: byId('-1002'), userId: byId('1004') },
			code: 403,
			message: 'not enough rights',
			hint: 'Make the bot an administrator of the chat with the right to restrict members',
		},
	},
	{
		resource: 'member',
		operation: 'promoteChatMember',
		promised: ['chatId presentRights rights userId', ''],
		valid: [
			{
				prepare: async (emulator) => await seedAdministrator(emulator, 1003),
				parameters: {
					chatId: byId('-1001'),
					userId: byId('1003'),
					rights: ['can_delete_messages'],
				},
				wire: {
					...NO_RIGHTS,
					chat_id: -1001,
					user_id: 1003,
					can_manage_chat: true,
					can_delete_messages: true,
					can_pin_messages: true,
				},
				output: [
					{
						success: true,
						chatId: -1001,
						userId: 1003,
						rights: ['can_delete_messages', 'can_manage_chat', 'can_pin_messages'],
					},
				],
				effect: ({ members }) =>
					expect(members).toContainEqual(
						promoted(1003, { can_delete_messages: true, can_pin_messages: true }),
					),
			},
			{
				parameters: {
					chatId: byUsername('@demo_group'),
					userId: byId('1004'),
					rights: ['can_restrict_members', 'can_delete_messages'],
					presentRights: 'replace',
				},
				wire: {
					...NO_RIGHTS,
					chat_id: '@demo_group',
					user_id: 1004,
					can_restrict_members: true,
					can_delete_messages: true,
				},
				output: [
					{
						success: true,
						chatId: '@demo_group',
						userId: 1004,
						rights: ['can_delete_messages', 'can_restrict_members'],
					},
				],
				effect: ({ members }) =>
					expect(members).toContainEqual(
						promoted(1004, { can_restrict_members: true, can_pin_messages: false }),
					),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), userId: byId('1003'), rights: '={{ [] }}' },
			message: 'Rights is empty',
			hint: 'Choose at least one right. To remove all rights, use Demote.',
		},
		refused: {
			parameters: { chatId: byId('-1001'), userId: byId('1002'), rights: ['can_pin_messages'] },
			code: 403,
			message: 'not enough rights',
			hint: 'A bot can change only administrators that it promoted.',
		},
	},
	{
		resource: 'member',
		operation: 'demoteChatMember',
		method: 'promoteChatMember',
		promised: ['chatId userId', ''],
		valid: [
			{
				prepare: async (emulator) => await seedAdministrator(emulator, 1003),
				parameters: { chatId: byId('-1001'), userId: byId('1003') },
				wire: { ...NO_RIGHTS, chat_id: -1001, user_id: 1003 },
				output: [{ success: true, chatId: -1001, userId: 1003, rights: [] }],
				effect: ({ members }) =>
					expect(members).toContainEqual({ chat_id: -1001, user_id: 1003, status: 'member' }),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), userId: byId('={{ $json.none }}') },
			message: 'User is empty',
			hint: 'Fill in User',
		},
		refused: {
			parameters: { chatId: byId('-1001'), userId: byId('1001') },
			code: 403,
			message: 'chat owner',
			hint: 'The owner of a chat has all rights',
		},
	},
	{
		resource: 'member',
		operation: 'setChatAdministratorCustomTitle',
		promised: ['chatId customTitle userId', ''],
		valid: [
			{
				prepare: async (emulator) => await seedAdministrator(emulator, 1003),
				parameters: { chatId: byId('-1001'), userId: byId('1003'), customTitle: 'Support' },
				wire: { chat_id: -1001, user_id: 1003, custom_title: 'Support' },
				output: [{ success: true, chatId: -1001, userId: 1003, customTitle: 'Support' }],
				effect: ({ members }) =>
					expect(members).toContainEqual(
						expect.objectContaining({ user_id: 1003, custom_title: 'Support' }),
					),
			},
			{
				prepare: async (emulator) => await seedAdministrator(emulator, 1003),
				parameters: { chatId: byId('-1001'), userId: byId('1003'), customTitle: '' },
				wire: { chat_id: -1001, user_id: 1003, custom_title: '' },
				output: [{ success: true, chatId: -1001, userId: 1003, customTitle: '' }],
			},
		],
		invalid: {
			parameters: {
				chatId: byId('-1001'),
				userId: byId('1003'),
				customTitle: 'The Very Best of All',
			},
			message: 'Custom Title has 20 characters, but the limit is 16',
			hint: 'Shorten Custom Title',
		},
		refused: {
			parameters: { chatId: byId('-1001'), userId: byId('1003'), customTitle: 'Support' },
			code: 400,
			message: 'user is not an administrator',
			hint: 'Promote the person first.',
		},
	},
	{
		resource: 'member',
		operation: 'getUserProfilePhotos',
		promised: ['userId', 'limit offset'],
		valid: [
			{
				prepare: seedChannelAndPhotos,
				parameters: { userId: byId('1003') },
				wire: { user_id: 1003 },
				output: [
					{
						userId: 1003,
						fileId: 'new-photo',
						total_count: 2,
						photos: [[photoSize('new')], [photoSize('old')]],
					},
				],
			},
			{
				prepare: seedChannelAndPhotos,
				parameters: { userId: byId('1003'), additionalFields: { limit: 1, offset: 1 } },
				wire: { user_id: 1003, limit: 1, offset: 1 },
				output: [
					{ userId: 1003, fileId: 'old-photo', total_count: 2, photos: [[photoSize('old')]] },
				],
			},
			{
				parameters: { userId: byId('1004') },
				wire: { user_id: 1004 },
				output: [{ userId: 1004, fileId: null, total_count: 0, photos: [] }],
			},
		],
		invalid: {
			parameters: { userId: byId('mia') },
			message: 'User must be a whole number, but is "mia"',
			hint: 'Enter User in digits only',
		},
		refused: {
			parameters: { userId: byId('424242') },
			code: NOT_FOUND,
			message: 'user not found',
			hint: 'Check User',
		},
	},
	{
		resource: 'member',
		operation: 'banChatSenderChat',
		promised: ['chatId senderChatId', ''],
		valid: [
			{
				prepare: seedChannelAndPhotos,
				parameters: { chatId: byId('-1001'), senderChatId: '-1100' },
				wire: { chat_id: -1001, sender_chat_id: -1100 },
				output: [{ success: true, chatId: -1001, senderChatId: -1100 }],
				effect: ({ chats }) =>
					expect(chats).toContainEqual(
						expect.objectContaining({ id: -1001, banned_senders: [-1100] }),
					),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), senderChatId: '@news' },
			message: 'Channel ID must be a whole number, but is "@news"',
			hint: 'Enter Channel ID in digits only',
		},
		refused: {
			parameters: { chatId: byId('-1001'), senderChatId: '-1002' },
			code: 400,
			message: 'not a channel',
			hint: 'It must be the ID of a channel',
		},
	},
	{
		resource: 'member',
		operation: 'unbanChatSenderChat',
		promised: ['chatId senderChatId', ''],
		valid: [
			{
				prepare: async (emulator) => {
					await seedChannelAndPhotos(emulator);
					await emulator.api('banChatSenderChat', { chat_id: -1001, sender_chat_id: -1100 });
				},
				parameters: { chatId: byId('-1001'), senderChatId: '-1100' },
				wire: { chat_id: -1001, sender_chat_id: -1100 },
				output: [{ success: true, chatId: -1001, senderChatId: -1100 }],
				effect: ({ chats }) =>
					expect(chats.find(({ id }: { id: number }) => id === -1001)).not.toHaveProperty(
						'banned_senders',
					),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), senderChatId: '={{ $json.none }}' },
			message: 'Channel ID is empty',
			hint: 'Fill in Channel ID',
		},
		refused: {
			prepare: seedChannelAndPhotos,
			parameters: { chatId: byId('-1002'), senderChatId: '-1100' },
			code: 403,
			message: 'not enough rights',
			hint: 'with the right to restrict members',
		},
	},
	{
		resource: 'member',
		operation: 'getChatMember',
		promised: ['chatId userId', ''],
		valid: [
			{
				parameters: { chatId: byId('-1001'), userId: byId('1003') },
				wire: { chat_id: -1001, user_id: 1003 },
				output: [
					{
						chatId: -1001,
						userId: 1003,
						user: { id: 1003, is_bot: false, first_name: 'Mia', username: 'mia' },
						status: 'member',
					},
				],
			},
			{
				parameters: { chatId: byUsername('@demo_group'), userId: byId('1002') },
				wire: { chat_id: '@demo_group', user_id: 1002 },
				output: [
					expect.objectContaining({
						chatId: '@demo_group',
						userId: 1002,
						status: 'administrator',
						user: expect.objectContaining({ id: 1002, first_name: 'Milan' }),
					}),
				],
			},
		],
		invalid: {
			parameters: { chatId: byId('-100.1'), userId: byId('1003') },
			message: 'Chat must be a whole number, but is "-100.1"',
			hint: 'Enter Chat in digits only',
		},
		refused: {
			parameters: { chatId: byId('-1004'), userId: byId('1003') },
			code: 403,
			message: 'bot is not a member',
			hint: 'The bot is not in this chat. Add it to the chat first.',
		},
	},
	{
		resource: 'game',
		operation: 'getGameHighScores',
		promised: ['carrier chatId inlineMessageId messageId userId', ''],
		valid: [
			{
				parameters: {
					userId: byId('1010'),
					carrier: 'chat',
					chatId: byId('-1001'),
					messageId: '5',
				},
				wire: { user_id: 1010, chat_id: -1001, message_id: 5 },
				output: [
					{ position: 1, user: { id: 1010, first_name: 'Player 1' }, score: 1000 },
					{ position: 2, user: { id: 1011, first_name: 'Player 2' }, score: 900 },
					{ position: 3, user: { id: 1012, first_name: 'Player 3' }, score: 800 },
				],
			},
			{
				parameters: {
					userId: byId('1003'),
					carrier: 'inline',
					inlineMessageId: 'inline-demo-game',
				},
				wire: { user_id: 1003, inline_message_id: 'inline-demo-game' },
				output: MIAS_SCORES,
			},
		],
		invalid: {
			parameters: {
				userId: byId('1010'),
				carrier: 'chat',
				chatId: byId('-1001'),
				messageId: '={{ "" }}',
			},
			message: 'Message ID is empty',
			hint: 'Fill in Message ID',
		},
		refused: {
			parameters: { userId: byId('1010'), carrier: 'chat', chatId: byId('-1001'), messageId: '4' },
			code: 400,
			message: 'the game does not exist',
			hint: 'The message contains no game',
		},
	},
];
