import { convert } from '../../converter/index';
import type { Parameters } from '../../converter/workflow';
import { convertNode, flow, other, telegram, telegramTrigger, toldAbout } from './flow';
import { wrongIn } from './wrongIn';

const asks = (parameters: Parameters): Parameters => ({
	operation: 'sendAndWait',
	responseType: 'customForm',
	chatId: '={{ $json.message.chat.id }}',
	message: 'Your order',
	...parameters,
	options: { appendAttribution: false, ...(parameters.options as Parameters) },
});
const ask = (...values: Parameters[]) => convertNode(asks({ formFields: { values } }));
const option = (...options: string[]) => ({ values: options.map((one) => ({ option: one })) });
const fieldsIn = ({ parameters }: { parameters: Parameters }) =>
	(parameters.formFields as { values: Parameters[] }).values;

const NAME = { fieldLabel: 'お名前は？' };

describe('a custom form', () => {
	test('becomes Ask a Form and Wait', () => {
		const { node, parameters, told } = ask(NAME);
		expect(node.type).toBe('n8n-nodes-bot-messaging.botMessaging');
		expect(node.executeOnce).toBe(true);
		expect(parameters).toEqual({
			resource: 'message',
			operation: 'askForm',
			outputs: 'perAnswer',
			chatId: { __rl: true, mode: 'id', value: '={{ $json.message.chat.id }}' },
			formTitle: 'Your order',
			personId: '={{ $json.message.from.id }}',
			defineForm: 'fields',
			formFields: {
				values: [{ fieldLabel: 'お名前は？', fieldType: 'text', requiredField: false }],
			},
			additionalFields: {},
		});
		expect(wrongIn(parameters)).toBeUndefined();
		expect(told).toEqual([
			expect.stringMatching(/question by question.*publish a workflow with one/),
			expect.stringMatching(/connect it to the output Cancelled\.$/),
		]);
	});

	test('needs no other trigger than that of its workflow', () => {
		const trigger = telegramTrigger({ updates: ['message'] }, { next: ['Ask'] });
		const form = telegram('Ask', asks({ formFields: { values: [NAME] } }));
		expect(toldAbout(convert(flow(trigger, form)), 'Ask')).toContain(
			'The form is answered in the chat, question by question, and no longer on a page.',
		);
	});

	test.each<[string, Parameters, Parameters]>([
		['a long text', { fieldType: 'textarea' }, { fieldType: 'text' }],
		[
			'a number that is required',
			{ fieldType: 'number', requiredField: true, placeholder: '3', defaultValue: 0 },
			{ fieldType: 'number', requiredField: true, placeholder: '3', defaultValue: '0' },
		],
		[
			'one choice',
			{ fieldType: 'dropdown', fieldOptions: option('S', 'M'), defaultValue: 'M' },
			{ fieldType: 'radio', fieldOptions: 'S, M', defaultValue: 'M' },
		],
		[
			'several choices',
			{ fieldType: 'dropdown', multiselect: true, fieldOptions: option('Ice', 'Milk') },
			{ fieldType: 'checkbox', fieldOptions: 'Ice, Milk' },
		],
		[
			'two choices',
			{ fieldType: 'checkbox', limitSelection: 'exact', numberOfSelections: 2 },
			{ fieldType: 'checkbox', fieldOptions: '', minimum: '2', maximum: '2' },
		],
		[
			'a range of choices',
			{ fieldType: 'checkbox', limitSelection: 'range', maxSelections: 3 },
			{ fieldType: 'checkbox', fieldOptions: '', minimum: '0', maximum: '3' },
		],
		[
			'choices with commas',
			{ fieldType: 'radio', fieldOptions: option('1,5 kg', 'klein') },
			{ fieldType: 'radio', fieldOptions: '={{ ["1,5 kg", "klein"] }}' },
		],
		[
			'choices from expressions',
			{ fieldType: 'radio', fieldOptions: option('S', '={{ $json.size }}') },
			{ fieldType: 'radio', fieldOptions: '={{ [...new Set(["S", ($json.size)])] }}' },
		],
		[
			'one choice with a comma',
			{ fieldType: 'checkbox', fieldOptions: option('Yes, I agree') },
			{ fieldType: 'checkbox', fieldOptions: '={{ ["Yes, I agree"] }}' },
		],
		[
			'choices that are there twice',
			{ fieldType: 'radio', fieldOptions: option('S', 'M ', 'S', '') },
			{ fieldType: 'radio', fieldOptions: 'S, M' },
		],
		[
			'a default value that is no choice',
			{ fieldType: 'dropdown', fieldOptions: option('S', 'M'), defaultValue: 'XL' },
			{ fieldType: 'radio', fieldOptions: 'S, M' },
		],
		// The Telegram node outputs it under its label, so ours does too.
		['a name beside the label', { fieldName: 'q1', fieldType: 'email' }, { fieldType: 'email' }],
	])('asks for %s', (_name, theirs, ours) => {
		const converted = ask({ fieldLabel: 'Вопрос', ...theirs });
		// n8n's forms require no answer unless they say so.
		const row = { fieldLabel: 'Вопрос', requiredField: false, ...ours };
		expect(fieldsIn(converted)).toEqual([row]);
	});

	test.each(['hiddenField', 'html', 'password', '={{ $json.type }}'])(
		'leaves out a field of the type %s, and names it',
		(fieldType) => {
			const converted = ask(NAME, { fieldName: 'secret', fieldType });
			expect(fieldsIn(converted)).toHaveLength(1);
			expect(converted.told).toContainEqual(
				expect.stringMatching(/^The field “secret” is left out/),
			);
		},
	);

	test('keeps a label of several fields for the last one, as n8n does', () => {
		const converted = ask(...['Name', 'Age', 'Name', 'Name'].map((fieldLabel) => ({ fieldLabel })));
		expect(fieldsIn(converted).map(({ fieldName }) => fieldName)).toEqual([
			'Name (1)',
			undefined,
			'Name (2)',
			undefined,
		]);
		expect(wrongIn(converted.parameters)).toBeUndefined();
		expect(converted.told).toHaveLength(2);
	});

	test.each([
		['Your *order* of {{ 1 }}', 'Your order of {{ 1 }}'],
		['=*For {{ $json.name }}*: see [terms](https://shop.example/t)', null],
	])('gets a title without the marks of Markdown, which is reported: %s', (message, plain) => {
		const { parameters, told } = convertNode(asks({ message, formFields: { values: [NAME] } }));
		expect(parameters.formTitle).toBe(
			plain ?? '=For {{ $json.name }}: see terms (https://shop.example/t)',
		);
		expect(told).toContainEqual(expect.stringMatching(/^Title has no bold, italics and links/));
	});

	test.each(['Order 5 * 3', '={{ $json.a_b }} and snake_case', 'Plain'])(
		'keeps a title without formatting: %s',
		(message) => {
			const { parameters, told } = convertNode(asks({ message, formFields: { values: [NAME] } }));
			expect(parameters.formTitle).toBe(message);
			expect(told).toHaveLength(2);
		},
	);

	test('with more choices than a chat can show is reported', () => {
		const options = Array.from({ length: 81 }, (_one, place) => `Choice ${place}`);
		const field = { fieldLabel: 'Town', fieldType: 'dropdown', fieldOptions: option(...options) };
		expect(ask(field).told).toContainEqual(
			expect.stringMatching(/^“Town” has 81 choices.*the workflow stops here/),
		);
	});

	test.each([
		[undefined, /^“Photo” takes one file.*in place of filename\.$/],
		['.jpg, .png', /^“Photo” takes one file.* every type of file, not only \.jpg, \.png\.$/],
	])('reports the difference for a file of the types %s', (acceptFileTypes, told) => {
		const field = { fieldLabel: 'Photo', fieldType: 'file', acceptFileTypes };
		expect(ask(field).told).toContainEqual(expect.stringMatching(told));
	});

	test('in JSON becomes fields', () => {
		const jsonOutput = JSON.stringify([
			{ fieldLabel: 'Size', fieldType: 'dropdown', fieldOptions: option('S', 'M') },
			{ fieldName: 'token', fieldType: 'hiddenField' },
		]);
		const converted = convertNode(asks({ defineForm: 'json', jsonOutput }));
		expect(fieldsIn(converted)).toEqual([
			{ fieldLabel: 'Size', fieldType: 'radio', fieldOptions: 'S, M', requiredField: false },
		]);
		expect(wrongIn(converted.parameters)).toBeUndefined();
		expect(converted.told).toContainEqual(expect.stringMatching(/“token” is left out/));
	});

	test('in JSON from an expression stays as it is', () => {
		const jsonOutput = '={{ $json.fields }}';
		const { parameters, told } = convertNode(asks({ defineForm: 'json', jsonOutput }));
		expect(parameters).toMatchObject({ defineForm: 'json', jsonOutput });
		expect(parameters).not.toHaveProperty('formFields');
		expect(wrongIn(parameters)).toBeUndefined();
		expect(told).toContainEqual(expect.stringMatching(/^Fields \(JSON\) is an expression/));
	});

	test('without a field is reported', () => {
		expect(ask().told).toContainEqual(expect.stringMatching(/has no field/));
	});
});

describe('the person who answers a custom form', () => {
	test.each([
		['={{ $json.callback_query.message.chat.id }}', '={{ $json.callback_query.from.id }}'],
		[
			"={{ $('Telegram Trigger').item.json.edited_message.chat.id }}",
			"={{ $('Telegram Trigger').item.json.edited_message.from.id }}",
		],
	])('is the sender of the incoming message: %s', (chatId, personId) => {
		const { parameters, told } = convertNode(asks({ chatId, formFields: { values: [NAME] } }));
		expect(parameters.personId).toBe(personId);
		expect(told).toHaveLength(2);
	});

	test.each([
		'={{ $json.chat.id }}',
		'={{ $json.message.reply_to_message.chat.id }}',
		'={{ $json.message.chat.id + 1 }}',
		'5',
	])('is reported otherwise: %s', (chatId) => {
		const { parameters, told } = convertNode(asks({ chatId }));
		expect(parameters).not.toHaveProperty('personId');
		expect(told).toContainEqual(expect.stringMatching(/fill in User ID/));
	});
});

describe('after the conversion, the connections', () => {
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	const before = (parameters: Parameters, more = {}) =>
		flow(telegram('Ask', parameters, { next: ['After'], ...more }), other('After', 'noOp'));
	const form = asks({ formFields: { values: [NAME] } });
	const limited = asks({ options: { limitWaitTime: {} } });

	test('from a custom form start at Answered', () => {
		const result = convert(before(form));
		expect(result.workflow.connections.Ask.main).toEqual([[], to('After'), []]);
	});

	test('from a custom form with a time limit start at No Answer too, which is reported', () => {
		const result = convert(before(limited));
		expect(result.workflow.connections.Ask.main).toEqual([to('After'), to('After'), []]);
		expect(result.workflow.nodes[0].parameters.limitWaitTime).toBe(true);
		expect(toldAbout(result, 'Ask')).toContainEqual(expect.stringMatching(/also connected to No/));
	});

	test('from a custom form that was already switched off stay', () => {
		const { workflow } = convert(before(form, { disabled: true }));
		expect(workflow.connections.Ask.main).toEqual([to('After'), to('After'), []]);
	});

	test('from the error output of a custom form stay the last', () => {
		const original = before(form, { onError: 'continueErrorOutput' });
		original.connections.Ask.main.push(to('Ask'));
		const { workflow } = convert(original);
		expect(workflow.connections.Ask.main).toEqual([[], to('After'), [], to('Ask')]);
	});

	const unknown = { operation: 'sendAndWait', responseType: '={{ $json.type }}' };

	test('from a question that the converter switches off are removed, so that the workflow stops', () => {
		const result = convert(before(unknown));
		expect(result.workflow.nodes[0].disabled).toBe(true);
		expect(result.workflow.connections).toEqual({ Ask: {} });
		const [told, ...more] = toldAbout(result, 'Ask');
		expect(told).toMatch(/^It was switched off\. .*the workflow stops here/);
		expect(more).toEqual([]);
	});

	test('from a question that was already switched off stay', () => {
		const original = before(unknown, { disabled: true });
		const result = convert(original);
		expect(result.workflow.connections).toEqual(original.connections);
		expect(toldAbout(result, 'Ask')).toEqual([]);
	});
});
