import { runInNewContext } from 'node:vm';

import { METHODS, type MethodShape } from '../../reference';
import { codeOf } from '../../converter/expression';
import { byId } from '../support/locators';
import { camelCase, OPERATIONS } from '../../converter/operations';
import type { Parameters } from '../../converter/workflow';
import { convertNode } from './flow';
import { wrongIn } from './wrongIn';

const chat = (value: string) => ({ __rl: true, mode: 'id', value });
const GIVEN = '={{ $json.message.chat.id }}';

/** Required fields of a method that only the family has, by their names in a form. */
const requiredOfFamily = ({ documented, params }: MethodShape) =>
	Object.keys(documented === 'family' ? params : {})
		.filter((name) => name !== 'chat_id' && params[name].required)
		.map(camelCase);

describe('operations', () => {
	const CASES: Array<[name: string, theirs: Parameters, ours: Parameters]> = [
		[
			'a message has the format that the Telegram node gives it unasked',
			{ text: 'Hello', additionalFields: { appendAttribution: false } },
			{
				resource: 'message',
				operation: 'sendMessage',
				text: 'Hello',
				additionalFields: { parseMode: 'telegramMarkdown' },
			},
		],
		[
			'all that can be added to a message',
			{
				text: '=Hello {{ $json.name }}',
				additionalFields: {
					appendAttribution: false,
					disable_notification: true,
					disable_web_page_preview: true,
					parse_mode: 'HTML',
					reply_to_message_id: '={{ $json.message.message_id }}',
					message_thread_id: 7,
				},
			},
			{
				resource: 'message',
				operation: 'sendMessage',
				text: '=Hello {{ $json.name }}',
				additionalFields: {
					disableNotification: true,
					linkPreviewOptions: 'hide',
					parseMode: 'telegramHtml',
					replyToMessageId: '={{ $json.message.message_id }}',
					messageThreadId: '7',
				},
			},
		],
		[
			'an edit, with a keyboard',
			{
				operation: 'editMessageText',
				messageId: '={{ $json.id }}',
				text: 'Done',
				replyMarkup: 'inlineKeyboard',
				inlineKeyboard: {
					rows: [{ row: { buttons: [{ text: 'Go', additionalFields: { callback_data: 'go' } }] } }],
				},
				additionalFields: {},
			},
			{
				resource: 'message',
				operation: 'editMessageText',
				messageId: '={{ $json.id }}',
				text: 'Done',
				replyMarkup: 'inlineKeyboard',
				inlineKeyboard: {
					rows: [
						{ buttons: { button: [{ text: 'Go', onPress: 'callback', callbackData: 'go' }] } },
					],
				},
				additionalFields: {},
			},
		],
		[
			'an upload',
			{
				operation: 'sendVideo',
				binaryData: true,
				binaryPropertyName: 'film',
				additionalFields: { caption: 'Look', fileName: 'a.mp4', duration: 9, width: 0 },
			},
			{
				resource: 'message',
				operation: 'sendVideo',
				source: 'binary',
				binaryPropertyName: 'film',
				additionalFields: { caption: 'Look', fileName: 'a.mp4', duration: '9' },
			},
		],
		[
			'a file from an address',
			{ operation: 'sendPhoto', file: 'https://example.com/a.png' },
			{
				resource: 'message',
				operation: 'sendPhoto',
				source: 'url',
				fileUrl: 'https://example.com/a.png',
				additionalFields: {},
			},
		],
		[
			'a file by its File ID',
			{ operation: 'sendDocument', file: '={{ $json.message.document.file_id }}' },
			{
				resource: 'message',
				operation: 'sendDocument',
				source: 'fileId',
				document: '={{ $json.message.document.file_id }}',
				additionalFields: {},
			},
		],
		[
			'an album',
			{
				operation: 'sendMediaGroup',
				media: {
					media: [
						{
							media: 'https://example.com/a.png',
							additionalFields: { caption: 'One', parse_mode: 'HTML' },
						},
						{ type: 'video', media: '={{ $json.file_id }}' },
					],
				},
				additionalFields: { disable_notification: true },
			},
			{
				resource: 'message',
				operation: 'sendMediaGroup',
				mediaSource: 'list',
				media: {
					entry: [
						{
							type: 'photo',
							source: 'url',
							fileUrl: 'https://example.com/a.png',
							caption: 'One',
							parseMode: 'telegramHtml',
						},
						{ type: 'video', source: 'fileId', media: '={{ $json.file_id }}' },
					],
				},
				additionalFields: { disableNotification: true },
			},
		],
		[
			'a delete',
			{ operation: 'deleteMessage', messageId: '=5' },
			{ resource: 'message', operation: 'deleteMessage', messageId: '=5' },
		],
		[
			'a silent pin',
			{
				operation: 'pinChatMessage',
				messageId: '5',
				additionalFields: { disable_notification: true },
			},
			{
				resource: 'message',
				operation: 'pinChatMessage',
				messageId: '5',
				additionalFields: { disableNotification: true },
			},
		],
		[
			'an unpin',
			{ operation: 'unpinChatMessage', messageId: '5' },
			{ resource: 'message', operation: 'unpinChatMessage', pinned: 'one', messageId: '5' },
		],
		[
			'a rich message',
			{ operation: 'sendRichMessage', richFormat: 'markdown', richMessageText: '# Hello' },
			{
				resource: 'message',
				operation: 'sendMessage',
				text: '# Hello',
				additionalFields: { parseMode: 'languageModel' },
			},
		],
		[
			'a draft',
			{ operation: 'sendMessageDraft', draftId: 3, text: 'Hi', additionalFields: {} },
			{
				resource: 'message',
				operation: 'sendMessageDraft',
				draftId: '3',
				text: 'Hi',
				additionalFields: {},
			},
		],
		[
			'a member',
			{ resource: 'chat', operation: 'member', userId: '={{ $json.user }}' },
			{ resource: 'member', operation: 'getChatMember', userId: byId('={{ $json.user }}') },
		],
		['a chat', { resource: 'chat' }, { resource: 'chat', operation: 'getChat' }],
		[
			'a title',
			{ resource: 'chat', operation: 'setTitle', title: 'News' },
			{ resource: 'chat', operation: 'setChatTitle', title: 'News' },
		],
	];

	test.each(CASES)('%s', (_name, theirs, ours) => {
		const { parameters } = convertNode({ chatId: GIVEN, ...theirs });
		expect(parameters).toEqual({ chatId: chat(GIVEN), ...ours });
		expect(wrongIn(parameters)).toBeUndefined();
	});

	test.each<[string, Parameters, Parameters]>([
		[
			'the answer to a press',
			{
				resource: 'callback',
				queryId: '={{ $json.callback_query.id }}',
				additionalFields: { text: 'Thanks', show_alert: true, cache_time: 0 },
			},
			{
				resource: 'callback',
				operation: 'answerCallbackQuery',
				callbackQueryId: '={{ $json.callback_query.id }}',
				additionalFields: { text: 'Thanks', showAlert: true },
			},
		],
		[
			'the answer to an inline query',
			{
				resource: 'callback',
				operation: 'answerInlineQuery',
				queryId: '={{ $json.inline_query.id }}',
				results: '=[]',
				additionalFields: { cache_time: 5 },
			},
			{
				resource: 'inline',
				operation: 'answerInlineQuery',
				inlineQueryId: '={{ $json.inline_query.id }}',
				specifyResults: 'json',
				results: '=[]',
				additionalFields: { cacheTime: 5 },
			},
		],
		[
			'a download',
			{ resource: 'file', fileId: '={{ $json.message.voice.file_id }}' },
			{
				resource: 'file',
				operation: 'getFile',
				fileId: '={{ $json.message.voice.file_id }}',
				download: true,
				additionalFields: {},
			},
		],
	])('%s', (_name, theirs, ours) => {
		const { parameters, told } = convertNode(theirs);
		expect(parameters).toEqual(ours);
		expect(wrongIn(parameters)).toBeUndefined();
		expect(told).toEqual([]);
	});

	test('every operation has parameters that our form knows', () => {
		const filled = {
			chatId: GIVEN,
			...Object.fromEntries(
				[
					...['messageId', 'text', 'userId', 'title', 'queryId', 'results', 'fileId', 'file'],
					...Object.values<MethodShape>(METHODS).flatMap(requiredOfFamily),
				].map((name) => [name, '={{ $json.file_id }}']),
			),
			richMessageText: '=a',
			message: '=a',
			media: { media: [{ media: 'https://example.com/a.png' }] },
		};
		for (const [key, entry] of Object.entries(OPERATIONS)) {
			if ('missing' in entry) continue;
			const [resource, operation] = key.split(':');
			const { parameters } = convertNode({ resource, operation, ...filled });
			expect([key, wrongIn(parameters)]).toEqual([key, undefined]);
		}
	});
});

describe('what a person has to check', () => {
	test.each<[string, Parameters, RegExp]>([
		['a chat that is fixed', { chatId: '-100123', text: 'a' }, /Chat ID is fixed: -100123/],
		[
			'a chat that is fixed in an expression',
			{ chatId: '={{ -100123456 }}', text: 'a' },
			/fixed number: -100123456\./,
		],
		[
			'a chat that is fixed by the mark of one',
			{ chatId: '=-100123456', text: 'a' },
			/fixed: -100123456\./,
		],
		[
			'a line that is no longer added by an old node',
			{ chatId: GIVEN, text: 'a', additionalFields: { appendAttribution: true } },
			/is no longer added/,
		],
		[
			'words in place of a chat',
			{ chatId: 'YOUR_CHAT_ID', text: 'a' },
			/^Chat ID has words in place of a chat\. Choose the chat\. Until then, the workflow stops here\.$/,
		],
		[
			'a chat that is no text, which Telegram refuses',
			{ chatId: { __rl: true, mode: 'expression', value: '={{ $json.chat }}' }, text: 'a' },
			/^Chat ID has words in place of a chat\. Choose the chat\./,
		],
		[
			'a name that is fixed in an expression',
			{ chatId: "={{ '@my_channel' }}", text: 'a' },
			/fixed name: @my_channel\./,
		],
		[
			'two chats that are fixed in an expression',
			{ chatId: '={{ $json.a ? -100123456 : 5011223344 }}', text: 'a' },
			/fixed number: -100123456, 5011223344\./,
		],
		[
			'a chat that is in a variable',
			{ chatId: '={{ $vars.team.chat }}', text: 'a' },
			/from a variable: \$vars\.team\.chat\./,
		],
		[
			'a message that is fixed',
			{ chatId: GIVEN, operation: 'pinChatMessage', messageId: '={{ 17 }}' },
			/^Message ID is fixed: 17\./,
		],
		[
			'a message to edit that is fixed',
			{ chatId: GIVEN, operation: 'editMessageText', messageId: '17', text: 'a' },
			/^Message ID is fixed: 17\./,
		],
		[
			'a topic that is fixed',
			{ chatId: GIVEN, text: 'a', additionalFields: { message_thread_id: 7 } },
			/^Topic ID is fixed: 7\./,
		],
		[
			'a person that is fixed',
			{ chatId: GIVEN, resource: 'chat', operation: 'member', userId: '=5011223344' },
			/^User is fixed: 5011223344\./,
		],
		[
			'a File ID of Telegram to get',
			{ resource: 'file', fileId: 'BAACAg' },
			/its File ID, which your server does not know.*stops here/,
		],
		[
			'a line that is no longer added',
			{ chatId: GIVEN, text: 'a' },
			/“This message was sent automatically with n8n” is no longer added/,
		],
		[
			'a field that there is not',
			{
				chatId: GIVEN,
				operation: 'sendVideo',
				file: 'https://a.example',
				additionalFields: { thumb: 'x' },
			},
			/^Thumbnail was left out/,
		],
		[
			'a File ID of Telegram',
			{ chatId: GIVEN, operation: 'sendVideo', file: 'BAACAg' },
			/its File ID, which your server does not know.*stops here/,
		],
		// The Telegram node needs no file to start, and failed only where it ran.
		[
			'no file',
			{ chatId: GIVEN, operation: 'sendAudio', additionalFields: {} },
			/^The file is empty: n8n starts no workflow/,
		],
		[
			'an animation',
			{ chatId: GIVEN, operation: 'sendAnimation', binaryData: true },
			/sent as a document/,
		],
		[
			'fields that an expression gives',
			{ chatId: GIVEN, text: 'a', additionalFields: '={{ $json.more }}' },
			/^Additional Fields is an expression, which was not converted/,
		],
		[
			'an album that an expression gives',
			{ chatId: GIVEN, operation: 'sendMediaGroup', media: { media: '={{ $json.list }}' } },
			/^Media is an expression, which was not converted/,
		],
	])('%s', (_name, parameters, told) => {
		expect(convertNode(parameters).told).toContainEqual(expect.stringMatching(told));
	});

	test.each<[fileName: string | undefined, isTold: boolean]>([
		[undefined, true],
		['report', true],
		['report.bin', true],
		['v1.2024', true],
		['={{ $json.name }}', true],
		['report.pdf', false],
		['archive.7z', false],
		['={{ $json.name }}.PDF', false],
	])('a file with the name %s: the ending that it gets', (fileName, isTold) => {
		const more = fileName === undefined ? {} : { fileName };
		const given = { operation: 'sendDocument', binaryData: true, additionalFields: more };
		const { told } = convertNode({ chatId: GIVEN, ...given });
		expect(told.some((text) => text.startsWith('A file whose name has no ending'))).toBe(isTold);
	});

	test.each<[string, Parameters]>([
		[
			'a line that the Telegram node does not add to Markdown V2',
			{ text: 'a', additionalFields: { parse_mode: 'MarkdownV2' } },
		],
		[
			'a line that it does not add to Markdown V2 on demand either',
			{ text: 'a', additionalFields: { appendAttribution: true, parse_mode: '=MarkdownV2' } },
		],
		[
			'a message that comes from an expression',
			{ operation: 'deleteMessage', messageId: '={{ $json.id }}' },
		],
		[
			'a file whose field is named as an address',
			{ operation: 'sendPhoto', file: "={{ $('Get a page').first().json['image_url'] }}" },
		],
	])('does not include %s', (_name, parameters) => {
		expect(convertNode({ chatId: GIVEN, ...parameters }).told).toEqual([]);
	});

	test('a file becomes an address if its field has the name of one', () => {
		const file = '={{ $json.webViewLink }}';
		const { parameters } = convertNode({ chatId: GIVEN, operation: 'sendPhoto', file });
		expect(parameters).toMatchObject({ source: 'url', fileUrl: file });
	});

	test('a profile does not become a file', () => {
		const { parameters } = convertNode({
			chatId: GIVEN,
			operation: 'sendPhoto',
			file: '={{ $json.profile_id }}',
		});
		expect(parameters.source).toMatch(/^=/);
	});

	test('an expression decides at run time between an address and a File ID', () => {
		const { parameters } = convertNode({
			chatId: GIVEN,
			operation: 'sendPhoto',
			file: '={{ $json.data }}',
		});
		expect(parameters).toMatchObject({
			source: `={{ /^https?:/i.test(($json.data)) ? 'url' : 'fileId' }}`,
			fileUrl: '={{ $json.data }}',
			photo: '={{ $json.data }}',
		});
	});

	test('a username is set as a username', () => {
		const { parameters } = convertNode({ chatId: '@my_channel', text: 'a' });
		expect(parameters.chatId).toEqual({ __rl: true, mode: 'username', value: '@my_channel' });
	});
});

describe('the text', () => {
	const formatOf = (parse_mode: unknown, more: Parameters = {}) => {
		const text = '=about ~5 {{ $json.a | $json.b }}';
		const { parameters } = convertNode({
			chatId: GIVEN,
			text,
			...more,
			additionalFields: { appendAttribution: false, parse_mode },
		});
		if (more.operation === undefined) expect(parameters.text).toBe(text);
		expect(wrongIn(parameters)).toBeUndefined();
		return (parameters.additionalFields as Parameters).parseMode;
	};

	test.each([
		[undefined, 'telegramMarkdown'],
		['', 'telegramMarkdown'],
		['Markdown', 'telegramMarkdown'],
		['MarkdownV2', 'telegramMarkdownV2'],
		['HTML', 'telegramHtml'],
		['html', 'telegramHtml'],
		['=HTML', 'telegramHtml'],
	])('stays as it is, and is parsed as by Telegram: %s', (theirs, ours) => {
		expect(formatOf(theirs)).toBe(ours);
	});

	test.each([
		['HTML', 'telegramHtml'],
		['markdown', 'telegramMarkdown'],
		['MarkdownV2', 'telegramMarkdownV2'],
		['', 'telegramMarkdown'],
		[undefined, 'telegramMarkdown'],
		[null, 'telegramMarkdown'],
	])('gets the format from the expression: %s', (mode, ours) => {
		const code = codeOf(String(formatOf('={{ $json.mode }}')))!;
		expect(runInNewContext(code, { $json: { mode } })).toBe(ours);
	});

	test.each([
		['', undefined],
		['Html', 'telegramHtml'],
	])('has a format in a caption only if one was chosen: "%s"', (theirs, ours) => {
		const photo = { operation: 'sendPhoto', file: 'https://example.com/a.png' };
		expect(formatOf(theirs, photo)).toBe(ours);
	});

	test.each([
		['is hidden from version 1.2 on', 1.2, 'https://example.com', {}, 'hide'],
		['is shown before', 1.1, 'https://example.com', {}, undefined],
		[
			'is shown where it was switched on',
			1.2,
			'https://a.example',
			{ disable_web_page_preview: false },
			undefined,
		],
		['is no matter without a link', 1.2, 'Hello', {}, undefined],
	])('the link preview %s', (_name, version, words, added, preview) => {
		const additionalFields = { appendAttribution: false, ...added };
		const { parameters } = convertNode({ chatId: GIVEN, text: words, additionalFields }, version);
		expect((parameters.additionalFields as Parameters).linkPreviewOptions).toBe(preview);
	});
});
