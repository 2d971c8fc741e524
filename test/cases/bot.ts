import type { TestEmulator } from '../support/emulator';
import { byId } from '../support/locators';
import type { OperationCase } from './case';

const setSomeWebhook = async ({ api }: TestEmulator) => {
	await api('setWebhook', { url: 'https://bot.example.com/in' });
};

const writeToBot = async ({ act }: TestEmulator) => {
	await act('message', { chat_id: -1001, user_id: 1003, text: 'Are you there?' });
};

/** Mistakes in a request without parameters that are found before it is sent. */
const noAddress = {
	parameters: {},
	credential: { baseUrl: 'api.example.com' },
	message: 'Base URL in the credential is not a valid URL',
	hint: 'enter the complete URL',
};

const wrongToken = {
	parameters: {},
	credential: { botToken: '4839574812:AAWrong' },
	code: 401,
	message: 'Unauthorized',
	hint: 'paste the complete bot token again',
};

/** Reference 3 and 5.1. */
export const botCases: OperationCase[] = [
	{
		resource: 'bot',
		operation: 'getMe',
		promised: ['', ''],
		valid: [
			{
				parameters: {},
				wire: {},
				contentType: undefined,
				output: [{ id: 4839574812, is_bot: true, first_name: 'Demo Bot', username: 'demo_bot' }],
			},
		],
		invalid: noAddress,
		refused: wrongToken,
	},
	{
		resource: 'bot',
		operation: 'checkSetup',
		method: 'getMe',
		promised: ['chatId', 'expectedUpdates workflow'],
		valid: [
			{
				prepare: writeToBot,
				parameters: {},
				wire: {},
				contentType: undefined,
				output: [
					{
						cause: 'noTrigger',
						problem: expect.stringContaining('no workflow with a trigger of this bot is published'),
						whatToDo: expect.stringContaining('press Publish'),
						isBlocking: true,
					},
				],
			},
			{
				prepare: writeToBot,
				parameters: { chatId: byId('-1002'), additionalFields: { expectedUpdates: ['message'] } },
				wire: {},
				contentType: undefined,
				output: [
					{
						cause: 'notAdministrator',
						problem: expect.stringContaining('no administrator of the group'),
						whatToDo: expect.stringContaining('Make the bot an administrator'),
						isBlocking: false,
					},
					{
						cause: 'noTrigger',
						problem: expect.stringContaining('No program fetches the updates of this bot'),
						whatToDo: expect.stringContaining('Bot Messaging Polling Trigger'),
						isBlocking: true,
					},
				],
			},
		],
		invalid: {
			parameters: { chatId: byId('somewhere') },
			message: 'Chat must be a number or a name with @, but is "somewhere"',
			hint: 'Write @somewhere',
		},
	},
	{
		resource: 'bot',
		operation: 'getUpdates',
		promised: ['', 'allowedUpdates limit offset timeout'],
		valid: [
			{
				prepare: async ({ act }) => {
					await act('message', { chat_id: -1001, user_id: 1003, text: 'first' });
					await act('message', { chat_id: -1001, user_id: 1003, text: 'second' });
				},
				parameters: {
					additionalFields: { offset: 0, limit: 50, timeout: 0, allowedUpdates: ['message'] },
				},
				wire: { offset: 0, limit: 50, timeout: 0, allowed_updates: ['message'] },
				output: [
					{ update_id: expect.any(Number), message: expect.objectContaining({ text: 'first' }) },
					{ update_id: expect.any(Number), message: expect.objectContaining({ text: 'second' }) },
				],
				effect: ({ bots }) => expect(bots[0].allowed_updates).toEqual(['message']),
			},
			{
				prepare: async ({ act }) => {
					await act('message', { chat_id: -1001, user_id: 1004, text: 'one' });
					await act('message', { chat_id: -1001, user_id: 1004, text: 'two' });
				},
				parameters: { additionalFields: { limit: 1 } },
				wire: { limit: 1 },
				output: [
					{ update_id: expect.any(Number), message: expect.objectContaining({ text: 'one' }) },
				],
			},
		],
		invalid: {
			parameters: { additionalFields: { limit: 101 } },
			message: 'Limit is 101, which is not possible',
			hint: 'Give Limit a whole number from 1 to 100',
		},
		refused: {
			prepare: setSomeWebhook,
			parameters: {},
			code: 409,
			message: 'Conflict',
			hint: 'delete the webhook, or stop the other program',
		},
	},
	{
		resource: 'bot',
		operation: 'setWebhook',
		promised: ['url', 'allowedUpdates dropPendingUpdates ipAddress maxConnections secretToken'],
		valid: [
			{
				parameters: {
					url: 'https://bot.example.com/in',
					additionalFields: {
						ipAddress: '203.0.113.7',
						maxConnections: 10,
						secretToken: 'a-long-word',
						allowedUpdates: ['message', 'callback_query'],
						dropPendingUpdates: false,
					},
				},
				wire: {
					url: 'https://bot.example.com/in',
					ip_address: '203.0.113.7',
					max_connections: 10,
					secret_token: 'a-long-word',
					allowed_updates: ['message', 'callback_query'],
					drop_pending_updates: false,
				},
				output: [{ success: true, url: 'https://bot.example.com/in' }],
				effect: ({ bots }) =>
					expect(bots[0].webhook).toMatchObject({
						url: 'https://bot.example.com/in',
						ip_address: '203.0.113.7',
						max_connections: 10,
					}),
			},
		],
		invalid: {
			parameters: { url: '={{ "  " }}' },
			message: 'URL is empty',
			hint: 'Fill in URL',
		},
		refused: {
			parameters: { url: 'http://bot.example.com/in' },
			code: 400,
			message: 'HTTPS URL must be provided',
			hint: 'The address must begin with https://',
		},
	},
	{
		resource: 'bot',
		operation: 'deleteWebhook',
		promised: ['', 'dropPendingUpdates'],
		valid: [
			{
				prepare: setSomeWebhook,
				parameters: { additionalFields: { dropPendingUpdates: true } },
				wire: { drop_pending_updates: true },
				output: [{ deleted: true, dropPendingUpdates: true }],
				effect: ({ bots }) => expect(bots[0].webhook).toBeUndefined(),
			},
			{
				prepare: setSomeWebhook,
				parameters: {},
				wire: {},
				contentType: undefined,
				output: [{ deleted: true, dropPendingUpdates: false }],
				effect: ({ bots }) => expect(bots[0].webhook).toBeUndefined(),
			},
		],
		invalid: noAddress,
		refused: wrongToken,
	},
	{
		resource: 'bot',
		operation: 'getWebhookInfo',
		promised: ['', ''],
		valid: [
			{
				prepare: setSomeWebhook,
				parameters: {},
				wire: {},
				contentType: undefined,
				output: [
					{
						url: 'https://bot.example.com/in',
						pending_update_count: 0,
						has_custom_certificate: false,
						max_connections: 40,
					},
				],
			},
		],
		invalid: noAddress,
		refused: wrongToken,
	},
	{
		resource: 'bot',
		operation: 'anyMethod',
		method: 'sendMessage',
		promised: ['method parameters parametersJson specifyParameters', 'files'],
		valid: [
			{
				parameters: {
					method: 'sendMessage',
					parameters: {
						parameter: [
							{ name: 'chat_id', value: '-1001' },
							{ name: 'text', value: 'Hello' },
						],
					},
				},
				wire: { chat_id: -1001, text: 'Hello' },
				output: [expect.objectContaining({ message_id: 6, text: 'Hello' })],
				effect: ({ messages }) => expect(messages.at(-1)).toMatchObject({ text: 'Hello' }),
			},
			{
				parameters: {
					method: 'sendMessage',
					specifyParameters: 'json',
					parametersJson: '{"chat_id": -1001, "text": "Hi"}',
				},
				wire: { chat_id: -1001, text: 'Hi' },
				output: [expect.objectContaining({ message_id: 6, text: 'Hi' })],
				effect: ({ messages }) => expect(messages.at(-1)).toMatchObject({ text: 'Hi' }),
			},
		],
		invalid: {
			parameters: { method: '../sendMessage' },
			message: 'Method must be letters only',
			hint: 'as in the documentation of the service',
		},
		refused: {
			parameters: {
				method: 'sendMessage',
				parameters: { parameter: [{ name: 'chat_id', value: '-1001' }] },
			},
			code: 400,
			message: 'parameter "text" is required',
			hint: 'Check the parameters',
		},
	},
];
