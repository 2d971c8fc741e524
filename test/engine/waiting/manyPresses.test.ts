import { randomBytes, randomUUID } from 'node:crypto';

import { dataOf } from '../../../nodes/BotMessaging/operations/message/sendAndWait/buttonData';
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

/** One press is brought so often while n8n is busy with the execution. */
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

/** The words that presses were answered with, by the press; each is answered once. */
async function told(...presses: string[]) {
	// The server keeps an update until it is dealt with.
	await soon('the presses are answered', async () => (await polling.pending()) === 0);
	const calls = await emulator.calls('answerCallbackQuery');
	const idOf = ({ params }: (typeof calls)[number]) => String(params.callback_query_id);
	const all = calls.filter((call) => presses.includes(idOf(call)));
	expect(all.map(idOf).sort()).toEqual([...presses].sort());
	return [...new Set(all.map(({ params }) => String(params.text)))];
}

test(`of ${PRESSES} presses while the execution runs one waits, and holds nothing up`, async () => {
	n8n.answers = [ANSWERS.running];
	const { press, id } = await ask();
	const presses = await Promise.all(
		Array.from({ length: PRESSES }, async (_none, index) => await press(index % 2)),
	);
	await polling.say('what comes after them');
	const trigger = await polling.start({
		updates: ['message', 'callback_query'],
		options: { n8nAddress },
	});
	await soon('the workflow starts', () => trigger.texts.includes('what comes after them'));
	expect(await told(...presses)).toEqual([TRY_AGAIN]);

	const tries = n8n.delivered.length;
	expect(tries).toBeGreaterThanOrEqual(PATIENT_TRIES);
	// All that come together are answered by one request.
	expect(tries).toBeLessThanOrEqual(PATIENT_TRIES + (await polling.polls()).length);
	expect(tries).toBeLessThan(PRESSES / 4);
	const { messages } = await emulator.state();
	expect(messages.find(({ message_id }) => message_id === id)?.reply_markup).toBeDefined();
	expect(trigger.texts).toEqual(['what comes after them']);

	// Until n8n is through with it, it is asked once for each press.
	expect(await told(await press(0))).toEqual([TRY_AGAIN]);
	expect(n8n.delivered).toHaveLength(tries + 1);
	n8n.answers = [ANSWERS.taken];
	expect(await told(await press(0))).toEqual(['Thank you']);
	expect(n8n.delivered).toHaveLength(tries + 2);
});
