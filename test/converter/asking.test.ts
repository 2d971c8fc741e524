import { convert } from '../../converter/index';
import type { Parameters } from '../../converter/workflow';
import { convertNode, flow, telegram } from './flow';
import { wrongIn } from './wrongIn';

const chatId = '={{ $json.message.chat.id }}';
const ask = (parameters: Parameters) =>
	convertNode({
		operation: 'sendAndWait',
		chatId,
		message: 'Shall I?',
		...parameters,
		options: { appendAttribution: false, ...(parameters.options as Parameters) },
	});

const APPROVE = { text: '✅ Approve', value: 'approve', approves: true, newRow: false };
const DECLINE = { text: '❌ Decline', value: 'decline', approves: false, newRow: false };
const MARKDOWN = { parseMode: 'telegramMarkdown', linkPreviewOptions: 'hide' };

describe('Send and Wait', () => {
	const CASES: Array<[name: string, theirs: Parameters, ours: Parameters]> = [
		[
			'with one button, as the form of the Telegram node starts',
			{},
			{ approvalOptions: { button: [{ ...APPROVE, text: 'Approve' }] } },
		],
		[
			'with both buttons, whose labels are those of the form',
			{ approvalOptions: { values: { approvalType: 'double' } } },
			{ approvalOptions: { button: [DECLINE, APPROVE] } },
		],
		[
			'with labels of its own',
			{
				approvalOptions: {
					values: {
						approvalType: 'double',
						approveLabel: '=Post {{ $json.name }}',
						disapproveLabel: 'Leave it',
					},
				},
			},
			{
				approvalOptions: {
					button: [
						{ ...DECLINE, text: 'Leave it' },
						{ ...APPROVE, text: '=Post {{ $json.name }}' },
					],
				},
			},
		],
		[
			'with buttons in the chat for certain people',
			{
				chatApproval: true,
				approverIds: '={{ $json.moderators }}',
				unauthorizedReplyText: 'Moderators only',
				postDecisionBehavior: 'removeButtons',
			},
			{
				approvalOptions: { button: [{ ...APPROVE, text: 'Approve' }] },
				whoMayAnswer: 'users',
				userIds: '={{ $json.moderators }}',
				afterAnswer: 'remove',
				additionalFields: { ...MARKDOWN, noticeForOthers: 'Moderators only' },
			},
		],
		[
			'with what only buttons in the chat use, but without them',
			{ approverIds: '5', postDecisionBehavior: 'removeButtons' },
			{ approvalOptions: { button: [{ ...APPROVE, text: 'Approve' }] } },
		],
	];

	test.each(CASES)('%s', (_name, theirs, ours) => {
		const { node, parameters } = ask(theirs);
		expect(node.type).toBe('n8n-nodes-bot-messaging.botMessaging');
		expect(parameters).toEqual({
			resource: 'message',
			operation: 'sendAndWait',
			chatId: { __rl: true, mode: 'id', value: chatId },
			message: 'Shall I?',
			responseType: 'approval',
			additionalFields: MARKDOWN,
			...ours,
		});
		expect(wrongIn(parameters)).toBeUndefined();
	});

	test('takes a typed reply if it asked for free text', () => {
		const { parameters, told } = ask({ responseType: 'freeText', chatApproval: true });
		expect(parameters).toEqual({
			resource: 'message',
			operation: 'sendAndWait',
			chatId: { __rl: true, mode: 'id', value: chatId },
			message: 'Shall I?',
			responseType: 'freeText',
			additionalFields: MARKDOWN,
		});
		expect(wrongIn(parameters)).toBeUndefined();
		expect(told).toEqual([
			expect.stringMatching(
				/^The answer is written in the chat, .+ as the next message, which starts nothing/,
			),
		]);
	});

	test.each<[string, Parameters, Parameters]>([
		[
			'an interval',
			{ values: { limitType: 'afterTimeInterval', resumeAmount: 3, resumeUnit: 'days' } },
			{ limitType: 'afterTimeInterval', resumeAmount: '3', resumeUnit: 'days' },
		],
		[
			'an interval that is left at an hour',
			{ values: {} },
			{ limitType: 'afterTimeInterval', resumeAmount: '1', resumeUnit: 'hours' },
		],
		[
			'an option that is left as it was added',
			{},
			{ limitType: 'afterTimeInterval', resumeAmount: '45', resumeUnit: 'minutes' },
		],
		[
			'a date',
			{ values: { limitType: 'atSpecifiedTime', maxDateAndTime: '={{ $json.end }}' } },
			{ limitType: 'atSpecifiedTime', maxDateAndTime: '={{ $json.end }}' },
		],
	])('keeps its waiting time: %s', (_name, limitWaitTime, limit) => {
		const { parameters } = ask({ options: { limitWaitTime } });
		const { chatId: _chat, message: _message, approvalOptions: _buttons, ...rest } = parameters;
		expect(rest).toEqual({
			resource: 'message',
			operation: 'sendAndWait',
			responseType: 'approval',
			limitWaitTime: true,
			...limit,
			additionalFields: MARKDOWN,
		});
		expect(wrongIn(parameters)).toBeUndefined();
	});

	test('asks only for the first item, as the Telegram node does', () => {
		expect(ask({}).node.executeOnce).toBe(true);
	});

	test('breaks lines where the Telegram node does', () => {
		expect(ask({ message: 'One\\nTwo<br>Three' }).parameters.message).toBe('One\nTwo\nThree');
	});

	test.each<[string, Parameters, RegExp]>([
		['that a trigger is needed', {}, /publish a workflow with one for the same bot/],
		[
			'a line that is no longer added',
			{ options: { appendAttribution: undefined } },
			/no longer added/,
		],
		['what comes if the time is up', { options: { limitWaitTime: {} } }, /approved is false/],
		['fixed numbers of people', { chatApproval: true, approverIds: '5, 6' }, /numbers.*: 5, 6\./],
		[
			'buttons from an expression',
			{ approvalOptions: '={{ $json.o }}' },
			/^Approval Options is an/,
		],
		[
			'a number of buttons from an expression',
			{ approvalOptions: { values: { approvalType: '={{ $json.t }}' } } },
			/^Approval Type is an expression/,
		],
	])('reports %s', (_name, parameters, told) => {
		expect(ask(parameters).told).toContainEqual(expect.stringMatching(told));
	});
});

describe('a step in which a person reviews what an agent does', () => {
	const review = (parameters: Parameters) => {
		const type = 'n8n-nodes-base.telegramHitlTool';
		const original = flow(
			telegram(
				'Review',
				{ chatId, options: { appendAttribution: false }, ...parameters },
				{ type },
			),
		);
		original.connections = {
			Review: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		};
		const { workflow } = convert(original);
		expect(workflow.connections).toEqual(original.connections);
		return workflow.nodes[0];
	};

	test('becomes one of our nodes', () => {
		expect(review({ message: '=May I run {{ $tool.name }}?' })).toMatchObject({
			type: 'n8n-nodes-bot-messaging.botMessagingHitlTool',
			parameters: {
				resource: 'message',
				operation: 'sendAndWait',
				message: '=May I run {{ $tool.name }}?',
				responseType: 'approval',
				approvalOptions: { button: [{ value: 'approve', approves: true }] },
			},
		});
	});

	test('keeps the text that n8n gives it, and sends it unchanged', () => {
		const { parameters } = review({});
		expect(parameters).not.toHaveProperty('message');
		expect(parameters.additionalFields).toEqual({ linkPreviewOptions: 'hide' });
	});
});
