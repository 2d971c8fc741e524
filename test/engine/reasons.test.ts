import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { REASONS, type ErrorReason } from '../../nodes/BotMessaging/api/errors';
import { inMemory } from '../support/binary';
import { useBot } from '../support/bot';
import type { RunOptions } from '../support/engine';
import { byId } from '../support/locators';
import { ROOT } from '../package/sources';

const { emulator, run } = useBot();
const { chats, users, botId } = emulator.defaults;

interface Case {
	what: string;
	operation: string;
	parameters: IDataObject;
	options?: Partial<RunOptions>;
	/** Prepares the state that the case needs. */
	given?: () => Promise<void>;
}

const send = (chat: number, text = 'Hello') => ({
	operation: 'sendMessage',
	parameters: { chatId: byId(chat), text },
});

const onMember = (operation: string, chat: number, user: number) => ({
	operation,
	parameters: { chatId: byId(chat), userId: byId(user) },
});

const onMessage = (operation: string, parameters: IDataObject = {}) => ({
	operation,
	parameters: { chatId: byId(chats.demoGroup), messageId: '999', ...parameters },
});

const fault = (given: object) => async () => await emulator.fault(given);

/** The bot's membership of a chat, from outside. */
const botIs = (chat_id: number, status: string) => async () =>
	await emulator.control('post', 'seed', { members: [{ chat_id, user_id: botId, status }] });

const video = (content: string, type: string): Partial<RunOptions> => ({
	items: [{ json: {}, binary: { data: inMemory(content, 'clip', type) } }],
});

const sendVideo = {
	operation: 'sendVideo',
	parameters: { chatId: byId(chats.demoGroup), source: 'binary', binaryPropertyName: 'data' },
};

const inGroup = send(chats.demoGroup);

/** A bot that does not answer this time. */
const getMe = { operation: 'getMe', parameters: {} };

/** Refusals of the emulator, or of the node itself, for each reason. */
const CASES: Record<ErrorReason, Case[]> = {
	blocked: [
		{
			what: 'a person who blocked the bot',
			...send(chats.privateMia),
			given: botIs(chats.privateMia, 'kicked'),
		},
	],
	chatNotFound: [
		{ what: 'a chat that the server does not know', ...send(-9999) },
		{
			what: 'a member of a chat that the server does not know',
			...onMember('banChatMember', -9999, users.mia),
		},
	],
	noRight: [
		{ what: 'a bot without rights', ...onMember('banChatMember', chats.quietGroup, users.noah) },
		{ what: 'the owner', ...onMember('banChatMember', chats.demoGroup, users.olga) },
		{
			what: 'a title that the bot may not change',
			operation: 'setChatTitle',
			parameters: { chatId: byId(chats.quietGroup), title: 'New' },
		},
		{
			what: 'the words of Telegram',
			...onMember('banChatMember', chats.demoGroup, users.noah),
			given: fault({
				kind: 'error',
				status: 400,
				description: 'Bad Request: not enough rights to restrict/unrestrict chat member',
			}),
		},
	],
	notMember: [
		{ what: 'a bot that is not in the chat', ...send(chats.elsewhere) },
		{
			what: 'a bot that was removed',
			...send(chats.demoGroup),
			given: botIs(chats.demoGroup, 'kicked'),
		},
		{
			what: 'a person who is not in the chat',
			...onMember('banChatMember', chats.demoGroup, 424_242),
		},
	],
	messageGone: [
		{ what: 'a message to delete', ...onMessage('deleteMessage') },
		{ what: 'a message to edit', ...onMessage('editMessageText', { text: 'New' }) },
		{ what: 'a message to pin', ...onMessage('pinChatMessage') },
		{
			what: 'a message to reply to',
			operation: 'sendMessage',
			parameters: { ...inGroup.parameters, additionalFields: { replyToMessageId: '999' } },
		},
		{
			what: 'a button press that is too old',
			operation: 'answerCallbackQuery',
			parameters: { callbackQueryId: '12345' },
		},
	],
	topicGone: [
		{
			what: 'a topic that was deleted',
			...inGroup,
			given: fault({
				kind: 'error',
				status: 400,
				description: 'Bad Request: message thread not found',
			}),
		},
	],
	alreadyDone: [
		{
			what: 'a person who is in the chat already',
			...onMember('declineChatJoinRequest', chats.demoGroup, users.mia),
			given: fault({
				kind: 'error',
				status: 400,
				description: 'Bad Request: USER_ALREADY_PARTICIPANT',
			}),
		},
	],
	tooFast: [
		{
			what: 'a chat that is written to too often',
			...inGroup,
			given: fault({ kind: 'error', status: 400, description: 'MESSAGE_TOO_MUCH', times: 99 }),
		},
	],
	tooLong: [
		{ what: 'a text that the server measures', ...send(chats.demoGroup, 'x'.repeat(4097)) },
		{
			what: 'a text that the node measures',
			operation: 'sendMessage',
			parameters: {
				...send(chats.demoGroup, 'x'.repeat(4097)).parameters,
				additionalFields: { longText: 'refuse' },
			},
		},
	],
	badFile: [
		{ what: 'an item without the file', ...sendVideo },
		{ what: 'a type that does not fit', ...sendVideo, options: video('x', 'application/pdf') },
		{
			what: 'a file ID that the server does not know',
			operation: 'getFile',
			parameters: { fileId: 'none' },
		},
		{
			what: 'a file of a private network',
			operation: 'sendVideo',
			parameters: {
				...sendVideo.parameters,
				source: 'url',
				fileUrl: 'http://127.0.0.1:1/clip.mp4',
			},
		},
	],
	badValue: [
		{ what: 'an empty text', ...send(chats.demoGroup, '={{ "" }}') },
		{
			what: 'a wrong option of the whole run',
			operation: 'sendMessage',
			parameters: { ...inGroup.parameters, traffic: { retries: -1 } },
		},
		{
			what: 'an operation that does not exist',
			operation: 'sendMessage',
			parameters: { ...inGroup.parameters, operation: 'none' },
		},
		{ what: 'a wrong expression', ...send(chats.demoGroup, '={{ $json.a.b.c() }}') },
		{
			what: 'a value that only the server knows to be wrong',
			operation: 'setMyCommands',
			parameters: { commands: { command: [{ command: '1 2', description: 'x' }] } },
		},
	],
	token: [
		{ what: 'a token of no bot', ...inGroup, options: { credential: { botToken: '1:wrong' } } },
	],
	unreachable: [
		{
			what: 'a server that is not there',
			...inGroup,
			options: { credential: { baseUrl: 'http://127.0.0.1:1' } },
		},
		{
			what: 'a base URL that is no URL',
			...getMe,
			options: { credential: { baseUrl: 'http://' } },
		},
		{
			what: 'a server in trouble',
			...getMe,
			given: fault({ kind: 'error', status: 500, times: 99 }),
		},
	],
	mayHaveArrived: [
		{
			what: 'a message without an answer',
			...inGroup,
			given: fault({ kind: 'cut_after' }),
		},
		{
			what: 'a server that was in trouble with a message',
			...inGroup,
			given: fault({ kind: 'error', status: 500 }),
		},
	],
	refused: [
		{
			what: 'words that no row has',
			...inGroup,
			given: fault({ kind: 'error', status: 409, description: 'Conflict: SOMETHING_ODD' }),
		},
	],
	other: [
		{
			what: 'a method that the server lacks',
			...inGroup,
			given: async () => await emulator.settings({ missingMethods: ['sendMessage'] }),
		},
	],
};

const table = Object.entries(CASES).flatMap(([reason, of]) =>
	of.map((one) => [reason, one.what, one] as const),
);

async function runCase({ operation, parameters, options, given }: Case, node: RunOptions['node']) {
	await given?.();
	return await run(operation, parameters, { ...options, node });
}

describe.each(table)('%s: %s', (reason, _what, one) => {
	test('is the reason of the failed item', async () => {
		const { json, error } = await runCase(one, { onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		expect(json).toEqual([
			expect.objectContaining({ error: expect.any(String), errorReason: reason }),
		]);
	});

	test('is the reason in the error output', async () => {
		const { outputs } = await runCase(one, { onError: 'continueErrorOutput' });
		expect(outputs[0]).toEqual([]);
		expect(outputs[1]).toMatchObject([{ json: { errorReason: reason } }]);
	});
});

test('an error that ends the execution keeps its type and its message', async () => {
	const { error, outputs } = await run('sendMessage', send(chats.elsewhere).parameters);
	expect(outputs).toEqual([]);
	expect(error).toMatchObject({
		name: 'NodeApiError',
		httpCode: '403',
		message: 'Forbidden: bot is not a member of the group chat',
		context: { itemIndex: 0 },
	});
	expect(JSON.stringify(error)).not.toContain('errorReason');
});

test('a credential that n8n does not have fails every item', async () => {
	const { json, error } = await run('sendMessage', inGroup.parameters, {
		items: [{ json: {} }, { json: {} }],
		node: { onError: 'continueRegularOutput', credentials: {} },
	});
	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ errorReason: 'other' }, { errorReason: 'other' }]);
});

test('a message that was not deleted says why', async () => {
	const { json } = await run('deleteMessages', {
		chatId: byId(chats.quietGroup),
		messageIds: '1, 77',
		additionalFields: { returnFailed: true },
	});
	expect(json.map(({ deleted, errorReason }) => [deleted, errorReason])).toEqual([
		[false, 'noRight'],
		[false, 'messageGone'],
	]);
});

test('a purge says why the first message was not deleted', async () => {
	const { json } = await run('purgeMessages', {
		chatId: byId(chats.quietGroup),
		firstMessageId: '1',
		lastMessageId: '9',
	});
	expect(json).toMatchObject([{ failed: 1, notFound: 8, errorReason: 'noRight' }]);
});

test('the table of the docs has each reason once, in this order', () => {
	const page = readFileSync(path.join(ROOT, 'docs/troubleshooting.md'), 'utf8');
	const [, section] = page.split('## Why an item failed');
	const listed = section.split('\n## ')[0].matchAll(/^\| `(\w+)`/gm);
	expect([...listed].map(([, reason]) => reason)).toEqual([...REASONS]);
});
