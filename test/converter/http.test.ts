import { convert } from '../../converter/index';
import type { Parameters } from '../../converter/workflow';
import { byId } from '../support/locators';
import { flow, other, telegram, toldAbout } from './flow';
import { wrongIn } from './wrongIn';

const bot = (path: string) => `=https://api.telegram.org/bot{{ $json.token }}/${path}`;

/** An HTTP Request converted, and the parameter of a node after it. */
function request(parameters: Parameters, after = '', typeVersion = 4.2) {
	const asked = { ...other('Ask', 'httpRequest', parameters, ['Reader']), typeVersion };
	const credentials = { httpHeaderAuth: { id: '1', name: 'Header' } };
	const result = convert(flow({ ...asked, credentials }, other('Reader', 'set', { after })));
	const [node, reader] = result.workflow.nodes;
	return { node: node, after: reader.parameters.after, told: toldAbout(result, 'Ask').slice(1) };
}

const rows = (values: Record<string, unknown>) => ({
	parameters: Object.entries(values).map(([name, value]) => ({ name, value })),
});
const GIVEN = '={{ $json.chat }}';

/** Our parameters for a deletion of `$json.id` in that chat. */
const DELETION = {
	resource: 'message',
	operation: 'deleteMessage',
	chatId: byId(GIVEN),
	messageId: '={{ $json.id }}',
};

const CASES: Array<[name: string, theirs: Parameters, ours: Parameters]> = [
	[
		'a message whose parameters are in the body',
		{
			method: 'POST',
			url: bot('sendMessage'),
			sendBody: true,
			bodyParameters: rows({ chat_id: GIVEN, text: '={{ $json.text }}', parse_mode: 'HTML' }),
		},
		{
			resource: 'message',
			operation: 'sendMessage',
			chatId: byId(GIVEN),
			text: '={{ $json.text }}',
			additionalFields: { parseMode: 'telegramHtml' },
		},
	],
	[
		'a message whose parameters are in the address',
		{
			url: bot(
				'sendMessage?chat_id={{ $json.chat }}&text=Hello%20{{ $json.name }}&disable_notification=true',
			),
		},
		{
			resource: 'message',
			operation: 'sendMessage',
			chatId: byId(GIVEN),
			text: '=Hello {{ $json.name }}',
			additionalFields: { disableNotification: true },
		},
	],
	[
		'a text that is escaped for the address',
		{ url: bot('sendMessage?chat_id={{ $json.chat }}&text={{ encodeURIComponent($json.f(1)) }}') },
		{
			resource: 'message',
			operation: 'sendMessage',
			chatId: byId(GIVEN),
			text: '={{ $json.f(1) }}',
			additionalFields: {},
		},
	],
	[
		'a deletion whose parameters are beside the address',
		{
			url: 'https://api.telegram.org/bot123:abc/deleteMessage',
			sendQuery: true,
			queryParameters: rows({ chat_id: GIVEN, message_id: '={{ $json.id }}' }),
		},
		DELETION,
	],
	[
		'the answer to a press, as JSON',
		{
			url: bot('answerCallbackQuery'),
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '{ "callback_query_id": "5", "text": "Thanks", "show_alert": true }',
		},
		{
			resource: 'callback',
			operation: 'answerCallbackQuery',
			callbackQueryId: '5',
			additionalFields: { text: 'Thanks', showAlert: true },
		},
	],
	[
		'where a file is',
		{ url: bot('getFile?file_id={{ $json.message.voice.file_id }}') },
		{
			resource: 'file',
			operation: 'getFile',
			fileId: '={{ $json.message.voice.file_id }}',
			download: false,
			additionalFields: {},
		},
	],
	[
		'another method, in small letters',
		{
			url: bot('forwardmessage'),
			sendBody: true,
			bodyParameters: rows({ chat_id: GIVEN, from_chat_id: GIVEN, message_id: '={{ $json.id }}' }),
		},
		{
			resource: 'bot',
			operation: 'anyMethod',
			method: 'forwardMessage',
			specifyParameters: 'list',
			parameters: {
				parameter: [
					{ name: 'chat_id', value: GIVEN },
					{ name: 'from_chat_id', value: GIVEN },
					{ name: 'message_id', value: '={{ $json.id }}' },
				],
			},
			additionalFields: {},
		},
	],
	[
		'a message with a keyboard',
		{
			url: bot('sendMessage'),
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify($json.body) }}',
		},
		{
			resource: 'bot',
			operation: 'anyMethod',
			method: 'sendMessage',
			specifyParameters: 'json',
			parametersJson: '={{ JSON.stringify($json.body) }}',
			additionalFields: {},
		},
	],
	[
		'a call that does not send what the method needs, so that it fails when it runs, as before',
		{ url: bot('getFile'), queryParameters: rows({ file_id: GIVEN }) },
		{
			resource: 'bot',
			operation: 'anyMethod',
			method: 'getFile',
			specifyParameters: 'list',
			parameters: { parameter: [] },
			additionalFields: {},
		},
	],
];

const oldRows = (values: Record<string, unknown>) => ({ parameter: rows(values).parameters });

const OLD_CASES: typeof CASES = [
	[
		'a message whose parameters are in rows',
		{
			requestMethod: 'POST',
			url: bot('sendMessage'),
			options: { bodyContentType: 'form-urlencoded' },
			bodyParametersUi: oldRows({ chat_id: GIVEN, text: 'Hello' }),
		},
		{
			resource: 'message',
			operation: 'sendMessage',
			chatId: byId(GIVEN),
			text: 'Hello',
			additionalFields: {},
		},
	],
	[
		'a deletion whose parameters are in the body',
		{
			requestMethod: 'DELETE',
			url: bot('deleteMessage'),
			bodyParametersUi: oldRows({ chat_id: GIVEN, message_id: '={{ $json.id }}' }),
		},
		DELETION,
	],
	[
		'a deletion whose parameters are beside the address',
		{
			url: bot('deleteMessage'),
			queryParametersUi: oldRows({ chat_id: GIVEN, message_id: '={{ $json.id }}' }),
			options: {},
		},
		DELETION,
	],
	[
		'the answer to a press, as JSON',
		{
			requestMethod: 'POST',
			url: bot('answerCallbackQuery'),
			jsonParameters: true,
			options: {},
			bodyParametersJson: '{ "callback_query_id": "5", "text": "Thanks" }',
		},
		{
			resource: 'callback',
			operation: 'answerCallbackQuery',
			callbackQueryId: '5',
			additionalFields: { text: 'Thanks' },
		},
	],
	[
		'a body that is an expression',
		{
			requestMethod: 'POST',
			url: bot('sendMessage'),
			jsonParameters: true,
			options: {},
			bodyParametersJson: '={{ JSON.stringify($json.body) }}',
		},
		{
			resource: 'bot',
			operation: 'anyMethod',
			method: 'sendMessage',
			specifyParameters: 'json',
			parametersJson: '={{ JSON.stringify($json.body) }}',
			additionalFields: {},
		},
	],
];

test.each([
	...CASES.map(([name, theirs, ours]) => [name, theirs, ours, 4.2] as const),
	...[1, 2].flatMap((version) =>
		OLD_CASES.map(
			([name, theirs, ours]) => [`version ${version}: ${name}`, theirs, ours, version] as const,
		),
	),
])('%s', (_name, theirs, ours, version) => {
	const { node, told } = request(theirs, '', version);
	expect(node).toMatchObject({ name: 'Ask', type: 'n8n-nodes-bot-messaging.botMessaging' });
	expect(node.credentials).toBeUndefined();
	expect(node.parameters).toEqual(ours);
	expect(wrongIn(node.parameters)).toBeUndefined();
	const isUnread = 'parametersJson' in ours;
	expect(told).toEqual(isUnread ? [expect.stringMatching(/^Its parse_mode is read/)] : []);
});

test.each([
	[
		'sendMessage?chat_id={{ 1 }}&text=a',
		'={{ $json.result.message_id }}',
		'={{ $json.message_id }}',
	],
	['deleteMessage?chat_id={{ 1 }}&message_id=2', '={{ $json.result }}', '={{ $json.deleted }}'],
	['banChatMember?chat_id={{ 1 }}&user_id=2', '={{ $json.ok }}', '={{ (!$json.error) }}'],
	[
		'sendMessage?chat_id={{ 1 }}&text=a',
		'={{ $json.error.message }}: {{ $json.error.description }}',
		'={{ $json.error }}: {{ $json.error }}',
	],
	['banChatMember?chat_id={{ 1 }}&user_id=2', '={{ $json.result }}', '={{ $json.success }}'],
	['getChatMemberCount?chat_id={{ 1 }}', '={{ $json.result }}', '={{ $json.result }}'],
	['deleteMessages?chat_id={{ 1 }}&message_ids=[2]', '={{ $json.result }}', '={{ $json.success }}'],
	[
		'getGameHighScores?user_id={{ 1 }}',
		'={{ $json.result[0].score }}',
		'={{ $json.result[0].score }}',
	],
	['exportChatInviteLink?chat_id={{ 1 }}', '={{ $json.ok }}', '={{ (!$json.error) }}'],
])('nodes that read the answer of %s read the new one', (path, theirs, ours) => {
	expect(request({ url: bot(path) }, theirs).after).toBe(ours);
});

test.each<[string, Parameters, number]>([
	['a file that is sent', { url: bot('sendPhoto'), sendBody: true, contentType: 'binaryData' }, 4],
	['a method from an expression', { url: bot('{{ $json.method }}') }, 4],
	[
		'code that escapes a part',
		{ url: bot('sendMessage?text={{ encodeURIComponent(1) + encodeURIComponent(2) }}') },
		4,
	],
	['an old node that gives back text', { url: bot('getMe'), responseFormat: 'string' }, 2],
	['an old node, the whole response', { url: bot('getMe'), options: { fullResponse: true } }, 1],
	[
		'an old node that sends a file',
		{ url: bot('sendPhoto'), requestMethod: 'POST', sendBinaryData: true },
		2,
	],
	[
		'an old node whose method is an expression',
		{
			url: bot('sendMessage'),
			requestMethod: "={{ 'POST' }}",
			bodyParametersUi: oldRows({ chat_id: GIVEN, text: 'a' }),
		},
		2,
	],
	[
		'an old node whose query is JSON',
		{ url: bot('getChat'), jsonParameters: true, queryParametersJson: '{ "chat_id": 1 }' },
		2,
	],
	[
		'an old node whose kind of parameters is an expression',
		{ url: bot('getChat'), jsonParameters: '={{ true }}' },
		2,
	],
	[
		'the whole response',
		{ url: bot('getMe'), options: { response: { response: { fullResponse: true } } } },
		4,
	],
	[
		'a body in one field',
		{
			url: bot('sendMessage'),
			sendBody: true,
			contentType: 'form-urlencoded',
			specifyBody: 'string',
			body: 'chat_id=1&text=a',
		},
		4,
	],
	[
		'a body whose kind is an expression',
		{ url: bot('sendMessage'), sendBody: true, specifyBody: '={{ $json.kind }}', jsonBody: '{}' },
		4,
	],
	['a body by an expression', { url: bot('sendMessage'), sendBody: '={{ true }}' }, 4],
	['a query by an expression', { url: bot('sendMessage'), sendQuery: '={{ true }}' }, 4],
	[
		'a text that would be an expression',
		{
			url: bot('sendMessage'),
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '{ "chat_id": "@a", "text": "=> {{ look }}" }',
		},
		4,
	],
])('%s stays, and is reported', (_name, parameters, typeVersion) => {
	const send = { ...other('Ask', 'httpRequest', parameters), typeVersion };
	const telegram = { name: 'Send', type: 'n8n-nodes-base.telegram', parameters: { chatId: '=1' } };
	const result = convert(flow(send, telegram));
	expect(result.workflow.nodes[0]?.type).toBe('n8n-nodes-base.httpRequest');
	expect(toldAbout(result, 'Ask')).toEqual([expect.stringMatching(/by its address/)]);
});

test.each<[string, Parameters, Parameters, RegExp[]]>([
	[
		'sendPhoto',
		{ photo: 'https://example.com/a.png', allow_sending_without_reply: 'true' },
		{ operation: 'sendPhoto', source: 'url', fileUrl: 'https://example.com/a.png' },
		[/^allow_sending_without_reply was left out/],
	],
	[
		'sendVideo',
		{ video: '={{ $json.url }}' },
		{ operation: 'sendVideo', source: 'url', fileUrl: '={{ $json.url }}' },
		[],
	],
	['sendVoice', { voice: 'https://example.com/a.ogg' }, {}, [/^Your server takes no address/]],
	['sendVoice', { voice: 'AwACAgIAAxkB' }, {}, [/^The file is fixed by its File ID/]],
	['sendVoice', { voice: '={{ $json.voice.file_id }}' }, {}, []],
	[
		'sendMediaGroup',
		{ media: '[{"type":"photo","media":"https://example.com/a.png"}]' },
		{},
		[/^It gives one item for each/, /^Your server takes no address/],
	],
])('%s sends a file by its address, or says that it cannot', (method, values, ours, told) => {
	const bodyParameters = rows({ chat_id: GIVEN, ...values });
	const asked = request({ url: bot(method), sendBody: true, bodyParameters });
	expect(asked.node.parameters).toMatchObject(ours);
	expect(wrongIn(asked.node.parameters)).toBeUndefined();
	expect(asked.told).toEqual(told.map((one) => expect.stringMatching(one) as unknown));
});

const keyboard = { reply_markup: '{}' };

test.each<[string, Record<string, unknown>, RegExp]>([
	['a chat that is fixed', { chat_id: '-1001234567890' }, /^chat_id is fixed/],
	['a chat that is fixed in code', { chat_id: '={{ -1001234567890 }}' }, /^chat_id is fixed/],
	[
		'a chat and a person',
		{ chat_id: '@name', message_thread_id: '=5011223344' },
		/^chat_id and message_thread_id are fixed/,
	],
	['a format', { parse_mode: 'Markdown' }, /^Its parse_mode is read as your server reads it/],
	['a preview', { disable_web_page_preview: true }, /ignores disable_web_page_preview/],
])('other methods get notes: %s', (_name, values, told) => {
	const bodyParameters = rows({ text: '={{ $json.text }}', ...keyboard, ...values });
	const asked = request({ url: bot('sendMessage'), sendBody: true, bodyParameters });
	expect(asked.told).toEqual([expect.stringMatching(told)]);
});

test.each([
	['={ "chat_id": -1001234567890, "text": "{{ $json.text }}" }', [/^chat_id is fixed/]],
	["={{ ({ chat_id: '@name', text: $json.text }) }}", [/^chat_id is fixed/]],
	['={ "chat_id": "{{ $json.chat }}", "text": "5" }', []],
	['={{ ({ chat_id: $json.chat, text: "chat_id: 5" }) }}', []],
	['={{ { chat_id: $json.chat, last_message_id: 5 } }}', [/^last_message_id: your server does/]],
	['={{ JSON.stringify({ chat_id: $json.chat, has_spoiler: true }) }}', [/^has_spoiler: your/]],
	// The item can have any parameter.
	['={{ JSON.stringify($json) }}', [/^Its parse_mode is read as your server reads it/]],
])('what JSON from an expression names is reported: %s', (jsonBody, told) => {
	const asked = request({
		url: bot('sendMessage'),
		sendBody: true,
		specifyBody: 'json',
		jsonBody,
	});
	expect(asked.told).toEqual(told.map((one) => expect.stringMatching(one) as unknown));
});

describe('a request that never fails', () => {
	const neverError = { response: { response: { neverError: true } } };

	test.each([
		[4.2, { options: neverError }],
		[2, { options: { ignoreResponseCode: true } }],
	])('continues with an error as an item in version %s', (version, more) => {
		const url = bot('deleteMessage?chat_id={{ $json.chat }}&message_id={{ $json.id }}');
		const { node, after, told } = request({ url, ...more }, '={{ $json.description }}', version);
		expect(node).toMatchObject({ onError: 'continueRegularOutput', parameters: DELETION });
		expect(after).toBe('={{ $json.error }}');
		expect(told).toEqual([]);
	});

	test('also continues as Any Method', () => {
		const { node } = request({ url: bot('getMe'), options: neverError });
		expect(node).toMatchObject({ onError: 'continueRegularOutput' });
	});
});

test.each(['sendChatAction?chat_id={{ 1 }}&action=typing', 'sendSticker?chat_id={{ 1 }}'])(
	'a call that the service does not support passes on its input: %s',
	(path) => {
		const ask = {
			...other('Ask', 'httpRequest', { url: bot(path) }, ['Reader']),
			typeVersion: 4.2,
		};
		const send = telegram('Send', { chatId: '={{ $json.c }}', text: 'a' });
		const result = convert(flow(ask, other('Reader', 'noOp'), send));
		expect(result.workflow.nodes[0]).toMatchObject({ type: ask.type, disabled: true });
		expect(toldAbout(result, 'Ask')).toEqual([
			expect.stringMatching(
				/^It was switched off, and passes on what it gets\. It calls send\w+\. The service has no such method\.$/,
			),
		]);
	},
);

test.each(['photo', 'document'])('a %s by its address is sent by our operation', (kind) => {
	const values = { chat_id: GIVEN, [kind]: 'https://a.example/b.png', caption: 'Look' };
	const bodyParameters = rows({ ...values, ...keyboard });
	const method = kind === 'photo' ? 'sendPhoto' : 'sendDocument';
	const { node, told } = request({ url: bot(method), sendBody: true, bodyParameters });
	expect(node.parameters).toMatchObject({
		operation: method,
		source: 'url',
		fileUrl: values[kind],
		replyMarkup: 'json',
		additionalFields: { caption: 'Look' },
	});
	expect(wrongIn(node.parameters)).toBeUndefined();
	expect(told).toEqual([]);
});

test.each<[string, Parameters]>([
	[
		'in a list',
		{ bodyParameters: rows({ chat_id: GIVEN, allow_sending_without_reply: true, ...keyboard }) },
	],
	[
		'in code',
		{
			specifyBody: 'json',
			jsonBody: '={{ { chat_id: $json.chat, allow_sending_without_reply: true } }}',
		},
	],
])('a parameter that the method does not have is reported: %s', (_name, more) => {
	const { node, told } = request({ url: bot('sendMessage'), sendBody: true, ...more });
	expect(told).toEqual([
		expect.stringMatching(/^allow_sending_without_reply.* your server does not/),
	]);
	expect(JSON.stringify(node.parameters).includes('allow_')).toBe('jsonBody' in more);
});
