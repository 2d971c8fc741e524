import { convert } from '../../converter/index';
import type { Parameters } from '../../converter/workflow';
import { flow, other, telegram, telegramTrigger, toldAbout } from './flow';

/** The notes about a node next to one that sends. */
function toldOf(type: string, parameters: Parameters) {
	const send = telegram('Send', { chatId: '={{ $json.c }}', text: 'a' });
	const node = { ...other('Node', type, parameters), typeVersion: 4 };
	const named = type.includes('.') ? { ...node, type } : node;
	return toldAbout(convert(flow(send, named)), 'Node');
}

test('a node that calls Telegram in another way is reported', () => {
	const result = convert(
		flow(
			telegram('Send', { chatId: '=1', text: 'a' }),
			other('Typing', 'httpRequest', {
				url: 'https://api.telegram.org/bot{{ $json.token }}/sendChatAction',
				jsonParameters: '={{ true }}',
			}),
			other('Remark', 'stickyNote', { content: 'See https://api.telegram.org/bots' }),
			...['agent', 'openAi', 'informationExtractor'].map((type) => ({
				...other(type, type, { text: 'Never call https://api.telegram.org' }),
				type: `@n8n/n8n-nodes-langchain.${type}`,
			})),
			{
				...other('Tool', 'toolHttpRequest', { url: 'https://api.telegram.org/bot1:a/getMe' }),
				type: '@n8n/n8n-nodes-langchain.toolHttpRequest',
			},
			other('By credential', 'httpRequest', { nodeCredentialType: 'telegramApi' }),
		),
	);
	expect(toldAbout(result, 'Typing')).toEqual([expect.stringMatching(/by its address/)]);
	expect(toldAbout(result, 'Tool')).toEqual([expect.stringMatching(/by its address/)]);
	for (const name of ['Remark', 'agent', 'openAi', 'informationExtractor']) {
		expect(toldAbout(result, name)).toEqual([]);
	}
	expect(toldAbout(result, 'By credential')).toEqual([expect.stringMatching(/credential/)]);
});

test('a node with a link that opens Telegram is reported', () => {
	const link = '[Join](https://t.me/my_channel)';
	const result = convert(
		flow(
			telegram('Send', { chatId: '={{ $json.c }}', text: link }),
			other('Code', 'code', { jsCode: 'return { link: `https://telegram.me/${$json.name}` };' }),
			other('Words', 'set', { link: 'https://t.me/my_channel?start=5' }),
			other('Remark', 'stickyNote', { content: link }),
			other('Elsewhere', 'set', { link: 'https://chat.me/my_channel' }),
		),
	);
	const LINK = expect.stringMatching(/^It has a link that opens Telegram: t\.me\/my_channel\./);
	expect(toldAbout(result, 'Send')).toContainEqual(LINK);
	expect(toldAbout(result, 'Words')).toEqual([LINK]);
	expect(toldAbout(result, 'Code')).toEqual([expect.stringMatching(/telegram\.me/)]);
	for (const name of ['Remark', 'Elsewhere']) expect(toldAbout(result, name)).toEqual([]);
});

test('a node that holds the token of a bot is reported without the token', () => {
	const token = `1234567890:${'AAE-x_9'.repeat(5)}`;
	const result = convert(
		flow(
			telegram('Send', { chatId: '={{ $json.c }}', text: 'a' }),
			other('Settings', 'set', { values: { string: [{ name: 'token', value: token }] } }),
			other('Time', 'set', { value: '1234567890:2026-11-25' }),
		),
	);
	expect(toldAbout(result, 'Settings')).toEqual([
		expect.stringMatching(/^It holds the token of a Telegram bot/),
	]);
	expect(JSON.stringify(result.findings)).not.toContain(token.slice(0, 14));
	expect(toldAbout(result, 'Time')).toEqual([]);
});

test.each<[string, string, Parameters]>([
	['in quotes', 'code', { jsCode: "return 'https://t.me/' + $json.name;" }],
	['in other quotes', 'set', { value: '={{ "https://t.me/" + $json.name }}' }],
])('a link to Telegram that is built in code is reported: %s', (_name, type, parameters) => {
	expect(toldOf(type, parameters)).toEqual([
		'It has a link that opens Telegram: t.me/. Put another one in.',
	]);
});

test('a token in an address is reported', () => {
	const token = `1234567890:${'AAE-x_9'.repeat(5)}`;
	const url = `https://api.telegram.org/bot${token}/{{ $json.method }}`;
	const told = toldOf('httpRequest', { url: `=${url}` });
	expect(told).toContainEqual(expect.stringMatching(/^It holds the token of a Telegram bot/));
	expect(told.join()).not.toContain(token.slice(0, 14));
});

describe('the address of a file that is passed to another service', () => {
	const address =
		'=https://api.telegram.org/file/bot{{ $vars.token }}/{{ $json.result.file_path }}';
	const FILE =
		/has the address of a file on Telegram.*Put Bot Messaging with File > Get before this node/;

	test.each<[string, string, Parameters, string]>([
		[
			'in the body of a request',
			'httpRequest',
			{
				url: 'https://ocr.example',
				bodyParameters: { parameters: [{ name: 'image', value: address }] },
			},
			'image',
		],
		[
			'in a node of a vendor of AI',
			'@n8n/n8n-nodes-langchain.openAi',
			{ resource: 'image', operation: 'analyze', imageUrls: address },
			'Image Urls',
		],
		['in an agent', '@n8n/n8n-nodes-langchain.agent', { text: `=See ${address.slice(1)}` }, 'Text'],
		[
			'in an agent, put together',
			'@n8n/n8n-nodes-langchain.agent',
			{ text: "={{ 'https://api.telegram.org/file/bot' + $vars.token + '/' + $json.path }}" },
			'Text',
		],
		['in code', 'code', { jsCode: `return { a: \`${address.slice(1)}\` };` }, 'JavaScript'],
	])('is reported with what to do: %s', (_name, type, parameters, field) => {
		const told = toldOf(type, parameters);
		expect(told).toEqual([expect.stringMatching(FILE)]);
		expect(told[0]).toContain(`“${field}”`);
	});
});

describe('fixed numbers', () => {
	const NUMBERS = (...numbers: string[]) => [
		`It has fixed numbers of chats or people: ${numbers.join(', ')}. They have others on your server: put those in.`,
	];
	const rule = (rightValue: string, leftValue = '={{ $json.message.from.id }}') => ({
		conditions: { conditions: [{ id: 'a1-12345678-b', leftValue, rightValue }] },
	});

	test.each<[string, string, Parameters, string[]]>([
		['what a person is compared with', 'if', rule('123456789'), ['123456789']],
		[
			'the numbers in code',
			'code',
			{ jsCode: 'const admins = [5011223344, -1001234567890];\nreturn admins;' },
			['5011223344', '-1001234567890'],
		],
		[
			'a list over several lines',
			'code',
			{ jsCode: 'const ADMINS = [\n  5011223344,\n  5011223345,\n];' },
			['5011223344', '5011223345'],
		],
		[
			'a field that is set',
			'set',
			{ assignments: { assignments: [{ name: 'chatId', value: '-1001234567890' }] } },
			['-1001234567890'],
		],
	])('are reported if they belong to chats or people: %s', (_name, type, parameters, numbers) => {
		expect(toldOf(type, parameters)).toEqual(NUMBERS(...numbers));
	});

	test.each<[string, string, Parameters]>([
		['a small one', 'if', rule('42')],
		['a price', 'filter', rule('1234567', '={{ $json.price }}')],
		['a limit', 'code', { jsCode: 'const user = $json.user;\nconst maxLength = 1048576;' }],
		['a colour', 'set', { values: { string: [{ name: 'userColor', value: '#123456' }] } }],
		['a colour without its sign', 'code', { jsCode: 'const channelColor = 15105570;' }],
		[
			'a phone number',
			'set',
			{ values: { string: [{ name: 'userPhone', value: '49301234567' }] } },
		],
		['a length of time', 'code', { jsCode: 'const sinceUserCame = 86400000;' }],
		['a token', 'set', { chatToken: '123456789:AA-the-token-of-a-bot-of-nobody' }],
		['another node', 'googleSheets', { owner: '123456789' }],
		[
			'a number beside people in another statement',
			'code',
			{ jsCode: 'const name = $json.message.from.first_name;\nconst seed = 74123456;' },
		],
	])('are not reported if they are something else: %s', (_name, type, parameters) => {
		expect(toldOf(type, parameters)).toEqual([]);
	});
});

describe('a node outside of the input', () => {
	const asking = (expression: string) => {
		const edit = telegram('Edit', { chatId: '={{ $json.c }}', text: `=${expression}` });
		return toldAbout(convert(flow(telegramTrigger({}), edit)), 'Edit');
	};

	test.each([
		"{{ $('Send').item.json.result.message_id }}",
		'{{ $node["Send"].json["result"]["message_id"] }}',
		"{{ $('Send').first().json.data.approved }}",
	])('is reported if it is read like a Telegram node: %s', (text) => {
		expect(asking(text)).toContain(
			'It reads “Send”, which is not in what you gave. If that is a Telegram node, give both nodes together.',
		);
	});

	test.each(["{{ $('Send').item.json.id }}", "{{ $('Telegram Trigger').item.json.result.a }}"])(
		'is not reported otherwise: %s',
		(text) => {
			expect(asking(text)).not.toContainEqual(expect.stringMatching(/^It reads/));
		},
	);
});

test.each([
	['thread not found', 1],
	['', 0],
])('a condition on the words of an error is reported: %j', (value2, notes) => {
	const conditions = { string: [{ value1: '={{ $json.error.message }}', value2 }] };
	const send = telegram('Send', { chatId: '={{ $json.c }}', text: 'a' }, { next: ['If'] });
	const told = toldAbout(convert(flow(send, other('If', 'if', { conditions }))), 'If');
	expect(told).toHaveLength(notes);
	for (const one of told) expect(one).toMatch(/^It compares what an error says/);
});

describe('nothing harmless is reported:', () => {
	test('a node that is switched off', () => {
		const off = telegram('Send', { chatId: '5', text: 'a' }, { disabled: true });
		expect(toldAbout(convert(flow(off)), 'Send')).toEqual([
			expect.stringMatching(/^Create the credential/),
		]);
	});

	test.each<[string, Parameters]>([
		['a chat that was not chosen before', { chatId: '', text: 'a' }],
		['a file that is an address or a File ID', { operation: 'sendPhoto', file: '={{ $json.a }}' }],
		[
			'the type of a file',
			{ operation: 'sendPhoto', file: '={{ $json.a }}', additionalFields: { mimeType: 'a/b' } },
		],
		['a preview by an expression', { additionalFields: { disable_web_page_preview: '={{ 1 }}' } }],
	])('%s', (_name, { additionalFields = {}, ...parameters }) => {
		const added = { appendAttribution: false, ...(additionalFields as Parameters) };
		const node = telegram('Send', { ...parameters, additionalFields: added });
		expect(toldAbout(convert(flow(node)), 'Send')).toHaveLength(1);
	});
});
