import type { IDataObject } from 'n8n-workflow';

import { until } from '../../scripts/lib/until';
import { items, useBot } from '../support/bot';
import { evaluationsDuring } from '../support/evaluations';
import { useGate } from '../support/gate';
import { PATIENCE_MS } from '../support/patience';
import { byId } from '../support/locators';

const { emulator, run } = useBot();
const throughGate = useGate(emulator);

const SEND = { chatId: byId('={{ $json.chat }}'), text: '={{ $json.text }}' };

const texts = async (chatId?: number) =>
	(await emulator.calls('sendMessage'))
		.map(({ params }) => params)
		.filter(({ chat_id }) => chatId === undefined || chat_id === chatId)
		.map(({ text }) => text as string);

describe('each item has its own values:', () => {
	test('chats, texts and optional fields', async () => {
		const { outputs } = await run(
			'sendMessage',
			{ ...SEND, additionalFields: { replyToMessageId: '={{ $json.reply }}' } },
			{
				items: items(
					{ chat: '-1001', text: 'to the group', reply: 2 },
					{ chat: 1001, text: 'to Olga' },
					{ chat: '@demo_group', text: 'by name', reply: '3' },
				),
			},
		);
		const params = (await emulator.calls('sendMessage')).map((call) => call.params);
		expect(params).toHaveLength(3);
		expect(params).toEqual(
			expect.arrayContaining([
				{ chat_id: -1001, text: 'to the group', reply_to_message_id: 2 },
				{ chat_id: 1001, text: 'to Olga' },
				{ chat_id: '@demo_group', text: 'by name', reply_to_message_id: 3 },
			]),
		);
		expect(outputs[0].map(({ json, pairedItem }) => [json.text, pairedItem])).toEqual([
			['to the group', { item: 0 }],
			['to Olga', { item: 1 }],
			['by name', { item: 2 }],
		]);
	});

	test('choices in the form, such as the end, the permissions and the file', async () => {
		const { json } = await run(
			'restrictChatMember',
			{
				chatId: byId('-1001'),
				userId: byId('={{ $json.user }}'),
				permissions: '={{ $json.permissions }}',
				canSendPolls: '={{ $json.polls }}',
				until: '={{ $json.until }}',
				untilAmount: 1,
				untilUnit: 'days',
				untilDate: '={{ $json.end }}',
			},
			{
				items: items(
					{ user: 1003, permissions: 'mute', until: 'duration' },
					{ user: 1004, permissions: 'custom', polls: true, until: 'permanent' },
				),
			},
		);
		expect(json).toMatchObject([{ success: true }, { success: true }]);
		const calls = await emulator.calls('restrictChatMember');
		const of = (user: number) => calls.find(({ params }) => params.user_id === user)?.params;
		expect(of(1003)).toMatchObject({
			permissions: { can_send_messages: false, can_send_polls: false },
			until_date: expect.any(Number),
		});
		expect(of(1004)).toMatchObject({
			permissions: { can_send_messages: true, can_send_polls: true },
		});
		expect(of(1004)).not.toHaveProperty('until_date');
	});
});

test('the output is in the order of the items, whichever answer comes first', async () => {
	const { gate, credential } = await throughGate((body) => body.includes('1003'));
	const running = run(
		'getChatMember',
		{ chatId: byId('-1001'), userId: byId('={{ $json.user }}') },
		{ credential, items: items({ user: 1003 }, { user: 1004 }, { user: 1001 }) },
	);
	const answered = async () =>
		(await emulator.calls('getChatMember')).map(({ params }) => params.user_id);
	await until('the others are answered', async () => (await answered()).length === 2, PATIENCE_MS);
	gate.open();
	const { outputs } = await running;
	expect((await answered()).at(-1)).toBe(1003);
	expect(
		outputs[0].map(({ json, pairedItem }) => [(json.user as { id: number }).id, pairedItem]),
	).toEqual([
		[1003, { item: 0 }],
		[1004, { item: 1 }],
		[1001, { item: 2 }],
	]);
});

test('an array becomes one item per element, each paired with its input item', async () => {
	const { outputs } = await run(
		'getGameHighScores',
		{
			userId: byId('={{ $json.user }}'),
			carrier: 'inline',
			inlineMessageId: emulator.defaults.inlineMessageId,
		},
		{ items: items({ user: 1010 }, { user: 1004 }) },
	);
	const pairs = outputs[0].map(({ pairedItem }) => (pairedItem as { item: number }).item);
	expect(pairs).toEqual([0, 0, 0, ...pairs.slice(3).map(() => 1)]);
	expect(pairs.length).toBeGreaterThan(4);
});

test('without items, nothing is requested', async () => {
	await run('sendMessage', SEND, { items: [] });
	expect(await emulator.calls()).toEqual([]);
});

const ONE_IS_WRONG = items(
	{ chat: -1001, text: 'one' },
	{ chat: -1004, text: 'where the bot is not' },
	{ chat: '@a b.c', text: '' },
	{ chat: -1001, text: 'four' },
);

describe('an item that fails', () => {
	test('goes out with its error and its chat, and the others continue', async () => {
		const { outputs, error } = await run('sendMessage', SEND, {
			items: ONE_IS_WRONG,
			node: { onError: 'continueRegularOutput' },
		});
		expect(error).toBeUndefined();
		expect(outputs[0].map(({ json, pairedItem }) => [json.text ?? json, pairedItem])).toEqual([
			['one', { item: 0 }],
			[
				{
					error: expect.stringContaining('bot is not a member'),
					errorCode: 403,
					errorReason: 'notMember',
					mayHaveArrived: false,
					chatId: -1004,
				},
				{ item: 1 },
			],
			[
				{
					error: 'Text is empty',
					errorCode: 'invalidField',
					errorReason: 'badValue',
					mayHaveArrived: false,
					chatId: '@a b.c',
				},
				{ item: 2 },
			],
			['four', { item: 3 }],
		]);
		expect(await texts(-1001)).toEqual(['one', 'four']);
	});

	test.each<[operation: string, parameters: IDataObject, ids: IDataObject]>([
		['banChatMember', { userId: byId('424242') }, { userId: 424_242 }],
		['editMessageText', { messageId: '999', text: 'x' }, { messageId: 999 }],
		['editMessageText', { messageId: '4', text: '={{ "" }}' }, { messageId: 4 }],
		['deleteMessage', { messageId: '999' }, { messageId: 999 }],
		[
			'copyMessage',
			{ fromChatId: byId(-1002), messageId: '999', additionalFields: { messageThreadId: '7' } },
			{ fromChatId: -1002, messageId: 999, messageThreadId: 7 },
		],
	])('says what failed and whom it was about, for %s: %j', async (operation, parameters, ids) => {
		const { json } = await run(
			operation,
			{ chatId: byId(-1001), ...parameters },
			{ node: { onError: 'continueRegularOutput' } },
		);
		expect(json).toEqual([expect.objectContaining({ chatId: -1001, ...ids })]);
		expect(json[0]).toHaveProperty('error');
	});

	test('goes to the error output, if there is one', async () => {
		const { outputs } = await run('sendMessage', SEND, {
			items: ONE_IS_WRONG,
			node: { onError: 'continueErrorOutput' },
		});
		expect(outputs[0].map(({ json }) => json.text)).toEqual(['one', 'four']);
		expect(outputs[1].map(({ json }) => json)).toEqual([
			expect.objectContaining({
				error: expect.stringContaining('bot is not a member'),
				errorCode: 403,
			}),
			expect.objectContaining({ error: 'Text is empty', errorCode: 'invalidField' }),
		]);
	});

	test('ends the execution by default, and the error names the item', async () => {
		const { outputs, error } = await run('sendMessage', SEND, {
			items: items({ chat: -1001, text: 'one' }, { chat: -1004, text: 'two' }),
		});
		expect(outputs).toEqual([]);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: '403',
			context: { itemIndex: 1 },
		});
	});

	test('keeps later items from being sent', async () => {
		const many = Array.from({ length: 30 }, (_none, index) => ({ chat: -1001, text: `${index}` }));
		const { error } = await run('sendMessage', SEND, {
			items: items(...many.slice(0, 3), { chat: -1001, text: '' }, ...many.slice(3)),
		});
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 3 } });
		expect((await texts()).length).toBeLessThanOrEqual(3);
	});

	test('stops everything that is not sent yet, and is the error that is reported', async () => {
		const { gate, credential } = await throughGate((body) => body.includes('-1001'));
		const running = run('sendMessage', SEND, {
			credential,
			items: items(...['one', 'two', 'three', 'four'].map((text) => ({ chat: -1001, text })), {
				chat: -1004,
				text: 'where the bot is not',
			}),
		});
		await gate.holding(1);
		await until('the last is refused', async () => (await texts(-1004)).length === 1, PATIENCE_MS);
		gate.open();
		const { error } = await running;
		expect(error).toMatchObject({ httpCode: '403', context: { itemIndex: 4 } });
		expect((await texts(-1001)).length).toBeLessThan(4);
	});
});

test('an execution that is cancelled sends nothing more', async () => {
	const { gate, credential } = await throughGate();
	const many = Array.from({ length: 50 }, (_none, index) => ({ chat: -1001, text: `${index}` }));
	let cancel = () => {};
	const running = run('sendMessage', SEND, {
		credential,
		items: items(...many),
		onStart: (stop) => (cancel = stop),
	});
	await gate.holding(1);
	gate.open(1);
	await until('the first is sent', async () => (await texts()).length === 1, PATIENCE_MS);
	await gate.holding(1);
	cancel();
	expect((await running).error?.message).toBe('The execution was stopped');
	gate.open();
	await until('the second is sent', async () => (await texts()).length === 2, PATIENCE_MS);
	expect(gate.came).toBe(2);
});

test('an execution that is cancelled reads no more items, also if errors become items', async () => {
	const { gate, credential } = await throughGate();
	const many = Array.from({ length: 300 }, () => ({ chat: -1001 }));
	const member = { chatId: byId('={{ $json.chat + 0 }}'), userId: byId('1003') };
	let cancel = () => {};
	const read = await evaluationsDuring(async () => {
		const running = run('getChatMember', member, {
			credential,
			items: items(...many),
			node: { onError: 'continueRegularOutput' },
			onStart: (stop) => (cancel = stop),
		});
		await gate.holding(1);
		cancel();
		await running;
	});
	expect(read).toBeGreaterThan(0);
	expect(read).toBeLessThan(100);
});
