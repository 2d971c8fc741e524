import type { IDataObject } from 'n8n-workflow';

import { items, useBot } from '../support/bot';
import { brought, messageOf, MIA, OLGA } from '../support/brought';
import { TRIGGERS, useEitherTrigger, type TriggerKind } from '../support/eitherTrigger';
import { byId } from '../support/locators';
import { OpenForm } from '../support/openForm';
import { OpenQuestion } from '../support/openQuestion';
import { useTime } from '../support/time';
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

	test('is asked once, even if its time runs out', async () => {
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
	test('cannot be asked for several items at once: they are refused before anything is sent', async () => {
		const given = { ...CHAT, message: 'Sure?' };
		const { error } = await run('sendAndWait', given, { items: items({}, {}, {}) });
		expect(error?.message).toContain('one question at a time');
		expect(await questions()).toEqual([]);
	});

	test('do not take a late answer to the one before, and the person is told that it is closed', async () => {
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
	'F11 n8n 2.48.5: each call of an agent is sent once, to its own chat, with retries on (%s)',
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
	'N28 n8n #19183: %s with a question that is too long asks nothing, and the error gives the limit',
	async (operation, more) => {
		const { error } = await run(operation, { ...CHAT, ...more });
		expect(`${error?.message} ${error?.description}`).toContain('4,096');
		const { messages } = await emulator.state();
		expect(messages.some(({ text = '' }) => text.startsWith('xxx'))).toBe(false);
	},
);

describe('text that arrives in several messages starts several executions, as the page about triggers says:', () => {
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

describe('F13 nullclaw #312: if an app has cut an answer, its first part counts', () => {
	const { emulator, credential, publish, settled, soon } = useEitherTrigger();
	const { users, chats: own } = emulator.defaults;
	const time = useTime();
	const ends: Array<() => void> = [];
	afterEach(() => ends.splice(0).forEach((end) => end()));

	const [FIRST, SECOND, THIRD] = ['a'.repeat(4096), 'b'.repeat(4096), 'c'.repeat(800)];
	const CUT =
		'Your text came in several messages, and only the first one was taken as your answer.';
	const PLAIN = { reply_to_message_id: undefined };
	const TWO = [{ fieldLabel: 'Your story?' }, { fieldLabel: 'Your town?' }];

	async function ask(
		kind: TriggerKind,
		fields: IDataObject[],
		more: IDataObject = {},
		chat = own.privateMia,
	) {
		const around = { emulator, token: credential().botToken, soon };
		const form = await new OpenForm(around, chat, users.mia, fields, more).ask();
		const { execution } = form;
		ends.push(() => execution.close());
		return { form, trigger: await publish(kind, { options: { n8nAddress: execution.n8n } }) };
	}

	const notices = async () =>
		(await emulator.state()).messages.filter(({ text = '' }) => text.startsWith(CUT));

	describe.each(TRIGGERS)('%s', (kind) => {
		test.each([
			['without a reply', PLAIN],
			['in reply to the form', {}],
		])('in a form, in a separate message %s', async (_how, how) => {
			const { form, trigger } = await ask(kind, TWO);
			await form.write(FIRST, how);
			await form.shows('Your town? (2/2)');
			const rest = await form.write(SECOND, how);
			expect(await form.repliesTo(rest)).toBe(`${CUT} To change it, press Back or Change.`);
			await form.write(THIRD, how);
			await settled();
			await form.shows('Your town? (2/2)');
			time.advance(3000);
			await form.write('Hanoi', how);
			await form.shows('Your town? Hanoi');
			await form.press('Send');
			expect((await form.ends()).json.answers).toEqual({
				'Your story?': FIRST,
				'Your town?': 'Hanoi',
			});
			expect(await notices()).toHaveLength(1);
			expect(trigger.started).toEqual([]);
		});

		test('in a form, while the first part is on its way', async () => {
			const { form } = await ask(kind, TWO);
			await Promise.all([FIRST, SECOND, THIRD].map(async (text) => await form.write(text, PLAIN)));
			await settled();
			await form.shows('Your town? (2/2)');
			expect(await notices()).toHaveLength(1);
		});

		test('before a question with buttons, the rest starts no workflow', async () => {
			const { form, trigger } = await ask(kind, [
				TWO[0],
				{ fieldLabel: 'Sure?', fieldType: 'yesNo' },
			]);
			await form.write(FIRST, PLAIN);
			await form.shows('Sure? (2/2)');
			await form.write(THIRD, PLAIN);
			await settled();
			expect(await notices()).toHaveLength(1);
			expect(trigger.started).toEqual([]);
		});

		test('a first part that does not fit gets one reply, and its rest does not count either', async () => {
			const number = { fieldLabel: 'How many?', fieldType: 'number' };
			const { form, trigger } = await ask(kind, [number, TWO[1]]);
			const first = await form.write(FIRST, PLAIN);
			expect(await form.repliesTo(first)).toContain('Answer with a number');
			await form.write('12', PLAIN);
			await settled();
			await form.shows('How many? (1/2)');
			expect([await notices(), trigger.started]).toEqual([[], []]);
		});

		test('the first part counts as a typed answer, and the rest starts no workflow', async () => {
			const typed = { operation: 'sendAndWait', message: 'Your story?', responseType: 'freeText' };
			const { form, trigger } = await ask(kind, [], typed);
			await form.write(FIRST, PLAIN);
			await soon('it continues', () => form.execution.ending?.json.text !== undefined);
			expect(form.execution.ending?.json.text).toBe(FIRST);
			const rest = await form.write(SECOND, PLAIN);
			expect(await form.repliesTo(rest)).toBe(CUT);
			await form.write(THIRD, PLAIN);
			await settled();
			expect([await notices(), trigger.started]).toMatchObject([[{}], []]);
		});
	});

	test.each([
		['a short answer', 'Short', 0, 'Hanoi', users.mia],
		['a long one of another person', FIRST, 0, 'Hanoi', users.milan],
		['a long one three seconds before', FIRST, 3000, 'Hanoi', users.mia],
		['a long one, if it is a command', FIRST, 0, '/help', users.mia],
	])('a message after %s does not count as a part of it', async (_what, first, ms, next, who) => {
		const { form, trigger } = await ask('polling', [TWO[0]], {}, own.demoGroup);
		await form.write(first, PLAIN);
		await form.shows('Your story? ');
		time.advance(ms);
		await form.write(next, PLAIN, who);
		await soon('the workflow starts', () => trigger.started.length > 0);
		expect(trigger.started).toMatchObject([{ item: { json: { text: next } } }]);
		expect(await notices()).toEqual([]);
	});

	test('a message after a long one of a person who may not answer does not count as a part of it', async () => {
		const { form, trigger } = await ask('polling', TWO, {}, own.demoGroup);
		const refused = await form.write(FIRST, {}, users.milan);
		expect(await form.repliesTo(refused)).toBe('This form is not for you.');
		await form.write('Hello', PLAIN, users.milan);
		await soon('the workflow starts', () => trigger.started.length > 0);
		expect(trigger.started).toMatchObject([{ item: { json: { text: 'Hello' } } }]);
	});
});
