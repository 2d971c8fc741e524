import { until } from '../../../scripts/lib/until';
import type { Seen } from '../../e2e/support/people';
import { useEmulator } from '../../support/emulator';
import { PATIENCE_MS } from '../../support/patience';
import { WaitingExecution } from '../../support/waitingExecution';

const emulator = useEmulator();
const running: WaitingExecution[] = [];

afterEach(() => running.splice(0).forEach((execution) => execution.close()));

const QUESTION = {
	chatId: { __rl: true, mode: 'id', value: '-1001' },
	message: 'May it stay?',
	limitWaitTime: true,
};

async function ask(parameters: object, json: object, Kind = WaitingExecution) {
	const credential = { baseUrl: emulator.url, botToken: emulator.token };
	const all = { ...QUESTION, ...parameters };
	const expression = "={{ $('Before').item.json.name }}";
	const execution = new Kind(credential, all, [{ json } as never], expression);
	running.push(execution);
	await execution.ask();
	return execution;
}

/** Leftovers of a question, an agent or a model in the input item. */
const FROM_BEFORE = {
	name: 'Mia',
	answer: 'Approve',
	value: 'approve',
	text: 'yes',
	answerMessageId: 7,
	user: { id: 1 },
	approved: true,
	data: { approved: true, chatInput: 'do it' },
	chatInput: 'do it',
	answeredAt: '2026-01-01',
	respondedAt: '2026-01-01',
	toolParameters: { approved: true },
	hitlParameters: { approved: true },
};

test.each([
	['buttons', {}],
	['link buttons', { responseType: 'links' }],
	['a typed reply', { responseType: 'freeText' }],
	['one output per answer', { outputs: 'perAnswer' }],
])(
	'a question that ends by %s has no answer, and no value of the item before counts as one',
	async (_by, parameters) => {
		const execution = await ask(parameters, FROM_BEFORE);
		expect(await execution.timeOut()).toEqual({
			output: 0,
			json: {
				answer: null,
				value: null,
				text: null,
				answerMessageId: null,
				user: null,
				chatId: -1001,
				messageId: expect.any(Number),
				answeredAt: null,
				respondedAt: null,
				approved: false,
			},
			read: 'Mia',
		});
	},
);

const shown = async () => (await emulator.state()).messages.at(-1) as unknown as Seen;

const saysSo = async () => / in time, \d\d:\d\d$/.test((await shown()).text ?? '');

test.each([
	['buttons', {}],
	['link buttons', { responseType: 'links' }],
	['a typed reply', { responseType: 'freeText' }],
])('over its time, a question with %s says so and loses its buttons', async (_by, parameters) => {
	const execution = await ask(parameters, {});
	await execution.timeOut();
	await until('it says so', saysSo, PATIENCE_MS);
	expect(await shown()).toMatchObject({
		text: expect.stringMatching(/^May it stay\?\n\nNo answer/),
	});
	expect((await shown()).reply_markup?.inline_keyboard ?? []).toEqual([]);
});

test.each([
	['no text for it', { additionalFields: { textWhenTimeIsUp: '' } }],
	['Keep Buttons', { afterAnswer: 'leave' }],
])('with %s, a question stays as it is', async (_what, parameters) => {
	const execution = await ask(parameters, {});
	const before = await shown();
	expect(await execution.timeOut()).toMatchObject({ json: { approved: false } });
	const other = await ask({}, {});
	await other.timeOut();
	await until('the other one says so', saysSo, PATIENCE_MS);
	const { message_id: id } = before;
	const { messages } = await emulator.state();
	expect(messages.find(({ message_id }) => message_id === id)).toEqual(before);
});

test('the time is up in the words of the form, below the answers that have come', async () => {
	const words = { textWhenTimeIsUp: 'Zu spät & {time}', parseMode: 'HTML' };
	const execution = await ask({ answersNeeded: 2, additionalFields: words }, {});
	const [{ message_id, chat_id }] = (await emulator.state()).messages.slice(-1);
	await execution.press({ chat_id, message_id }, 0, { id: 1003, first_name: 'Mia' });
	await execution.timeOut();
	await until('it says so', async () => (await shown()).text!.includes('Zu spät'), PATIENCE_MS);
	expect((await shown()).text).toMatch(/\n\nMia: Approved, \d\d:\d\d\nZu spät &amp; \d\d:\d\d$/);
});

test('a question that was deleted in the chat ends without an answer when its time is up', async () => {
	const execution = await ask({}, {});
	const { message_id, chat_id } = (await emulator.state()).messages.at(-1)!;
	await emulator.api('deleteMessage', { chat_id, message_id });
	expect(await execution.timeOut()).toMatchObject({
		output: 0,
		json: { approved: false, answer: null, messageId: message_id },
	});
});

/** Two branches lead to the question. */
class Branches extends WaitingExecution {
	protected override plan() {
		const { nodes, connections } = super.plan();
		const [to] = connections.Before.main;
		return { nodes, connections: { ...connections, Before: { main: [[...to!, ...to!]] } } };
	}
}

test('a question that two branches lead to is asked twice, one after the other', async () => {
	const execution = await ask({}, FROM_BEFORE, Branches);
	for (const times of [1, 2]) {
		expect(await emulator.calls('sendMessage')).toHaveLength(times);
		await execution.timeOut();
	}
	const { message_id: messageId } = (await emulator.state()).messages.at(-1)!;
	expect(execution.ending!.json).toMatchObject({ approved: false, messageId });
});
