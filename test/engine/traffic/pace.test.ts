import axios from 'axios';

import { useEmulator } from '../../support/emulator';
import { runNode } from '../../support/engine';
import { byId } from '../../support/locators';

const emulator = useEmulator();

/**
 * Expects all to arrive. How close to the limit and with how few refusals is measured with a fake clock in
 * `test/nodes/api/traffic.test.ts`: a busy machine makes requests arrive in bursts.
 */
async function sendMany(count: number, chats: number[], latencyMs: number) {
	await emulator.settings({ latencyMs });
	const { json, error } = await runNode({
		credential: { baseUrl: emulator.url, pathForm: 'bot', botToken: emulator.token },
		parameters: {
			resource: 'message',
			operation: 'sendMessage',
			chatId: byId('={{ $json.chat }}'),
			text: '={{ $json.text }}',
		},
		items: Array.from({ length: count }, (_none, index) => ({
			json: { chat: chats[index % chats.length], text: `message ${index}` },
		})),
	});
	expect(error).toBeUndefined();
	expect(json).toHaveLength(count);
	return (await emulator.calls('sendMessage')).filter(({ status }) => status === 200);
}

const { demoGroup, moderators, quietGroup, privateOlga, privateMia } = emulator.defaults.chats;

test.each([
	{ limit: 20, count: 80, chats: [demoGroup, moderators, quietGroup, privateOlga, privateMia] },
	{ limit: 5, count: 20, chats: [demoGroup] },
])(
	'$count messages get through a limit of $limit a second',
	async ({ limit, count, chats }) => {
		await emulator.settings({ sendRatePerSecond: limit });
		expect(await sendMany(count, chats, 5)).toHaveLength(count);
	},
	60_000,
);

test('a run that starts at the rate limit gets everything through', async () => {
	await emulator.settings({ sendRatePerSecond: 20 });
	// Another workflow of the same bot has just used up the server's limit for this second.
	const url = `${emulator.url}/bot${emulator.token}/sendMessage`;
	const others = Array.from(
		{ length: 20 },
		async (_none, index) => await axios.post(url, { chat_id: quietGroup, text: `other ${index}` }),
	);
	await Promise.all(others);
	await emulator.control('delete', 'calls');
	expect(await sendMany(100, [demoGroup, moderators, privateMia], 5)).toHaveLength(100);
});
