import type { IDataObject } from 'n8n-workflow';

import { NOT_FOUND } from '../support/dialect';
import { byId, byUsername, fromList } from '../support/locators';
import type { OperationCase, ValidCase } from './case';

const HELP = { command: 'help', description: 'Show what this bot can do' };

const MIA_IN_GROUP = { type: 'chat_member', chat_id: -1001, user_id: 1003 };

const IN_FORM = { scope: 'chatMember', chatId: byId('-1001'), userId: byId('1003') };

const NOWHERE = { scope: 'chat', chatId: byId('77') };

/** Commands for one chat, or for some of its members. */
const setFor = (scope: string, chatId: IDataObject, onTheWire: object): ValidCase => ({
	parameters: { commands: { command: [HELP] }, scope, chatId, userId: byId('1003') },
	wire: { commands: [HELP], scope: onTheWire },
	output: [{ success: true, commands: 1 }],
	effect: ({ bots }) => expect(bots[0].commands).toMatchObject([{ commands: [HELP] }]),
});

const UNKNOWN = { code: NOT_FOUND, message: 'chat not found', hint: 'Check Chat' };

/** Reference 5.8, 5.1 and 5.6. */
export const commandCases: OperationCase[] = [
	{
		resource: 'bot',
		operation: 'getMyCommands',
		promised: ['chatId scope userId', 'languageCode'],
		valid: [
			{
				prepare: async ({ api }) => {
					await api('setMyCommands', {
						commands: [HELP],
						scope: MIA_IN_GROUP,
						language_code: 'de',
					});
				},
				parameters: { ...IN_FORM, additionalFields: { languageCode: 'de' } },
				wire: { scope: MIA_IN_GROUP, language_code: 'de' },
				output: [HELP],
			},
		],
		invalid: {
			parameters: { scope: 'chatMember', chatId: byId('-1001'), userId: byId('Mia') },
			message: 'User must be a whole number',
			hint: 'digits only',
		},
		refused: { parameters: NOWHERE, ...UNKNOWN },
	},
	{
		resource: 'bot',
		operation: 'setMyCommands',
		promised: ['chatId commands scope userId', 'languageCode'],
		valid: [
			{
				parameters: { commands: { command: [{ ...HELP, command: '/help' }] } },
				wire: { commands: [HELP] },
				output: [{ success: true, commands: 1 }],
				effect: ({ bots }) =>
					expect(bots[0].commands).toEqual([
						{ scope: 'default', language_code: '', commands: [HELP] },
					]),
			},
			setFor('chat', byId('={{ -1001 }}'), { type: 'chat', chat_id: -1001 }),
			setFor('chat', fromList('-1001'), { type: 'chat', chat_id: -1001 }),
			setFor('chatAdministrators', byUsername('demo_group'), {
				type: 'chat_administrators',
				chat_id: '@demo_group',
			}),
			setFor('chatMember', byId('-1001'), MIA_IN_GROUP),
		],
		invalid: {
			parameters: { commands: { command: [{ ...HELP, command: 'Help me' }] } },
			message: 'Command 1 cannot be "Help me"',
			hint: 'lowercase letters',
		},
		refused: { parameters: { commands: { command: [HELP] }, ...NOWHERE }, ...UNKNOWN },
	},
	{
		resource: 'bot',
		operation: 'setMyDefaultAdministratorRights',
		promised: ['rights', 'forChannels'],
		valid: [
			{
				parameters: { rights: ['can_post_messages'], additionalFields: { forChannels: true } },
				wire: {
					rights: {
						is_anonymous: false,
						can_manage_chat: false,
						can_post_messages: true,
						can_edit_messages: false,
						can_delete_messages: false,
						can_manage_video_chats: false,
						can_restrict_members: false,
						can_promote_members: false,
						can_change_info: false,
						can_invite_users: false,
						can_pin_messages: false,
					},
					for_channels: true,
				},
				output: [{ success: true, forChannels: true }],
				effect: ({ bots }) =>
					expect(bots[0].default_rights).toMatchObject({ channels: { can_post_messages: true } }),
			},
			{
				parameters: { rights: [] },
				wire: {},
				contentType: undefined,
				output: [{ success: true, forChannels: false }],
				effect: ({ bots }) => expect(bots[0].default_rights).toEqual({}),
			},
		],
		invalid: {
			parameters: { rights: '={{ "perhaps" }}' },
			message: 'Rights has no choice "perhaps"',
			hint: 'Choose from the list',
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
		resource: 'inline',
		operation: 'answerInlineQuery',
		promised: ['articles inlineQueryId results specifyResults', 'cacheTime'],
		valid: [
			{
				prepare: async ({ act }) => await act('inline', { user_id: 1003, query: 'hours' }),
				parameters: {
					inlineQueryId: '={{ $json.query_id }}',
					articles: { article: [{ title: 'Hours', text: 'Open from 9 to 5' }] },
					additionalFields: { cacheTime: 0 },
				},
				wire: {
					inline_query_id: expect.any(String),
					results: [
						{
							type: 'article',
							id: '1',
							title: 'Hours',
							input_message_content: { message_text: 'Open from 9 to 5' },
						},
					],
					cache_time: 0,
				},
				output: [{ success: true, inlineQueryId: expect.any(String) }],
				effect: ({ inline_queries: queries }) =>
					expect(queries).toMatchObject([
						{ query: 'hours', answer: { results: [{ title: 'Hours' }], cache_time: 0 } },
					]),
			},
		],
		invalid: {
			parameters: {
				inlineQueryId: '1',
				articles: { article: [{ title: 'Hours', text: '={{ $json.none }}' }] },
			},
			message: 'Article 1: Text is empty',
			hint: 'Fill in Article 1: Text',
		},
		refused: {
			parameters: { inlineQueryId: '1' },
			code: 400,
			message: 'query is too old',
			hint: 'only shortly afterwards',
		},
	},
];
