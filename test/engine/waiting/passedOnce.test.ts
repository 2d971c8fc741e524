import { randomBytes, randomUUID } from 'node:crypto';

import { dataOf } from '../../../nodes/BotMessaging/callbackData/buttonData';
import { passToQuestion } from '../../../nodes/BotMessaging/questions/deliver';
import { Context } from '../../../nodes/BotMessaging/update/context';
import { useClock } from '../../support/clock';
import { useEmulator } from '../../support/emulator';
import { answerContextOf } from '../../support/answerContext';
import { ANSWERS, useWaitingServer } from '../../support/waitingServer';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;
const n8n = useWaitingServer();
useClock();

let bots = 0;

/** A press of a question's first button, and a trigger of a bot that has seen none before. */
function press(more: object = {}) {
	const destination = {
		executionId: '12',
		nodeId: randomUUID(),
		signature: randomBytes(32).toString('hex'),
	};
	const [data] = dataOf(destination, 'press', 1);
	const message = {
		message_id: 7,
		chat: { id: chats.demoGroup },
		from: { id: Number(emulator.token.split(':')[0]), is_bot: true },
		reply_markup: { inline_keyboard: [[{ text: 'A', callback_data: data }]] },
	};
	const from = { id: users.mia, first_name: 'Mia' };
	const update = { update_id: 1, callback_query: { id: 'q1', from, data, message } };
	const warned: string[] = [];
	const warn = (words: string) => void warned.push(words);
	const context = answerContextOf(emulator, n8n.address, `once${bots++}`);
	const bring = async (changes: object = {}) =>
		await passToQuestion(new Context(update), { ...context, warn, ...more, ...changes });
	return { bring, warned };
}

const told = async () =>
	(await emulator.calls('answerCallbackQuery')).map(({ params }) => params.text);

test('a press that is delivered twice is passed on once, and counts as an answer each time', async () => {
	const { bring } = press();
	expect([...(await Promise.all([bring(), bring()])), await bring()]).toEqual([true, true, true]);
	expect(n8n.delivered).toHaveLength(1);
	expect(await told()).toEqual(['Thank you']);
});

test.each([
	['is busy', () => (n8n.answers = [ANSWERS.running])],
	['cannot be reached', () => (n8n.answers = [ANSWERS.proxy])],
])(
	'if n8n %s when the trigger stops, the press is passed on at its next delivery',
	async (_what, be) => {
		be();
		const { bring, warned } = press();
		await expect(bring({ isOver: () => true })).rejects.toThrow('The trigger was stopped');
		expect([await told(), warned]).toEqual([[], []]);
		n8n.answers = [ANSWERS.taken];
		expect(await bring()).toBe(true);
		expect(await told()).toEqual(['Thank you']);
	},
);

test('a press that n8n has accepted counts, even if the trigger stops meanwhile', async () => {
	const { bring } = press({ isOver: () => true });
	expect(await bring()).toBe(true);
	expect(await told()).toEqual(['Thank you']);
});

test('if n8n cannot be reached, the person is asked to try again, and the log says what to do', async () => {
	n8n.answers = [ANSWERS.proxy];
	const { bring, warned } = press();
	expect(await bring()).toBe(true);
	expect(await told()).toEqual(['Try again']);
	expect(warned).toEqual([expect.stringContaining('Fill in Instance Address in its Options')]);
});

test('if n8n stays busy, the person is asked to try again, and nothing is logged', async () => {
	n8n.answers = [ANSWERS.running];
	const { bring, warned } = press();
	expect(await bring()).toBe(true);
	expect(await told()).toEqual(['Try again']);
	expect(warned).toEqual([]);
});
