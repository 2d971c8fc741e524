import { useN8n } from '../e2e/support/n8n';
import { Questions } from '../e2e/support/questions';
import { useTriggers } from '../e2e/support/triggers';
import { useEmulator } from '../support/emulator';
import { found } from './found';

const emulator = useEmulator({ webhookRetryBaseMs: 100 });
const n8n = useN8n();
const triggers = useTriggers(n8n, emulator);
const questions = new Questions(() => n8n.rest, emulator);

describe('a question', () => {
	beforeEach(async () => {
		const type = 'botMessagingPollingTrigger';
		await triggers.publish({ type, parameters: { updates: ['message', 'callback_query'] } });
	});

	test('is answered, and the workflow continues', async () => {
		const { execution, question } = await questions.ask();
		expect(await questions.press('mia', question, 'Approve')).toBe('Approve');
		const { status, json } = await questions.whenAnswered(execution);
		expect([status, json.answer, json.approved]).toEqual(['success', 'Approve', true]);
	});

	test('with an output for each answer', async () => {
		const { execution, question } = await questions.ask({ outputs: 'perAnswer' }, 3);
		await questions.press('mia', question, 'Decline');
		expect((await questions.whenAnswered(execution)).status).toBe('success');
		const ran: number[] = [];
		for (const output of [0, 1, 2]) {
			if (await questions.hasRun(execution, `Output ${output}`)) ran.push(output);
		}
		if (ran.join() !== '2') found(ran.length > 0 ? `no: number ${ran.join()}` : 'no');
	});
});
