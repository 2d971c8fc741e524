import { items, useBot } from '../support/bot';
import { brought, messageOf, MIA, OLGA } from '../support/brought';
import { byId } from '../support/locators';
import { OpenQuestion } from '../support/openQuestion';
import { AGENTS, callTool } from '../support/tool';
import { WaitingExecution } from '../support/waitingExecution';

const { emulator, run } = useBot();
const { chats } = emulator.defaults;
const CHAT = { chatId: byId(chats.demoGroup) };
const credential = () => ({ baseUrl: emulator.url, botToken: emulator.token });

const questions = async () => await emulator.calls('sendMessage');

describe('F2 n8n #14198: a question that waits for more than 65 seconds', () => {
	const LIMIT = { limitWaitTime: true, resumeAmount: '70', resumeUnit: 'seconds' };
	let execution: WaitingExecution;
	beforeEach(async () => {
		execution = new WaitingExecution(credential(), { ...CHAT, message: 'Sure?', ...LIMIT });
		await execution.ask();
	});
	afterEach(() => execution.close());

	test('is asked once, also when its time is up', async () => {
		expect(await execution.timeOut()).toMatchObject({ output: 0, json: { approved: false } });
		expect(await questions()).toHaveLength(1);
	});

	test('is asked once, and continues once when it is answered', async () => {
		const [{ response }] = await questions();
		const message = response!.result;
		const pressed = { chat_id: chats.demoGroup, message_id: message.message_id as number };
		const first = await execution.press(pressed, 0, MIA);
		expect(first.data).toMatchObject({ botMessagingOutcome: 'taken' });
		expect(execution.ending?.json).toMatchObject({ approved: true });
		const again = await execution.press(pressed, 1, OLGA);
		expect(again.data).not.toMatchObject({ botMessagingOutcome: 'taken' });
		expect(await questions()).toHaveLength(1);
	});
});

describe('F4 n8n #15505: questions in a loop', () => {
	test('one node asks one question at a time: several items are refused before anything is sent', async () => {
		const given = { ...CHAT, message: 'Sure?' };
		const { error } = await run('sendAndWait', given, { items: items({}, {}, {}) });
		expect(error?.message).toContain('one question at a time');
		expect(await questions()).toEqual([]);
	});

	test('a late answer to the one before is told that it is over, and answers nothing', async () => {
		const question = await OpenQuestion.ask(emulator);
		try {
			const late = question.press({ messageId: String(Number(question.message.message_id) - 1) });
			const { data } = await question.bring(late);
			expect(data).toMatchObject({ botMessagingOutcome: 'closed' });
			expect(question.resumed).toEqual([]);
			await question.bring(question.press());
			expect(question.resumed).toHaveLength(1);
		} finally {
			question.close();
		}
	});
});

test.each(Object.entries(AGENTS))(
	'F11 n8n 2.48.5: each call of an agent goes out once, to its own chat, with retries on (%s)',
	async (_name, agent) => {
		const tool = {
			...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
			parameters: {
				...{ resource: 'message', operation: 'sendMessage' },
				chatId: { __rl: true, mode: 'id', value: "={{ $fromAI('chat', 'Which chat') }}" },
				text: "={{ $fromAI('text', 'What to say') }}",
			},
		};
		await emulator.fault({ kind: 'error', status: 403, description: 'Forbidden', skip: 1 });
		const rows = [chats.demoGroup, chats.quietGroup, chats.moderators];
		const calls = rows.map((chat, index) => ({ chat: String(chat), text: `for ${index}` }));
		await callTool(agent, credential(), tool, calls);
		const sent = (await questions()).filter(({ status }) => status === 200);
		expect(sent.map(({ params }) => [params.chat_id, params.text])).toEqual(
			calls.map(({ chat, text }) => [Number(chat), text]),
		);
	},
);

test.each([
	['sendAndWait', { message: 'x'.repeat(9000) }],
	['sendAndWait', { message: 'x'.repeat(4200), responseType: 'freeText' }],
])(
	'N28 n8n #19183: %s with a question that is too long asks nothing, and says how long it may be',
	async (operation, more) => {
		const { error } = await run(operation, { ...CHAT, ...more });
		expect(`${error?.message} ${error?.description}`).toContain('4,096');
		const { messages } = await emulator.state();
		expect(messages.some(({ text = '' }) => text.startsWith('xxx'))).toBe(false);
	},
);

describe('what comes in several messages starts several executions, as the page about triggers says', () => {
	test('F13 nullclaw #312: a paste of 9,000 characters', async () => {
		const parts = ['a'.repeat(4096), 'b'.repeat(4096), 'c'.repeat(800)];
		const started = await brought(parts.map((text) => ({ message: messageOf({ text }) })));
		expect(started.map(({ json }) => json.text)).toEqual(parts);
	});

	test('F14 nanobot #2492: a forwarded message and the comment on it', async () => {
		const forwarded = messageOf({ text: 'News', forward_origin: { type: 'user', date: 1 } });
		const comment = messageOf({ text: 'Summarise this' });
		const started = await brought([{ message: forwarded }, { message: comment }]);
		const found = started.map(({ json }) => [json.text, json.isForwarded, json.userId]);
		expect(found).toEqual([
			['News', true, MIA.id],
			['Summarise this', false, MIA.id],
		]);
	});
});
