import { METHODS } from '../../reference';
import { convert } from '../../converter/index';
import { ON_PAGE, readWorkflow, type Parameters, type Workflow } from '../../converter/workflow';
import {
	convertNode,
	convertTrigger,
	flow,
	other,
	telegram,
	telegramTrigger,
	toldAbout,
	type FlowNode,
} from './flow';

const OURS = 'n8n-nodes-bot-messaging.botMessaging';
const credentials = { telegramApi: { id: '1', name: 'Bot' } };

describe('a node', () => {
	test('keeps everything but its type, its credential and its parameters', () => {
		const kept = {
			notes: 'Says hello',
			disabled: true,
			retryOnFail: true,
			maxTries: 2,
			onError: 'continueErrorOutput',
		};
		const original = flow(
			telegramTrigger({ updates: ['message'] }, { next: ['Send'] }),
			telegram('Send', { chatId: '={{ $json.c }}', text: 'a' }, { ...kept, credentials }),
		);
		const { workflow, converted } = convert(original);
		expect(workflow.connections).toEqual(original.connections);
		expect(workflow.nodes[1]).toEqual({
			...kept,
			id: 'id-1',
			name: 'Send',
			position: [200, 0],
			type: OURS,
			typeVersion: 1,
			parameters: expect.objectContaining({ operation: 'sendMessage' }),
		});
		expect(converted).toBe(2);
	});

	test('keeps what an agent is told about it as a tool', () => {
		const tool = { type: 'n8n-nodes-base.telegramTool' };
		const { workflow } = convert(
			flow(
				telegram(
					'Tool',
					{ chatId: '=1', text: "={{ $fromAI('text') }}", toolDescription: 'Sends' },
					tool,
				),
			),
		);
		expect(workflow.nodes[0]).toMatchObject({
			type: `${OURS}Tool`,
			parameters: { text: "={{ $fromAI('text') }}", toolDescription: 'Sends' },
		});
	});

	/** These are converted as soon as the reference has their method. */
	const missing = Object.entries({
		sendSticker: 'It sends a sticker.',
		sendLocation: 'It sends a location.',
		sendChatAction: 'It shows “typing” and the like.',
	}).filter(([operation]) => !(operation in METHODS));

	test.each<[Parameters, string]>([
		...missing.map(([operation, reason]): [Parameters, string] => [{ operation }, reason]),
		[{ operation: 'editMessageText', messageType: 'inlineMessage' }, 'not inline messages.'],
		[{ resource: 'chat', operation: 'setDescription' }, 'the description of a chat.'],
		[{ operation: 'sendSmell' }, 'not known to this converter.'],
	])('is switched off without a counterpart, and the report says why: %j', (parameters, reason) => {
		const original = flow(
			telegram('Gone', parameters, { notes: 'Mine', credentials, next: ['After'] }),
			other('After', 'noOp'),
		);
		const { workflow, disabled, findings } = convert(original);
		const [{ notes, ...node }] = workflow.nodes;
		expect(node).toMatchObject({
			type: 'n8n-nodes-base.telegram',
			disabled: true,
			notesInFlow: true,
			parameters,
		});
		expect(node.credentials).toBeUndefined();
		expect(notes).toMatch(/^Mine\nNot converted: /);
		expect(notes).toContain(reason);
		expect(workflow.connections).toEqual(original.connections);
		expect(disabled).toBe(1);
		expect(findings).toEqual([{ text: expect.stringContaining(reason), nodes: ['Gone'] }]);
	});

	test('causes one note about the new credential, for all nodes together', () => {
		const { findings } = convert(
			flow(telegramTrigger({ updates: ['*'] }), telegram('Send', { chatId: '=1', text: 'a' })),
		);
		expect(findings[0]).toEqual({
			text: expect.stringMatching(/^Create the credential Bot Messaging \(SafeW\) API/),
			nodes: ['Telegram Trigger', 'Send'],
		});
	});
});

/** What Telegram sends if every kind is requested. */
const EVERYTHING = [
	'message',
	'edited_message',
	'channel_post',
	'edited_channel_post',
	'callback_query',
	'inline_query',
	'poll',
	'chosen_inline_result',
	'poll_answer',
	'my_chat_member',
	'chat_join_request',
];

describe('a trigger', () => {
	test('outputs updates unchanged', () => {
		const { node, parameters, told } = convertTrigger(
			{
				updates: ['message', 'callback_query'],
				additionalFields: { download: true },
			},
			1.4,
		);
		expect(node.type).toBe(`${OURS}PollingTrigger`);
		expect(node.webhookId).toBeUndefined();
		expect(parameters).toEqual({
			updates: ['message', 'callback_query'],
			filters: {},
			output: 'raw',
			downloadFiles: true,
			pendingUpdates: 'drop',
			options: { gatherAlbums: false },
		});
		expect(told).toEqual([]);
	});

	test('can be the one with a webhook, at the same address', () => {
		const { node } = convertTrigger({ updates: ['message'] }, 1.2, 'webhook');
		expect(node).toMatchObject({ type: `${OURS}Trigger`, typeVersion: 1.1, webhookId: 'w' });
	});

	test.each([
		['all of them', { updates: ['*'] }, 1.2, { updates: EVERYTHING }],
		['none chosen, which means all', { updates: [] }, 1.2, { updates: EVERYTHING }],
		[
			'all that its filter of chats lets through',
			{ updates: ['*'], additionalFields: { chatIds: '5' } },
			1.2,
			{ updates: ['message'] },
		],
		[
			'all that the filter of chats of a newer one lets through',
			{ updates: ['*'], additionalFields: { chatIds: '5' } },
			1.4,
			{ updates: EVERYTHING.slice(0, 5) },
		],
		[
			'what its filter of people lets through',
			{ updates: ['message', 'inline_query', 'poll'], additionalFields: { userIds: '=5' } },
			1.4,
			{ updates: ['message', 'inline_query'] },
		],
		[
			'each picture of an album',
			{ updates: ['message'] },
			1.2,
			{ options: { gatherAlbums: false } },
		],
		['no payments', { updates: ['message', 'shipping_query'] }, 1.2, { updates: ['message'] }],
		['no waiting updates', { updates: ['message'] }, 1.3, { pendingUpdates: 'drop' }],
		[
			'filters that had no effect',
			{ updates: ['message'], additionalFields: { chatIds: '5' } },
			1.1,
			{ filters: {} },
		],
	])('%s', (_name, parameters, version, ours) => {
		expect(convertTrigger(parameters, version).parameters).toMatchObject(ours);
	});

	test.each([
		[{ updates: ['pre_checkout_query'] }, /no payments/],
		[{ updates: ['message'], additionalFields: { chatIds: '5' } }, /fixed numbers of chats/],
		[
			{ updates: ['message'], additionalFields: { userIds: '={{ 5 }}' } },
			/numbers of chats or people/,
		],
		[
			{ updates: ['message', 'callback_query'], additionalFields: { chatIds: '=5' } },
			/without callback_query: with its Filters/,
		],
		[
			{ updates: ['message'], additionalFields: { chatIds: '=5', download: true } },
			/photos, documents and videos of everybody came past the Filters/,
		],
		[
			{ updates: ['message'], additionalFields: { download: true, imageSize: 'small' } },
			/Image Size/,
		],
	])('reports the difference: %j', (parameters, told) => {
		expect(convertTrigger(parameters).told).toContainEqual(expect.stringMatching(told));
	});
});

test('a trigger that downloads files tells that it fetches more kinds of them', () => {
	const remarksOf = (additionalFields: Parameters) =>
		convert(flow(telegramTrigger({ updates: ['message'], additionalFields }))).remarks;
	expect(remarksOf({ download: true })).toContainEqual(expect.stringMatching(/voice messages/));
	expect(remarksOf({ download: false })).toEqual([]);
});

test('several triggers with one bot are told, as all of them start the workflow now', () => {
	const several = /several triggers with one bot/;
	const triggerOf = (name: string, bot: string, disabled = false) =>
		telegramTrigger(
			{ updates: ['message'] },
			{ name, disabled, credentials: { telegramApi: { id: bot, name: bot } } },
		);
	const one = triggerOf('One', 'A');
	const told = (...others: FlowNode[]) =>
		['One', ...others.map(({ name }) => name)].filter((name) =>
			toldAbout(convert(flow(one, ...others)), name).some((text) => several.test(text)),
		);
	expect(told(triggerOf('Two', 'A'))).toEqual(['One', 'Two']);
	expect(told(triggerOf('Two', 'B'))).toEqual([]);
	expect(told(triggerOf('Two', 'A', true))).toEqual([]);
	expect(told(triggerOf('Two', 'B'), triggerOf('Three', 'B'))).toEqual(['Two', 'Three']);
});

describe('a workflow', () => {
	test('does not replace the original, and is not published', () => {
		const original = { ...flow(telegram('Send', {})), id: 'w1', versionId: 'v', active: true };
		const { workflow } = convert(original);
		expect(workflow).not.toHaveProperty('id');
		expect(workflow).not.toHaveProperty('versionId');
		expect(workflow).toMatchObject({ active: false, name: 'Written by hand' });
	});

	test('keeps its pinned data, in the shape of our nodes', () => {
		const original = {
			...flow(
				telegramTrigger({ updates: ['message'] }),
				telegram('Send', { chatId: '=1', text: 'a' }),
				telegram('Delete', { operation: 'deleteMessage', chatId: '=1', messageId: '=2' }),
			),
			pinData: {
				'Telegram Trigger': [{ json: { message: { text: 'Hi' } } }],
				Send: [{ json: { ok: true, result: { message_id: 5 } } }],
				Delete: [{ json: { ok: true, result: true } }],
			},
		};
		const result = convert(original);
		expect(result.workflow.pinData).toEqual({
			'Telegram Trigger': [{ json: { message: { text: 'Hi' } } }],
			Send: [{ json: { message_id: 5 } }],
		});
		expect(toldAbout(result, 'Delete')).toContainEqual(expect.stringMatching(/pinned/));
	});

	test('is not changed itself', () => {
		const original = flow(telegram('Send', { chatId: '5', text: '~ a' }));
		const before = structuredClone(original);
		convert(original);
		expect(original).toEqual(before);
	});

	test('has nothing to convert the second time', () => {
		const { workflow } = convert(flow(telegram('Send', { chatId: '=1', text: 'a' })));
		expect(() => convert(workflow)).toThrow('This workflow has no Telegram node');
	});

	test('is refused with the names of its requests if none can be converted', () => {
		const url = 'https://api.telegram.org/bot1:a/sendPhoto';
		const ask = other('Ask', 'httpRequest', { url, sendBody: true, contentType: 'binaryData' });
		expect(() => convert(flow({ ...ask, typeVersion: 4 }))).toThrow(/These call Telegram: Ask\./);
	});
});

describe('the input', () => {
	const text = JSON.stringify(flow(telegram('Send', { chatId: '=1', text: 'a' })));

	test.each([
		['as n8n exports it', text],
		['as its command line does', `[${text}]`],
		['as a page of templates gives it', `{ "id": 5, "workflow": ${text} }`],
		['as an interface for templates gives it', `{ "workflow": { "workflow": ${text} } }`],
		['with a mark at its beginning', `\uFEFF${text}`],
		['as n8n’s own interface gives it', `{ "data": ${text} }`],
		['as a list in its interface', `{ "data": [${text}], "nextCursor": null }`],
		['as a page shows it in a text', `Here it is:\n\n\`\`\`json\n${text}\n\`\`\`\nHave fun`],
		['as one node', '{ "name": "Send", "type": "n8n-nodes-base.telegram", "parameters": {} }'],
		['as a list of nodes', '[{ "name": "Send", "type": "n8n-nodes-base.telegram" }]'],
	])('is read %s', (_name, given) => {
		expect(readWorkflow(given).nodes).toHaveLength(1);
	});

	test('can be two nodes without a workflow', () => {
		const two = '[{ "name": "A", "type": "a.telegram" }, { "name": "B", "type": "a.b" }]';
		expect(readWorkflow(two)).toMatchObject({ nodes: [{ name: 'A' }, { name: 'B' }] });
	});

	test('can have notes without a name', () => {
		const remark = '{ "type": "n8n-nodes-base.stickyNote", "parameters": { "content": "Hi" } }';
		const { nodes } = readWorkflow(`{ "nodes": [${remark}, ${remark}] }`);
		expect(nodes.map(({ name }) => name)).toEqual(['Sticky Note 1', 'Sticky Note 2']);
	});

	test('is refused with words that fit the place where it was pasted', () => {
		expect(() => readWorkflow('Hello')).toThrow(/Give that file\.$/);
		expect(() => readWorkflow('Hello', ON_PAGE)).toThrow(/It is not JSON\. .* Paste them here/);
		const damaged = '{ "nodes": [{ "name": "a" }] }';
		expect(() => readWorkflow(damaged, ON_PAGE)).toThrow(/Copy its nodes in n8n again/);
	});

	test('is refused with a message if it has several workflows', () => {
		const two = `[${text}, { "name": "Other", "nodes": [] }]`;
		expect(() => readWorkflow(two)).toThrow(
			'This is a list of 2 workflows: “Written by hand”, “Other”. Give one at a time.',
		);
	});

	test.each([
		['', /There is nothing in it/],
		['Hello', /It is not JSON/],
		['{"nodes": 5}', /it has no nodes/],
		['[]', /it has no nodes/],
		['[{}, {}]', /a list of 2 workflows\./],
		['{"nodes": [{"name": "a"}]}', /its node number 1 has no name, no type or no parameters/],
		['{"nodes": [], "connections": 5}', /its connections are not readable/],
		['{"nodes": [], "connections": {"a": 5}}', /its connections are not readable/],
		[`{"nodes": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`, /nested more than 200 deep/],
		['{"workflow": {"nodes": null}}', /it has no nodes/],
	])('is refused if it is not a workflow: %s', (given, message) => {
		expect(() => readWorkflow(given)).toThrow(message);
	});

	test('can lack the lists of n8n, and pinned data that does not fit is reported', () => {
		const original = JSON.parse(text) as Workflow;
		const given = {
			...original,
			pinData: { Send: null, Other: [null, { json: { a: 1 } }] },
			connections: { Send: { main: [null, [null]], other: null }, Gone: null },
		};
		const result = convert(readWorkflow(JSON.stringify(given)));
		expect(result.workflow.connections).toEqual({ Send: { main: [null, []] } });
		expect(result.workflow.pinData).toEqual({ Other: [{ json: { a: 1 } }] });
		for (const name of ['Send', 'Other']) {
			expect(toldAbout(result, name)).toContainEqual(expect.stringMatching(/what is empty/));
		}
		const without = { ...original, pinData: null, connections: null };
		expect(convert(readWorkflow(JSON.stringify(without))).workflow.connections).toEqual({});
	});

	test('can contain 900 kB of code that starts and never ends', () => {
		const long = `=${'{{ '.repeat(300_000)}`;
		expect(convertNode({ chatId: '=1', text: long }).parameters.text).toBe(long);
		const ended = `${long}}} and {{ more`;
		expect(convertNode({ chatId: '=1', text: ended }).parameters.text).toBe(ended);
	});

	test('gets the default format of the Telegram node if it names none', () => {
		expect(convertNode({ chatId: '=1', text: 'a' }, 1).parameters.additionalFields).toEqual({
			parseMode: 'telegramMarkdown',
		});
	});
});
