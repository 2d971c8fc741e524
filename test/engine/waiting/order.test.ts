import { randomBytes, randomUUID } from 'node:crypto';

import { dataOf } from '../../../nodes/BotMessaging/callbackData/buttonData';
import type { Answering } from '../../../nodes/BotMessaging/questions/question';
import { useGate } from '../../support/gate';
import { usePolling } from '../../support/pollingTests';
import { WaitingServer } from '../../support/waitingServer';

const polling = usePolling();
const { emulator, api, soon } = polling;
const { chats, users } = emulator.defaults;

const n8n = new WaitingServer();
const target = { url: '' };
const useN8n = useGate(target);

beforeAll(async () => void (target.url = await n8n.listen()));
afterAll(async () => await n8n.close());

async function ask() {
	const destination = {
		executionId: '12',
		nodeId: randomUUID(),
		signature: randomBytes(32).toString('hex'),
	};
	const data = dataOf(destination, 'press', 2);
	const row = data.map((callback_data, place) => ({ text: `Button ${place}`, callback_data }));
	const reply_markup = { inline_keyboard: [row] };
	const question = { chat_id: chats.demoGroup, text: 'May it stay?', reply_markup };
	const { message_id } = await api('sendMessage', question);
	const id = message_id as number;
	const press = async (place: number) =>
		await emulator.act('press', {
			user_id: users.mia,
			chat_id: chats.demoGroup,
			message_id: id,
			callback_data: data[place],
		});
	return { id: String(id), press };
}

const answerOf = ({ messageId, button }: Partial<Answering>) => [messageId, button];
const answerIn = (body: string) =>
	answerOf(JSON.parse((JSON.parse(body) as { payload: string }).payload) as Answering);

test('answers to one question wait for each other, and answers to two questions do not', async () => {
	const { gate } = await useN8n();
	await polling.start({ updates: ['callback_query'], options: { n8nAddress: gate.url } });
	const one = await ask();
	const other = await ask();
	await one.press(0);
	await gate.holding(1);
	await one.press(1);
	await other.press(1);
	await gate.holding(2);
	expect(gate.held.map(answerIn)).toEqual([
		[one.id, 0],
		[other.id, 1],
	]);
	gate.open();
	await soon('all have come', () => n8n.delivered.length === 3);
	expect(n8n.delivered.map(({ payload }) => answerOf(payload))).toContainEqual([one.id, 1]);
	expect(gate.most).toBe(2);
});
