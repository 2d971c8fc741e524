import { useEmulator } from '../../support/emulator';
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
