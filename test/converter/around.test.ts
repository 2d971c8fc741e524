import { convert } from '../../converter/index';
import { readWorkflow, type Parameters, type Workflow } from '../../converter/workflow';
import { convertTrigger, flow, other, telegram, toldAbout, type FlowNode } from './flow';

const send = (more: Partial<FlowNode> = {}) =>
	telegram('Send', { chatId: '={{ $json.c }}', text: 'a' }, more);
const TOKEN = `1234567890:${'AAE-x_9'.repeat(5)}`;

describe('what is outside of the parameters is reported:', () => {
	const about = (name: string, more: Partial<Workflow>, ...nodes: FlowNode[]) =>
		toldAbout(convert({ ...flow(send(), ...nodes), ...more }), name).join('\n');

	test.each<[string, string, Partial<Workflow>, FlowNode]>([
		['notes', 'Set', {}, { ...other('Set', 'set'), notes: `Bot ${TOKEN}` }],
		['pinned data', 'Set', { pinData: { Set: [{ json: { TOKEN } }] } }, other('Set', 'set')],
		['static data', 'Workflow', { staticData: { global: { TOKEN } } }, other('Set', 'set')],
		['a note on the canvas', 'Note', {}, other('Note', 'stickyNote', { content: TOKEN })],
	])('a token in %s', (_name, node, more, given) => {
		const told = about(node, more, given);
		expect(told).toMatch(/^It holds the token of a Telegram bot/);
		expect(told).not.toContain(TOKEN);
	});

	test.each([
		'={{ $json.body.message.chat.id }}',
		'={{ $json["body"]["callback_query"].id }}',
		"={{ $('Hook').item.json.body?.message?.from.id }}",
	])('updates that come in by a Webhook node: %s', (text) => {
		const hook = other('Hook', 'webhook', {}, ['Send']);
		expect(about('Hook', {}, hook, other('Read', 'set', { text }))).toMatch(/^It gets the updates/);
		expect(about('Hook', {}, hook, other('Read', 'set', { text: '={{ $json.body.id }}' }))).toBe(
			'',
		);
	});

	test('which node had which bot, if there are two', () => {
		const credentials = (name: string) => ({ telegramApi: { id: name, name } });
		const both = flow(
			send({ credentials: credentials('Shop') }),
			telegram('Warn', { chatId: '={{ $json.c }}' }, { credentials: credentials('Admins') }),
		);
		expect(toldAbout(convert(both), 'Send').join()).toContain('here it was “Shop”');
		expect(toldAbout(convert(both), 'Warn').join()).toContain('here it was “Admins”');
	});

	test('which node had which bot, if there are two tokens', () => {
		const ask = (name: string, number: number) => ({
			...other(name, 'httpRequest', { url: `https://api.telegram.org/bot${number}:a/getMe` }),
			typeVersion: 4.2,
		});
		const result = convert(flow(ask('One', 1), ask('Other', 2)));
		expect(toldAbout(result, 'Other').join()).toContain('here it was “2”');
	});

	test('the last node of a workflow that another one calls', () => {
		const start = other('Start', 'executeWorkflowTrigger', {}, ['Send']);
		expect(about('Send', { connections: flow(start, send()).connections }, start)).toMatch(
			/What calls the workflow gets the answer of this node/,
		);
	});

	test('a link that opens the app', () => {
		expect(about('Set', {}, other('Set', 'set', { a: 'tg://resolve?domain=bot' }))).toMatch(
			/^It has a link that opens Telegram: tg:\/\/resolve\./,
		);
	});
});

describe('names', () => {
	const after = (before: FlowNode, parameters: Parameters, type = 'set') => {
		const result = convert(
			flow({ ...before, next: ['Reader'] }, other('Reader', type, parameters)),
		);
		return { ours: result.workflow.nodes[1].parameters, told: toldAbout(result, 'Reader') };
	};

	test('a label of a form with a space at its end is read without it', () => {
		const form = telegram('Ask', { operation: 'sendAndWait', responseType: 'customForm' });
		const { ours } = after(form, { a: "={{ $json.data['Your name '] }}" });
		expect(ours.a).toBe('={{ $json.answers["Your name"] }}');
	});

	test('the output of Summarize has another name, which is reported', () => {
		const values = [{ aggregation: 'sum', field: 'result.message_id' }];
		const fields = { fieldsToSummarize: { values } };
		expect(after(send(), fields, 'summarize').told).toEqual([
			expect.stringMatching(/as in sum_message_id/),
		]);
	});

	test('Extract From File passes on what comes in if it keeps the source', () => {
		const file = other('File', 'extractFromFile', { options: { keepSource: 'json' } }, ['Read']);
		const read = other('Read', 'set', { a: '={{ $json.result.text }}' });
		const { workflow } = convert(flow(send({ next: ['File'] }), file, read));
		expect(workflow.nodes[2].parameters.a).toBe('={{ $json.text }}');
	});
});

describe('notes', () => {
	test('on kinds of updates tell payments from others', () => {
		const { told } = convertTrigger({ updates: ['message', 'pre_checkout_query', 'chat_boost'] });
		expect(told).toEqual([
			'Trigger On is now without pre_checkout_query: the service has no payments.',
			'Trigger On is now without chat_boost: the service does not send that.',
		]);
	});

	test.each([
		['$json.ok', 'There is no ok now'],
		['$json.data.text', 'Put text in place of data.text'],
	])('name what is read: %s', (read, says) => {
		const asks = read.includes('data') && { operation: 'sendAndWait', message: 'a' };
		const node = telegram('Node', { chatId: '={{ $json.c }}', ...asks }, { next: ['Code'] });
		const python = other('Code', 'code', {
			jsCode: `const one = a ? $json : b; ${read.replace('$json', 'one')}`,
		});
		expect(toldAbout(convert(flow(node, python)), 'Code')).toEqual([expect.stringContaining(says)]);
	});

	test.each(['403', 403])('do not take a number of an error for its words: %j', (rightValue) => {
		const conditions = { conditions: [{ leftValue: '={{ $json.error.message }}', rightValue }] };
		const result = convert(flow(send({ next: ['If'] }), other('If', 'if', { conditions })));
		expect(toldAbout(result, 'If')).toEqual([]);
	});
});

describe('a workflow between other words', () => {
	const json = JSON.stringify(flow(send()), null, 1);

	test('is read', () => {
		expect(readWorkflow(`Here it is:\n\n${json}\nGood luck!`).nodes).toHaveLength(1);
	});

	test.each([
		['"nodes": [', '"nodes": [;'],
		['"connections": {}', '"connections" {}'],
	])('says in which line it is broken: %s', (from, to) => {
		const text = json.replace(from, to);
		const line = text.split('\n').findIndex((one) => one.includes(to)) + 3;
		expect(text).toContain(to);
		expect(() => readWorkflow(`Here it\nis: ${text}`)).toThrow(`Look at line ${line - 1}.`);
	});
});
