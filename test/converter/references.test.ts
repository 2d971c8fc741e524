import type { IDataObject } from 'n8n-workflow';

import { convert } from '../../converter/index';
import { evaluated } from './evaluate';
import type { FlowNode } from './flow';
import { flow, other, telegram, telegramTrigger, toldAbout } from './flow';

const DOUBT = expect.stringMatching(/^“.+” (?:takes|reads|names) .*answer of “/);

/** A whole answer in its old form. */
const WHOLE = '({ ok: true, result: $json })';

const send = (next?: string[]) =>
	telegram('Send', { chatId: '={{ $json.message.chat.id }}', text: 'a' }, { next });

/** A text in a node after a Telegram node, after the conversion, and whether there is a note about it. */
function after(value: string, before: FlowNode[] = [send(['Reader'])], field = 'value') {
	const reader = other('Reader', 'set', { values: [{ [field]: value }] });
	const result = convert(flow(telegramTrigger({ updates: ['message'] }), ...before, reader));
	const node = result.workflow.nodes.find(({ name }) => name === 'Reader')!;
	const [{ [field]: text }] = node.parameters.values as Array<Record<string, string>>;
	return { text, isTold: toldAbout(result, 'Reader').length > 0 };
}

describe('the answer of a node that sends', () => {
	test.each([
		['={{ $json.result.message_id }}', '={{ $json.message_id }}'],
		['={{ $json["result"]["chat"]["id"] }}', '={{ $json["chat"]["id"] }}'],
		["={{ $json['result'].text }}", '={{ $json.text }}'],
		['={{ $json.result?.chat?.id }}', '={{ $json?.chat?.id }}'],
		['={{ $json?.result?.text }}', '={{ $json?.text }}'],
		['={{ JSON.stringify($json.result) }}', '={{ JSON.stringify($json) }}'],
		['={{ $input.item.json.result.text }}', '={{ $input.item.json.text }}'],
		['={{ $input.first().json.result.text }}', '={{ $input.first().json.text }}'],
		["={{ $('Send').item.json.result.text }}", "={{ $('Send').item.json.text }}"],
		['={{ $("Send").first().json.result.text }}', '={{ $("Send").first().json.text }}'],
		['={{ $("Send").all()[0].json.result.text }}', '={{ $("Send").all()[0].json.text }}'],
		['={{ $node["Send"].json["result"]["text"] }}', '={{ $node["Send"].json["text"] }}'],
		['={{ $node.Send.json.result.text }}', '={{ $node.Send.json.text }}'],
		['={{ $item("0").$node["Send"].json["result"].a }}', '={{ $item("0").$node["Send"].json.a }}'],
		['={{ $items("Send")[0].json.result.text }}', '={{ $items("Send")[0].json.text }}'],
		['=a {{ $json.result.a }} b {{ $json.result.b }}', '=a {{ $json.a }} b {{ $json.b }}'],
		['={{ $json.ok }}', '={{ (!$json.error) }}'],
		['={{ `It is ${$json.result.text}` }}', '={{ `It is ${$json.text}` }}'],
		['={{ JSON.stringify($json) }}', `={{ JSON.stringify(${WHOLE}) }}`],
		['={{ $json.hasOwnProperty("result") }}', `={{ ${WHOLE}.hasOwnProperty("result") }}`],
		['={{ { ...$json } }}', `={{ { ...${WHOLE} } }}`],
		['={{ $json.error.message }}', '={{ $json.error }}'],
		['={{ $json.error_code }}', '={{ $json.errorCode }}'],
	])('%s', (theirs, ours) => {
		expect(after(theirs)).toEqual({ text: ours, isTold: false });
	});

	test.each([
		['words', 'the $json.result.text of it'],
		['words around code', '=$json.result.text {{ $json.a }}'],
		['a text in code', '={{ "$json.result.text" }}'],
		['the trigger', "={{ $('Telegram Trigger').item.json.result }}"],
		['another node', '={{ $("Other").item.json.result.text }}'],
		['a longer name', '={{ $json.results.text }}'],
		['a field of a field', '={{ $json.data.text }}'],
	])('is not searched for in %s', (_name, text) => {
		expect(after(text).text).toBe(text);
	});

	test('is found in code', () => {
		const code = "const id = $('Send').first().json.result.message_id;\nreturn [{ json: { id } }];";
		expect(after(code, undefined, 'jsCode')).toEqual({
			text: code.replace('.result', ''),
			isTold: false,
		});
	});

	test.each([
		['result.chat.id', 'value'],
		['return _input.first().json.result.message_id', 'pythonCode'],
		['sent = _("Send").first().json\nreturn sent.result', 'pythonCode'],
		['result', 'fieldToSplitOut'],
		['return _.map(items, "json.result");', 'jsCode'],
		['return foo(items).map((one) => one.json.result', 'jsCode'],
		['const one = a ? $json : b;\nreturn one.result;', 'jsCode'],
		['autoMapInputData', 'value'],
	])('is reported if it is read in another way: %s', (text, field) => {
		expect(after(text, undefined, field)).toEqual({ text, isTold: true });
	});
});

describe('the name of a field in plain words', () => {
	test.each([
		['fieldToSplitOut', 'result.photo', 'photo'],
		['currentKey', 'result.message_id', 'message_id'],
		['fieldName', 'result.text', 'text'],
		['fieldsToCompare', 'result.text, result.date', 'text, date'],
	])('is also changed in %s', (field, theirs, ours) => {
		expect(after(theirs, undefined, field)).toEqual({ text: ours, isTold: false });
	});
});

describe('a note names the node and the field', () => {
	const noteOn = (...nodes: FlowNode[]) => {
		const result = convert(flow(telegramTrigger({ updates: ['message'] }), ...nodes));
		return toldAbout(result, 'Reader');
	};

	test.each<[string, FlowNode, string]>([
		[
			'all that comes in',
			other('Reader', 'respondToWebhook'),
			'“Respond With” takes the whole answer of “Send”. Where it is read, put message_id in place of result.message_id.',
		],
		[
			'code',
			other('Reader', 'code', {
				jsCode: 'for (const { json: { ok, result } } of $input.all()) f(ok, result);',
			}),
			'“JavaScript” reads the answer of “Send” in code that was not converted. There is no ok now: ask whether error is empty.',
		],
		[
			'a name of a field',
			other('Reader', 'set', { assignments: [{ name: 'id', value: 'result.message_id' }] }),
			'“id” names a field of the answer of “Send”. Put message_id in place of result.message_id.',
		],
	])('%s', (_name, reader, told) => {
		expect(noteOn(send(['Reader']), reader)).toEqual([told]);
	});

	test('for several answers', () => {
		const ask = telegram('Ask', { operation: 'sendAndWait', chatId: '=1', message: 'a' });
		const reader = other('Reader', 'set', { id: '={{ $json.result.message_id }}' });
		const told = noteOn(send(['Reader']), { ...ask, next: ['Reader'] }, reader);
		expect(told).toEqual([expect.stringMatching(/^“Id” reads the answer of “Send” or “Ask”/)]);
	});

	test('for an unknown node', () => {
		const between = { ...other('Odd', '', {}, ['Reader']), type: 'n8n-nodes-somebody.thing' };
		const reader = other('Reader', 'set', { id: '={{ $json.result.message_id }}' });
		expect(noteOn(send(['Odd']), between, reader)).toEqual([
			'“Id” reads what “Odd” gives. If that is the answer of “Send”, take out “result” or “data” before the name of the field.',
		]);
	});
});

describe('code in Python is not reported', () => {
	test('if it reads nothing of an answer', () => {
		const text = 'return [{"json": {"id": _input.first().json.message_id}}]';
		expect(after(text, undefined, 'pythonCode').isTold).toBe(false);
	});

	test('if it runs before the Telegram node', () => {
		const python = other('Python', 'code', { pythonCode: 'result = data' }, ['Send']);
		const result = convert(flow(telegramTrigger({}, { next: ['Python'] }), python, send()));
		expect(toldAbout(result, 'Python')).toEqual([]);
	});

	test('if it reads the words of data after a message', () => {
		const text = 'data = _input.first().json\nreturn data';
		expect(after(text, undefined, 'pythonCode').isTold).toBe(false);
	});
});

describe('a node that passes on its whole input', () => {
	const handedBy = (type: string, parameters = {}, before = send(['Reader'])) => {
		const reader = other('Reader', type, parameters);
		const result = convert(flow(telegramTrigger({ updates: ['message'] }), before, reader));
		return toldAbout(result, 'Reader');
	};

	test.each<[string, Record<string, unknown>]>([
		['respondToWebhook', {}],
		['respondToWebhook', { respondWith: 'allIncomingItems' }],
		['aggregate', { aggregate: 'aggregateAllItemData' }],
		['convertToFile', { operation: 'xlsx' }],
		['executeWorkflow', {}],
		['executeWorkflow', { workflowInputs: { value: {} } }],
	])('is reported: %s', (type, parameters) => {
		expect(handedBy(type, parameters)).toEqual([DOUBT]);
	});

	test.each<[string, Record<string, unknown>]>([
		['respondToWebhook', { respondWith: 'noData' }],
		['aggregate', { fieldsToAggregate: {} }],
		['convertToFile', { operation: 'toBinary' }],
		['executeWorkflow', { workflowInputs: { value: { id: 1 } } }],
	])('is not reported if it names what it takes: %s', (type, parameters) => {
		expect(handedBy(type, parameters)).toEqual([]);
	});

	test('is not reported if it gets the update of the trigger', () => {
		const trigger = telegramTrigger({ updates: ['message'] }, { next: ['Reader'] });
		const result = convert(flow(trigger, other('Reader', 'respondToWebhook')));
		expect(toldAbout(result, 'Reader')).toEqual([]);
	});
});

describe('the answer of a webhook', () => {
	const LAST = expect.stringMatching(/^What calls the webhook gets the answer of this node/);
	const webhook = (responseMode: string, next: string[]) =>
		other('Webhook', 'webhook', { responseMode }, next);

	test('is reported if it is the answer of the last node', () => {
		const result = convert(flow(webhook('lastNode', ['Send']), send()));
		expect(toldAbout(result, 'Send')).toContainEqual(LAST);
	});

	test.each([
		['the webhook answers at once', webhook('onReceived', ['Send']), send()],
		['another node is the last', webhook('lastNode', ['Send']), send(['After'])],
	])('is not reported if %s', (_name, ...nodes) => {
		const result = convert(flow(...nodes, other('After', 'noOp')));
		expect(toldAbout(result, 'Send')).not.toContainEqual(LAST);
	});

	test('a tool of an agent gets no note', () => {
		const tool = telegram('Tool', { chatId: '=1' }, { type: 'n8n-nodes-base.telegramTool' });
		const original = flow(webhook('lastNode', ['Agent']), other('Agent', 'agent'), tool);
		original.connections.Tool = { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] };
		expect(toldAbout(convert(original), 'Tool')).not.toContainEqual(LAST);
	});
});

describe('the origin of the items', () => {
	const text = '={{ $json.result.message_id }}';
	const rewritten = '={{ $json.message_id }}';

	test.each(['if', 'switch', 'filter', 'noOp', 'wait', 'merge', 'splitInBatches', 'limit'])(
		'is passed on by a node of the type %s',
		(type) => {
			const between = other('Between', type, {}, ['Reader']);
			expect(after(text, [send(['Between']), between])).toEqual({ text: rewritten, isTold: false });
		},
	);

	test('is passed on by a node that is switched off', () => {
		const off = { ...other('Off', 'httpRequest', {}, ['Reader']), disabled: true };
		expect(after(text, [send(['Off']), off]).text).toBe(rewritten);
	});

	test('is replaced by another node', () => {
		const request = other('Request', 'httpRequest', {}, ['Reader']);
		expect(after(text, [send(['Request']), request])).toEqual({ text, isTold: false });
	});

	test('is found in one pass through a loop', () => {
		const loop = other('Loop', 'splitInBatches', {}, ['Reader', 'Back']);
		const back = other('Back', 'noOp', {}, ['Loop']);
		expect(after(text, [send(['Loop']), loop, back]).text).toBe(rewritten);
	});

	const eitherWay = '={{ ($json.result ?? $json).message_id }}';

	test.each(['crypto', 'renameKeys', 'respondToWebhook', 'executionData', 'sort'])(
		'is also passed on by a node of the type %s',
		(type) => {
			const between = other('Between', type, { respondWith: 'noData' }, ['Reader']);
			expect(after(text, [send(['Between']), between]).text).toBe(rewritten);
		},
	);

	test.each(['textClassifier', 'sentimentAnalysis'])(
		'is passed on by a node that asks a model: %s',
		(name) => {
			const type = `@n8n/n8n-nodes-langchain.${name}`;
			const between = { ...other('Between', '', {}, ['Reader']), type };
			expect(after(text, [send(['Between']), between])).toEqual({ text: rewritten, isTold: false });
		},
	);

	test('is found through the name of a node that passes it on', () => {
		const between = other('Between', 'if', {}, ['Reader']);
		const named = "={{ $('Between').item.json.result.message_id }}";
		expect(after(named, [send(['Between']), between]).text).toBe(named.replace('.result', ''));
	});

	test('includes data that a node has added, if all of it is read', () => {
		const between = other('Between', 'crypto', {}, ['Reader']);
		const whole = '={{ JSON.stringify($json) }}';
		expect(after(whole, [send(['Between']), between])).toEqual({ text: whole, isTold: true });
	});

	test('is open after an unknown node, which is reported', () => {
		const type = 'n8n-nodes-somebody.thing';
		const between = { ...other('Between', '', {}, ['Reader']), type };
		expect(after(text, [send(['Between']), between])).toEqual({ text, isTold: true });
		expect(after('={{ $json.message_id }}', [send(['Between']), between]).isTold).toBe(false);
	});

	test('can be two branches, and both are converted', () => {
		const request = other('Request', 'httpRequest', {}, ['Reader']);
		expect(after(text, [send(['Reader']), request])).toEqual({ text: eitherWay, isTold: false });
	});

	test.each([
		['={{ $json.result?.chat.id }}', '={{ ($json.result ?? $json)?.chat.id }}'],
		['={{ $json["result"].text }}', '={{ ($json["result"] ?? $json).text }}'],
		['={{ $json.error.message }}', '={{ ($json.error?.message ?? $json.error) }}'],
	])('can be two branches: %s', (theirs, ours) => {
		const request = other('Request', 'httpRequest', {}, ['Reader']);
		expect(after(theirs, [send(['Reader']), request]).text).toBe(ours);
	});

	test.each(['={{ $json.ok }}', '={{ $json.result }}', '={{ $json.result == 1 }}'])(
		'is reported if two branches are told apart: %s',
		(theirs) => {
			const request = other('Request', 'httpRequest', {}, ['Reader']);
			expect(after(theirs, [send(['Reader']), request])).toEqual({ text: theirs, isTold: true });
		},
	);

	test('does not include what a loop carries back to its start', () => {
		const loop = other('Loop', 'splitInBatches', {});
		const body = other('Reader', 'set', { all: '={{ JSON.stringify($json) }}' }, ['Send']);
		const original = flow(telegramTrigger({}, { next: ['Loop'] }), loop, body, send(['Loop']));
		const to = (node: string) => [{ node, type: 'main', index: 0 }];
		original.connections.Loop = { main: [to('Reader'), []] };
		const result = convert(original);
		expect(result.workflow.nodes[2].parameters.all).toBe('={{ JSON.stringify($json) }}');
		expect(toldAbout(result, 'Reader')).toEqual([]);
	});

	test.each<[string, FlowNode]>([
		['a Set node that keeps other fields', other('Set', 'set', { includeOtherFields: true })],
		...[
			'for (const item of $input.all()) item.json.a = 1;\nreturn $input.all();',
			'items[0].json.a = 1;\nreturn items;',
			'return { ...$json, a: 1 };',
		].map((jsCode): [string, FlowNode] => [`code: ${jsCode}`, other('Set', 'code', { jsCode })]),
	])('can be kept or not, and both are converted: %s', (_name, between) => {
		const nodes = [send(['Set']), { ...between, next: ['Reader'] }];
		expect(after(text, nodes)).toEqual({ text: eitherWay, isTold: false });
	});

	test('is open after a Set node that overwrites a field of the answer, which is reported', () => {
		const values = { string: [{ name: 'text', value: 'a' }] };
		const set = other('Set', 'set', { values }, ['Reader']);
		expect(after(text, [send(['Set']), set])).toEqual({ text, isTold: true });
	});

	test('is clear after code that creates its own items', () => {
		const jsCode =
			'return $input.all().map(({ json }) => ({ json: { result: json.message_id } }));';
		const between = other('Between', 'code', { jsCode }, ['Reader']);
		expect(after(text, [send(['Between']), between])).toEqual({ text, isTold: false });
	});

	test('is clear if it is the update of a trigger or something else', () => {
		const reader = other('Reader', 'set', { values: '={{ JSON.stringify($json) }}' });
		const trigger = telegramTrigger({}, { next: ['Reader'] });
		const result = convert(flow(trigger, other('Form', 'formTrigger', {}, ['Reader']), reader));
		expect(toldAbout(result, 'Reader')).toEqual([]);
	});

	test('is passed on by a node that the converter switched off', () => {
		const typing = telegram('Typing', { operation: 'sendChatAction' }, { next: ['Reader'] });
		expect(after(text, [typing])).toEqual({ text, isTold: true });
	});

	test('of a tool is the input of its agent', () => {
		const agent = other('Agent', 'agent');
		const memory = other('Memory', 'memory', { sessionKey: text });
		const original = flow(telegramTrigger({}), send(['Agent']), agent, memory);
		original.connections.Memory = {
			ai_memory: [[{ node: 'Agent', type: 'ai_memory', index: 0 }]],
		};
		expect(convert(original).workflow.nodes[3].parameters.sessionKey).toBe(rewritten);
	});
});

describe('the answers of other operations', () => {
	test.each([
		['deleteMessage', '={{ $json.result }}', '={{ $json.deleted }}'],
		['pinChatMessage', '={{ $json.result }}', '={{ $json.success }}'],
		['editMessageText', '={{ $json.result.text }}', '={{ $json.text }}'],
	])('%s', (operation, theirs, ours) => {
		const step = telegram(
			'Step',
			{ operation, chatId: '=1', messageId: '=2' },
			{ next: ['Reader'] },
		);
		expect(after(theirs, [step])).toEqual({ text: ours, isTold: false });
	});

	test('stay the same for the list of administrators', () => {
		const parameters = { resource: 'chat', operation: 'administrators', chatId: '=1' };
		const step = telegram('Step', parameters, { next: ['Reader'] });
		expect(after('={{ $json.result }}', [step]).text).toBe('={{ $json.result }}');
	});

	test('become several items for an album, which is reported', () => {
		const step = telegram(
			'Step',
			{ operation: 'sendMediaGroup', chatId: '=1' },
			{ next: ['Reader'] },
		);
		const text = '={{ $json.result[0].message_id }}';
		expect(after(text, [step])).toEqual({ text, isTold: true });
		const told = toldAbout(convert(flow(step, other('Reader', 'noOp'))), 'Step');
		expect(told).toContainEqual(
			expect.stringMatching(/runs once for each.*empty list.*Execute Once.*Always Output/),
		);
	});
});

describe('the answer of a person', () => {
	const ask = telegram('Ask', { operation: 'sendAndWait', chatId: '=1', message: 'a' });
	const asked = [{ ...ask, next: ['Reader'] }];

	test.each([
		['={{ $json.data.approved }}', '={{ $json.approved }}'],
		['={{ $json.data?.approved }}', '={{ $json?.approved }}'],
		['={{ $json["data"]["text"] }}', '={{ $json["text"] }}'],
		["={{ $('Ask').item.json.data.text }}", "={{ $('Ask').item.json.text }}"],
		['={{ $node["Ask"].json.data.approved }}', '={{ $node["Ask"].json.approved }}'],
		['={{ $json.data.respondedAt }}', '={{ $json.respondedAt }}'],
		['={{ $json.data.chatId }}', '={{ $json.chatId }}'],
	])('%s', (theirs, ours) => {
		expect(after(theirs, asked)).toEqual({ text: ours, isTold: false });
	});

	test.each([
		['={{ $json.data.responder.name }}', 'value'],
		['={{ $json.data["Your name"] }}', 'value'],
		['={{ Object.keys($json.data) }}', 'value'],
		['data.approved', 'value'],
	])('is reported if it is read in another way: %s', (text, field) => {
		expect(after(text, asked, field)).toEqual({ text, isTold: true });
	});

	test('is reported if another answer can arrive as well', () => {
		const both = [...asked, send(['Reader'])];
		const text = '={{ $json.data.approved }}';
		expect(after(text, both)).toEqual({ text, isTold: true });
	});

	test('is not what other nodes have under data', () => {
		const text = '={{ $json.data.text }}';
		const between = other('Between', 'httpRequest', {}, ['Reader']);
		expect(after(text, [{ ...ask, next: ['Between'] }, between])).toEqual({ text, isTold: false });
	});
});

describe('the fields that a person has filled in', () => {
	/** As they were read as a whole: with the time of the answer. */
	const ALL = '({ ...$json.answers, respondedAt: $json.respondedAt })';
	const asked = [
		telegram(
			'Ask',
			{ operation: 'sendAndWait', responseType: 'customForm', chatId: '=1' },
			{ next: ['Reader'] },
		),
	];

	test.each([
		["={{ $json.data['Your name'] }}", "={{ $json.answers['Your name'] }}"],
		['={{ $json["data"].text }}', '={{ $json.answers.text }}'],
		["={{ $('Ask').item.json.data.name }}", "={{ $('Ask').item.json.answers.name }}"],
		['={{ $json.data.respondedAt }}', '={{ $json.respondedAt }}'],
		['={{ Object.keys($json.data) }}', `={{ Object.keys(${ALL}) }}`],
		['={{ $json.data.values()[0] }}', `={{ ${ALL}.values()[0] }}`],
		['={{ $json.data }}', `={{ ${ALL} }}`],
		['={{ JSON.stringify($json) }}', `={{ JSON.stringify(({ data: ${ALL} })) }}`],
	])('%s', (theirs, ours) => {
		expect(after(theirs, asked)).toEqual({ text: ours, isTold: false });
	});

	test('are empty beside other data, as before', () => {
		const own = other('Other', 'set', { values: { string: [{ name: 'a', value: 'b' }] } }, [
			'Reader',
		]);
		const { text } = after('={{ $json.data }}', [...asked, own]);
		const read = (json: IDataObject) => evaluated(text, json);
		expect(read({ a: 'b' })).toBeUndefined();
		expect(read({ data: 'own' })).toBe('own');
		expect(read({ answers: { name: 'Mia' }, respondedAt: 'now' })).toEqual({
			...{ name: 'Mia', respondedAt: 'now' },
		});
	});

	test.each([['data.name', 'value']])(
		'are reported if they are read in another way: %s',
		(text, field) => {
			expect(after(text, asked, field)).toEqual({ text, isTold: true });
		},
	);

	test('are reported if another answer can arrive as well', () => {
		const text = '={{ $json.data.name }}';
		expect(after(text, [...asked, send(['Reader'])])).toEqual({ text, isTold: true });
	});
});

test('a converted node can read the converted answer of another', () => {
	const edit = telegram('Edit', {
		operation: 'editMessageText',
		chatId: '={{ $json.result.chat.id }}',
		messageId: "={{ $('Send').item.json.result.message_id }}",
		text: 'b',
	});
	const result = convert(flow(telegramTrigger({}), send(['Edit']), edit));
	expect(result.workflow.nodes[2].parameters).toMatchObject({
		chatId: { value: '={{ $json.chat.id }}' },
		messageId: "={{ $('Send').item.json.message_id }}",
	});
	expect(toldAbout(result, 'Edit')).not.toContainEqual(DOUBT);
});
