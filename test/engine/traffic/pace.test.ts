import axios from 'axios';

import { useEmulator } from '../../support/emulator';
import { runNode } from '../../support/engine';

const emulator = useEmulator();

/**
 * Without a pace most are refused. How near to the limit it stays is measured with a fake clock, in
 * `test/nodes/api/traffic.test.ts`: a busy machine makes requests come in bursts.
 */
const MOST_REFUSED = 0.3;

async function sendMany(count: number, chats: number[], latencyMs: number) {
	await emulator.settings({ latencyMs });
	const { json, error } = await runNode({
		credential: { baseUrl: emulator.url, pathForm: 'bot', botToken: emulator.token },
		parameters: {
			resource: 'message',
			operation: 'sendMessage',
			chatId: '={{ $json.chat }}',
			text: '={{ $json.text }}',
		},
		items: Array.from({ length: count }, (_none, index) => ({
			json: { chat: chats[index % chats.length], text: `message ${index}` },
		})),
	});
	expect(error).toBeUndefined();
	expect(json).toHaveLength(count);
	const calls = await emulator.calls('sendMessage');
	const done = calls.filter(({ status }) => status === 200);
	return { done, refusedShare: (calls.length - done.length) / calls.length };
}

const { demoGroup, moderators, quietGroup, privateOlga, privateMia } = emulator.defaults.chats;

test.each([
	{ limit: 20, count: 160, chats: [demoGroup, moderators, quietGroup, privateOlga, privateMia] },
	{ limit: 5, count: 50, chats: [demoGroup] },
])(
	'$count messages get through a limit of $limit a second with few refusals',
	async ({ limit, count, chats }) => {
		await emulator.settings({ sendRatePerSecond: limit });
		const { done, refusedShare } = await sendMany(count, chats, 5);
		expect(done).toHaveLength(count);
		expect(refusedShare).toBeLessThanOrEqual(MOST_REFUSED);
	},
	60_000,
);

test('a run that begins at the limit finds out how much it may send', async () => {
	await emulator.settings({ sendRatePerSecond: 20 });
	// Another workflow of the same bot has just sent all that the server takes in a second.
	const url = `${emulator.url}/bot${emulator.token}/sendMessage`;
	const others = Array.from({ length: 20 }, async (_none, index) =>
		axios.post(url, { chat_id: quietGroup, text: `other ${index}` }),
	);
	await Promise.all(others);
	await emulator.control('delete', 'calls');
	const { done, refusedShare } = await sendMany(100, [demoGroup, moderators, privateMia], 5);
	expect(done).toHaveLength(100);
	expect(refusedShare).toBeLessThanOrEqual(MOST_REFUSED);
}, 90_000);
