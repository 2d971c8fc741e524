import { randomBytes, randomUUID } from 'node:crypto';

import axios from 'axios';

import { callbackDataIn, dataOf } from '../../nodes/BotMessaging/callbackData/buttonData';
import { useEmulator } from '../support/emulator';
import { useOwnN8n } from '../e2e/support/n8n';
import type { Seen } from '../e2e/support/people';
import { answering, Questions } from '../e2e/support/questions';
import { useTriggers } from '../e2e/support/triggers';

const RANDOM_PRESSES = 10_000;
/** Limited, because n8n reads the execution for each press. */
const AT_ONCE = 20;

const emulator = useEmulator();
const n8n = useOwnN8n();
const triggers = useTriggers(n8n, emulator);
const questions = new Questions(() => n8n.rest, emulator);
const { chats } = emulator.defaults;

const listen = async () =>
	await triggers.publish({ type: 'botMessagingPollingTrigger', parameters: { updates: ['poll'] } });

const post = async (url: string, body: unknown) =>
	await axios.post(url, body, { validateStatus: () => true });

test(`${RANDOM_PRESSES} random presses: nothing continues, nothing crashes`, async () => {
	await listen();
	const { execution, question } = await questions.ask();
	await questions.waits(execution);
	const callbackData = callbackDataIn(question)!;
	const base = `${n8n.url}/webhook-waiting`;
	const one = async (n: number) => {
		const signature = n % 3 ? randomBytes(32).toString('hex') : callbackData.signature;
		const node = n % 5 ? callbackData.nodeId : randomUUID();
		const id = n % 2 ? callbackData.executionId : String(n);
		const body = n % 7 ? { payload: answering(question), proof: `${n}` } : randomBytes(20);
		const { status } = await post(`${base}/${id}/${node}?signature=${signature}`, body);
		return status;
	};
	for (let n = 0; n < RANDOM_PRESSES; n += AT_ONCE) {
		const numbers = Array.from({ length: AT_ONCE }, (_none, index) => n + index);
		for (const status of await Promise.all(numbers.map(one))) {
			expect([200, 400, 401, 403, 404, 409, 500]).toContain(status);
		}
	}
	const forged = dataOf(
		{ ...callbackData, signature: randomBytes(32).toString('hex') },
		'press',
		2,
	);
	const row = forged.map((callback_data) => ({ text: 'Forged', callback_data }));
	const { body } = await emulator.api('sendMessage', {
		chat_id: chats.demoGroup,
		text: 'Forged',
		reply_markup: { inline_keyboard: [row] },
	});
	const message: Seen = { ...question, ...body.result };
	expect(await questions.pressWith('mia', message, forged[0])).toBe(
		'This question cannot be answered here.',
	);
	await questions.expectOpen(execution, question);
}, 1_200_000);
