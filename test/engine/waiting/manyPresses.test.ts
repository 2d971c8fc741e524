import { randomBytes, randomUUID } from 'node:crypto';

import { dataOf } from '../../../nodes/BotMessaging/callbackData/buttonData';
import { useClock } from '../../support/clock';
import { usePolling } from '../../support/pollingTests';
import { ANSWERS, WaitingServer } from '../../support/waitingServer';

const polling = usePolling();
const { emulator, api, soon } = polling;
const { chats, users } = emulator.defaults;
// One press waits for the execution for some seconds, and the others must not.
useClock();

const n8n = new WaitingServer();
let n8nAddress = '';

beforeAll(async () => void (n8nAddress = await n8n.listen()));
afterAll(async () => await n8n.close());

const PRESSES = 700;

/** How often one press is delivered while n8n is busy with the execution. */
const PATIENT_TRIES = 7;

const TRY_AGAIN = 'This cannot be accepted right now. Please try again in a moment.';

/** Asks a question with two buttons. */
async function ask() {
	const signature = randomBytes(32).toString('hex');
	const data = dataOf({ executionId: '12', nodeId: randomUUID(), signature }, 'press', 2);
	const row = data.map((callback_data, place) => ({ text: `Button ${place}`, callback_data }));
	const { message_id } = await api('sendMessage', {
		chat_id: chats.demoGroup,
		text: 'May it stay?',
		reply_markup: { inline_keyboard: [row] },
	});
	const press = async (place: number): Promise<string> => {
		const body = { user_id: users.mia, chat_id: chats.demoGroup, message_id };
		return (await emulator.act('press', { ...body, callback_data: data[place] })).query_id;
	};
	return { press, id: message_id as number };
}

/** The answered presses with their answers, once these presses are answered. */
async function told(...wanted: string[]): Promise<Array<[press: string, words: string]>> {
	let answered: Array<[press: string, words: string]> = [];
	await soon('the presses are answered', async () => {
		const calls = await emulator.calls('answerCallbackQuery');
		answered = calls.map(({ params }) => [String(params.callback_query_id), String(params.text)]);
		return wanted.every((press) => answered.some(([id]) => id === press));
	});
	return answered;
}

test(`of ${PRESSES} presses of a person while the execution runs, the first and the last count`, async () => {
	n8n.answers = [ANSWERS.running];
	const { press, id } = await ask();
	const presses: string[] = [];
	for (let n = 0; n < PRESSES; n++) presses.push(await press(n % 2));
	await polling.say('what comes after them');
	const trigger = await polling.start({
		updates: ['message', 'callback_query'],
		options: { n8nAddress },
	});
	await soon('the workflow starts', () => trigger.texts.includes('what comes after them'));
	// Presses meanwhile are delivered once, without seconds of retries.
	const answered = await told(presses[0], presses.at(-1)!);
	const tries = n8n.delivered.length;
	expect(answered[0]).toEqual([presses[0], TRY_AGAIN]);
	expect(answered.at(-1)).toEqual([presses.at(-1), TRY_AGAIN]);
	expect(tries).toBe(PATIENT_TRIES + answered.length - 1);
	expect(tries).toBeLessThan(PATIENT_TRIES + (await polling.polls()).length);
	const { messages } = await emulator.state();
	expect(messages.find(({ message_id }) => message_id === id)?.reply_markup).toBeDefined();
	expect(trigger.texts).toEqual(['what comes after them']);

	// Until n8n is done, each press is delivered once.
	const next = await press(0);
	expect((await told(next)).at(-1)).toEqual([next, TRY_AGAIN]);
	expect(n8n.delivered).toHaveLength(tries + 1);
	n8n.answers = [ANSWERS.taken];
	const last = await press(0);
	expect((await told(last)).at(-1)).toEqual([last, 'Thank you']);
	expect(n8n.delivered).toHaveLength(tries + 2);
});
