import type { TriggerType } from '../../../sandbox/lib/triggers';
import { useEmulator } from '../../support/emulator';
import { useN8n } from '../support/n8n';
import { usePagePeople } from '../support/pagePeople';
import { Questions } from '../support/questions';
import { aMoment, useTriggers } from '../support/triggers';

const emulator = useEmulator({ webhookRetryBaseMs: 100 });
const n8n = useN8n();
const triggers = useTriggers(n8n, emulator);
const people = usePagePeople(emulator);
const questions = new Questions(() => n8n.rest, emulator, people);
const { chats, users } = emulator.defaults;

const TRIGGERS: TriggerType[] = ['botMessagingPollingTrigger', 'botMessagingTrigger'];

const button = (text: string, more: object = {}) => ({ text, value: '', approves: false, ...more });
const FRUIT = {
	approvalOptions: { button: [button('Apple'), button('Pear', { value: 'p', newRow: true })] },
};

describe.each(TRIGGERS)('a question that is answered by a button, with %s', (type) => {
	const listen = async () =>
		await triggers.publish({ type, parameters: { updates: ['message', 'callback_query'] } });

	test('continues the workflow with the answer, and starts no other workflow', async () => {
		const listening = await listen();
		const { execution, question } = await questions.ask();
		expect(
			question.reply_markup!.inline_keyboard.map((row) => row.map(({ text }) => text)),
		).toEqual([['Approve', 'Decline']]);
		expect(await questions.press('olga', question, 'Approve')).toBe('Approve');
		expect(await questions.whenAnswered(execution)).toEqual({
			status: 'success',
			output: 0,
			counts: [1],
			json: {
				answer: 'Approve',
				value: 'approve',
				text: null,
				user: expect.objectContaining({ id: users.olga }),
				chatId: chats.demoGroup,
				messageId: question.message_id,
				answerMessageId: null,
				answeredAt: expect.stringMatching(/^\d{4}-.*Z$/),
				respondedAt: expect.stringMatching(/^\d{4}-.*Z$/),
				approved: true,
			},
		});
		const shown = await people.page('olga');
		await shown.message(/May it stay\?\s*Olga: Approved, \d\d:\d\d/).waitFor();
		const after = await questions.now(question);
		expect(after.text).toMatch(/^May it stay\?\n\nOlga: Approved, \d\d:\d\d$/);
		expect(after.reply_markup?.inline_keyboard ?? []).toEqual([]);
		expect(await questions.readBehind(execution, 0)).toBe('Mia');
		await aMoment();
		expect(await triggers.executions(listening)).toEqual([]);
	});

	test('has one output per answer', async () => {
		await listen();
		const parameters = { ...FRUIT, outputs: 'perAnswer' };
		for (const [place, words] of ['Apple', 'Pear'].entries()) {
			const { execution, question } = await questions.ask(parameters, 3);
			expect(question.reply_markup!.inline_keyboard).toHaveLength(2);
			await questions.press('mia', question, words);
			const { output, json } = await questions.whenAnswered(execution);
			expect([output, json.answer, json.approved]).toEqual([place + 1, words, false]);
			expect(await questions.readBehind(execution, output)).toBe('Mia');
		}
	});
});
