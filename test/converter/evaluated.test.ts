import { convert } from '../../converter/index';
import { evaluated } from './evaluate';
import { convertNode, flow, other, telegram, type FlowNode } from './flow';

/** The converted parameter of a node after these. */
function converted(value: string, ...before: FlowNode[]) {
	const { workflow } = convert(flow(...before, other('Reader', 'set', { value })));
	return workflow.nodes.at(-1)!.parameters.value;
}

const MESSAGE = { message_id: 7, chat: { id: -100 }, text: 'Hello' };
const OK = { ok: true, result: MESSAGE };
const send = telegram('Send', { chatId: '=1', text: 'a' }, { next: ['Reader'] });
const beside = other('Request', 'httpRequest', {}, ['Reader']);

describe('n8n gets the same from a converted expression', () => {
	test.each([
		'={{ $json.result.message_id }}',
		'={{ $json.result?.chat.id }} and {{ $json["result"].text }}',
		'={{ $json.ok }}',
		'={{ JSON.stringify($json) }}',
		'={{ Object.keys({ ...$json }).length > 1 }}',
	])('from an answer: %s', (theirs) => {
		expect(evaluated(converted(theirs, send), MESSAGE)).toEqual(evaluated(theirs, OK));
	});

	test.each([
		['={{ $json.result.message_id }}', MESSAGE, OK],
		[
			'={{ $json.result.message_id }}',
			{ result: { message_id: 3 } },
			{ result: { message_id: 3 } },
		],
		['={{ $json.error.message }}', { error: 'No' }, { error: { message: 'No' } }],
	])('from data that arrives in two ways: %s', (theirs, ours, before) => {
		expect(evaluated(converted(theirs, send, beside), ours)).toEqual(evaluated(theirs, before));
	});

	test('from an error', () => {
		const theirs = '={{ $json.error.message }}';
		const error = { error: { message: 'No' } };
		expect(evaluated(converted(theirs, send), { error: 'No' })).toEqual(evaluated(theirs, error));
	});
});

describe('a choice of Reply Markup that an expression makes', () => {
	const forceReply = { force_reply: '={{ $json.isLast }}' };

	test.each<[string, boolean, string]>([
		[`={{ $json.isLast ? 'replyKeyboardRemove' : 'none' }}`, true, 'replyKeyboardRemove'],
		[`={{ $json.isLast ? 'replyKeyboardRemove' : 'none' }}`, false, 'none'],
		[`={{ $json.isLast && 'replyKeyboardRemove' }}`, true, 'replyKeyboardRemove'],
		[`={{ $json.isLast && 'replyKeyboardRemove' }}`, false, 'none'],
		['forceReply', true, 'forceReply'],
		['forceReply', false, 'none'],
	])('is the same: %s if it is %s', (replyMarkup, isLast, choice) => {
		const given = { chatId: '={{ $json.c }}', text: 'a', replyMarkup, forceReply };
		const { parameters } = convertNode(given);
		expect(evaluated(parameters.replyMarkup, { isLast })).toBe(choice);
	});
});
